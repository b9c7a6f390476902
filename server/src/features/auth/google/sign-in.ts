import { type GoogleProblem, googleRefusals, type SignedIn } from '@docketbox/contract'
import { type SecondFactorInput, verifySecondFactor } from '#features/second-factor'
import { Refusal } from '#platform/http/refusal.ts'
import type { Deps } from '#platform/config/deps.ts'
import type { Identity } from '#platform/security/identity-provider.ts'
import { SignInFailed } from '#platform/security/identity-provider.ts'
import type { Redirect } from '#platform/http/route.ts'
import { type Attempt, attemptCookie, endedCookie, readAttempt } from './cookie.ts'
import { accountOf, GoogleRefused } from './account.ts'
import { findToken, issueToken, spendToken } from '../one-time-tokens.ts'
import { reopenIfClosed } from '../closing/close.ts'
import { assertCanSignIn, completeSignIn } from '../sign-in/with-password.ts'
import { findUser } from '../user-store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

/** The browser uses the one-time code straight away. */
const CODE_MS = 5 * 60 * 1000

type Start = { rememberMe?: string | undefined; returnTo?: string | undefined }

/** Redirects to Google, with an encrypted cookie that the callback needs. */
export async function startGoogle(deps: Deps, { rememberMe, returnTo }: Start): Promise<Redirect> {
  if (!deps.identity) return backToLogin(undefined, { problem: 'failed' })
  const options = { isRemembered: rememberMe === 'true', returnTo: localPath(returnTo) }
  try {
    const { url, attempt } = await deps.identity.begin()
    return { location: url, setCookie: attemptCookie(deps, { ...attempt, ...options }) }
  } catch (thrown) {
    return backToLogin(options.returnTo, { problem: problemOf(deps, thrown) })
  }
}

type CallbackQuery = Record<string, string | undefined>

/** Handles the callback. It always leads to the login screen, with a code or a problem. */
export async function finishAtGoogle(deps: Deps, query: CallbackQuery, cookies: string): Promise<Redirect> {
  const attempt = readAttempt(deps, cookies)
  const setCookie = endedCookie(deps)
  if (!attempt || !deps.identity) return { ...backToLogin(undefined, { problem: 'failed' }), setCookie }
  try {
    const parameters = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
    const identity = await deps.identity.finish(new URLSearchParams(parameters), attempt)
    const code = await codeFor(deps, identity, attempt)
    const remembered = attempt.isRemembered ? { rememberMe: 'true' } : {}
    return { ...backToLogin(attempt.returnTo, { google: code, ...remembered }), setCookie }
  } catch (thrown) {
    const problem = problemOf(deps, thrown)
    return { ...backToLogin(attempt.returnTo, { problem }), setCookie }
  }
}

/** Exchanges the code for a session. */
export async function signInWithCode(
  deps: Deps,
  { code, reopen, ...secondFactor }: SecondFactorInput & { code: string; reopen?: boolean | undefined },
  userAgent: string,
): Promise<SignedIn> {
  const now = deps.now()
  const { user, payload } = await userOfCode(deps, code)
  assertCanSignIn(user, now, reopen)
  // The code stays valid while the user enters the second factor.
  const hasSecondFactor = await verifySecondFactor(deps, user, secondFactor)
  await reopenIfClosed(deps, user)
  if (!(await spendToken(deps.db, code, 'sign-in', now))) throw new Refusal(googleRefusals.badCode)
  const { isRemembered } = payload as { isRemembered?: string }
  return completeSignIn(deps, user, { isRemembered: isRemembered === 'true', userAgent, hasSecondFactor })
}

/** @returns whose one-time code this is. @throws Refusal badCode. */
export async function userOfCode({ db, now }: Pick<Deps, 'db' | 'now'>, code: string) {
  const token = await findToken(db, code, 'sign-in')
  const user = token && (await findUser(db, token.ownerId))
  if (!user || token.usedAt || token.expiresAt <= now()) throw new Refusal(googleRefusals.badCode)
  return { user, payload: token.payload }
}

function codeFor(deps: Deps, identity: Identity, { isRemembered }: Attempt): Promise<string> {
  return inTransaction(deps.db, async (db) => {
    const user = await accountOf(deps, db, identity)
    return issueToken(db, user.id, 'sign-in', {
      now: deps.now(),
      lastsMs: CODE_MS,
      payload: { isRemembered: String(isRemembered) },
    })
  })
}

function problemOf({ log }: Pick<Deps, 'log'>, thrown: unknown): GoogleProblem {
  if (thrown instanceof GoogleRefused) return thrown.problem
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

const here = 'https://here.invalid'

/** @returns the address if it's a path of this site. */
function localPath(address: string | undefined): string | undefined {
  if (!address?.startsWith('/') || !URL.canParse(address, here)) return undefined
  const { origin, pathname, search } = new URL(address, here)
  // Dot segments can leave `//`, which starts another site's address.
  return origin === here && !pathname.startsWith('//') ? pathname + search : undefined
}
