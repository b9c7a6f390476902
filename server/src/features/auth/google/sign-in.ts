import { type GoogleProblem, googleRefusals, type SignedIn } from '@docketbox/contract'
import type { SecondFactorInput } from '#features/second-factor'
import { subsDetailsOf } from '#features/subscriptions'
import { Refusal } from '#platform/http/refusal.ts'
import type { Deps } from '#platform/config/deps.ts'
import type { Identity } from '#platform/security/identity-provider.ts'
import { SignInFailed } from '#platform/security/identity-provider.ts'
import type { Redirect } from '#platform/http/route.ts'
import { logSecurity } from '#platform/security/events/log.ts'
import { hashToken, newToken } from '#platform/security/tokens.ts'
import { type Attempt, attemptCookie, browserCookie, CODE_SECONDS } from './cookie.ts'
import { accountOf, GoogleRefused } from './account.ts'
import { findToken, issueToken, spendToken } from '../one-time-tokens.ts'
import { reopenIfClosed } from '../closing/close.ts'
import type { Client } from '../devices/client.ts'
import { localPath } from '../local-path.ts'
import { assertCanSignIn, completeSignIn, verifySecondFactorOf } from '../sign-in/with-password.ts'
import { findUser, type UserRow } from '../user-store.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { z } from 'zod'

type Start = { rememberMe?: string | undefined; returnTo?: string | undefined }
type SetCookie = (cookie: string) => void

/** Redirects to Google, with an encrypted cookie that the callback needs. */
export async function startGoogle(
  deps: Deps,
  { rememberMe, returnTo }: Start,
  setCookie: SetCookie,
): Promise<Redirect> {
  if (!deps.identity) return backToLogin(undefined, { problem: 'failed' })
  const options = { isRemembered: rememberMe === 'true', returnTo: localPath(returnTo) }
  try {
    const { url, attempt } = await deps.identity.begin()
    setCookie(attemptCookie.write(deps, { ...attempt, ...options }))
    return { location: url }
  } catch (thrown) {
    return backToLogin(options.returnTo, { problem: problemOf(deps, thrown) })
  }
}

type CallbackQuery = Record<string, string | undefined>

/** Handles the callback. It always leads to the login screen, with a code or a problem. */
export async function finishAtGoogle(
  deps: Deps,
  query: CallbackQuery,
  { cookies, setCookie }: { cookies: string; setCookie: SetCookie },
): Promise<Redirect> {
  const attempt = attemptCookie.read(deps, cookies)
  setCookie(attemptCookie.clear(deps))
  if (!attempt || !deps.identity) return backToLogin(undefined, { problem: 'failed' })
  try {
    const parameters = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
    const identity = await deps.identity.finish(new URLSearchParams(parameters), attempt)
    const secret = newToken()
    const code = await codeFor(deps, identity, { ...attempt, secret })
    setCookie(browserCookie.write(deps, { secret }))
    const remembered = attempt.isRemembered ? { rememberMe: 'true' } : {}
    return backToLogin(attempt.returnTo, { google: code, ...remembered })
  } catch (thrown) {
    return backToLogin(attempt.returnTo, { problem: problemOf(deps, thrown) })
  }
}

/** A one-time code, and the `Cookie` header of the browser that sent it. */
export type BrowserCode = { code: string; cookies: string }

/** Exchanges the code for a session. */
export async function signInWithCode(
  deps: Deps,
  {
    code,
    cookies,
    reopen,
    ...secondFactor
  }: SecondFactorInput & BrowserCode & { reopen?: boolean | undefined },
  client: Client,
): Promise<{ signedIn: SignedIn; user: UserRow }> {
  const now = deps.now()
  const { user, isRemembered } = await userOfCode(deps, { code, cookies })
  assertCanSignIn(deps, user, { source: client.source, isReopening: reopen })
  // The code stays valid while the user enters the second factor.
  const provenFactor = await verifySecondFactorOf(deps, user, secondFactor, client)
  await reopenIfClosed(deps, user, client.userAgent)
  if (!(await spendToken(deps.db, code, 'sign-in', now))) throw new Refusal(googleRefusals.badCode)
  const subs_details = await subsDetailsOf(deps, user.id)
  const completion = { user, subs_details, isRemembered, provenFactor }
  const signedIn = await completeSignIn(deps, completion, client)
  if (!signedIn) throw new Refusal(googleRefusals.badCode)
  return { signedIn, user }
}

const codePayload = z.object({ isRemembered: z.enum(['true', 'false']), browser: z.string() })

/**
 * @returns the user this one-time code was issued for.
 * @throws Refusal badCode, even if the code was issued to another browser.
 */
export async function userOfCode(
  deps: Pick<Deps, 'db' | 'log' | 'now' | 'publicUrl' | 'secrets'>,
  { code, cookies }: BrowserCode,
) {
  const token = await findToken(deps.db, code, 'sign-in')
  const user = token && (await findUser(deps.db, token.ownerId))
  if (!user || token.usedAt || token.expiresAt <= deps.now()) throw new Refusal(googleRefusals.badCode)
  const { isRemembered, browser } = codePayload.parse(token.payload)
  const secret = browserCookie.read(deps, cookies)?.secret
  if (secret === undefined || hashToken(secret).toString('hex') !== browser) {
    logSecurity(deps.log, { event: 'signInFailed', user: user.id, reason: 'anotherBrowser' })
    throw new Refusal(googleRefusals.badCode)
  }
  return { user, isRemembered: isRemembered === 'true' }
}

function codeFor(
  deps: Deps,
  identity: Identity,
  { isRemembered, secret }: Attempt & { secret: string },
): Promise<string> {
  return inTransaction(deps.db, async (db) => {
    const user = await accountOf(deps, db, identity)
    return issueToken(db, user.id, 'sign-in', {
      now: deps.now(),
      lastsMs: CODE_SECONDS * 1000,
      payload: { isRemembered: String(isRemembered), browser: hashToken(secret).toString('hex') },
    })
  })
}

function problemOf({ log }: Pick<Deps, 'log'>, thrown: unknown): GoogleProblem {
  if (thrown instanceof GoogleRefused) {
    logSecurity(log, { event: 'signInFailed', user: null, reason: `google.${thrown.problem}` })
    return thrown.problem
  }
  if (!(thrown instanceof SignInFailed)) {
    // The browser gets a screen; the details go to the log.
    log.error({ err: thrown }, 'a login with Google failed unexpectedly')
    return 'failed'
  }
  if (thrown.code === 'access_denied') return 'cancelled'
  log.warn({ err: thrown }, 'a login with Google failed')
  return thrown.code === 'provider_unreachable' ? 'unreachable' : 'failed'
}

/** The login screen reads the fragment, which never reaches a server or a log. */
function backToLogin(
  returnTo: string | undefined,
  state: { google: string; rememberMe?: string } | { problem: GoogleProblem },
): Redirect {
  const query = returnTo ? `?${new URLSearchParams({ returnTo }).toString()}` : ''
  return { location: `/login${query}#${new URLSearchParams(state).toString()}` }
}
