import {
  authRefusals,
  formatDay,
  landingAfterSignIn,
  lastDayOf,
  paths,
  type RefusalSpec,
  type Role,
  type SignedIn,
  type SubsDetails,
} from '@docketbox/contract'
import { openSession } from '#features/sessions'
import { type EnrolledFactors, type SecondFactorInput, verifySecondFactor } from '#features/second-factor'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Limit } from '#platform/limits/counter.ts'
import { forgetFailures } from '#platform/limits/failed-attempts.ts'
import { logSecurity } from '#platform/security/events/log.ts'
import { recordEvent } from '#platform/security/events/record.ts'
import { reopenIfClosed } from '../closing/close.ts'
import { type Client, limitsOfAttempt } from '../devices/client.ts'
import { isKnownTo } from '../devices/known-device.ts'
import { hashPassword, isHashOutdated, isCorrectPassword, waitForHashSlot } from '../password/hash.ts'
import { manyFailuresMail } from '../password/mails.ts'
import { presentUser } from '../present.ts'
import { replaceHash, type UserRow } from '../user-store.ts'
import { lookUpForSignIn } from './lookup.ts'

type SignInDeps = Pick<Deps, 'config' | 'db' | 'limits' | 'log' | 'mail' | 'now' | 'publicUrl' | 'secrets'>
type Credentials = { email: string; password: string }
type SignInInput = SecondFactorInput &
  Credentials & { reopen?: boolean | undefined; rememberMe?: boolean | undefined }

/**
 * Logs in with a password (requirement 11), in as few round trips as possible: one for the user with their plan, one for all
 * limits, one for the session.
 * @throws Refusal with its own code for each reason: authRefusals, secondFactorRefusals, or 429 while waiting.
 */
export async function signIn(
  deps: SignInDeps,
  { email, password, reopen, rememberMe = false, ...secondFactor }: SignInInput,
  client: Client,
): Promise<{ signedIn: SignedIn; user: UserRow }> {
  const verified = await verifyPassword(deps, { email, password }, client)
  const { user, enrolledFactors, failures } = verified
  try {
    assertCanSignIn(deps, user, { source: client.source, isReopening: reopen })
    const provenFactor = await verifySecondFactorOf(deps, user, { ...secondFactor, enrolledFactors }, client)
    await reopenIfClosed(deps, user, client.userAgent)
    const completion = { ...verified, isRemembered: rememberMe, provenFactor }
    const signedIn = await completeSignIn(deps, completion, client)
    if (!signedIn) throw new Refusal(authRefusals.wrongPassword)
    return { signedIn, user }
  } catch (thrown) {
    // The password was right.
    await forgetFailures(deps.db, failures)
    throw thrown
  }
}

type Verified = {
  user: UserRow
  enrolledFactors: EnrolledFactors
  subs_details: SubsDetails | null
  /** To be forgotten, because the password was right. */
  failures: readonly Limit[]
}

/**
 * Does the same work for an unknown name as for a wrong password, so that timing reveals nothing.
 * @throws Refusal unknownEmail or wrongPassword; 429 while the account has to wait.
 */
export async function verifyPassword(
  deps: SignInDeps,
  { email: name, password }: Credentials,
  client: Client,
): Promise<Verified> {
  const { db, limits } = deps
  if (!client.device) await waitForHashSlot()
  const lookup = await lookUpForSignIn(deps, name)
  const user = lookup?.user
  const { failures, calls, isDeviceKnown } = limitsOfAttempt(user ?? { name }, client)
  const [count] = await limits.count([...failures, ...calls])
  const isCorrect = await isCorrectPassword(
    password,
    user?.passwordHash,
    isDeviceKnown ? user?.id : undefined,
  )
  if (lookup && isCorrect) {
    const passwordHash = await replaceOutdatedHash(deps, lookup.user, password)
    return { ...lookup, user: { ...lookup.user, passwordHash }, failures }
  }
  await noteFailure(deps, user, client)
  if (user && count === FAILURES_BEFORE_WARNING)
    await deps.mail.queue(db, manyFailuresMail(deps, user, count))
  throw new Refusal(user ? authRefusals.wrongPassword : authRefusals.unknownEmail)
}

const FAILURES_BEFORE_WARNING = 10

async function noteFailure(
  { db, log, now }: SignInDeps,
  user: UserRow | undefined,
  { source, userAgent }: Client,
): Promise<void> {
  if (!user) return logSecurity(log, { event: 'unknownName', user: null, source })
  await recordEvent({ log, now }, db, { ownerId: user.id, kind: 'signInFailed', userAgent }, { source })
}

/** @returns the current hash. */
async function replaceOutdatedHash(
  { db, now }: SignInDeps,
  { id, passwordHash }: UserRow,
  password: string,
): Promise<string | null> {
  if (!passwordHash || !isHashOutdated(passwordHash)) return passwordHash
  const to = await hashPassword(password)
  await replaceHash(db, id, { from: passwordHash, to }, now())
  return to
}

/** @throws Refusal with the reason, which is only revealed once the password is correct. */
export function assertCanSignIn(
  { log, now }: Pick<Deps, 'log' | 'now'>,
  user: UserRow,
  { source, isReopening = false }: { source: string; isReopening?: boolean | undefined },
): void {
  const refusal = refusalOf(user, now(), isReopening)
  if (!refusal) return
  logSecurity(log, { event: 'signInFailed', user: user.id, reason: refusal.code, source })
  if (refusal !== authRefusals.closed || !user.purgeAt) throw new Refusal(refusal)
  const lastDay = formatDay(lastDayOf(user.purgeAt))
  throw new Refusal(refusal, { message: `Your account is closed. You can reopen it until ${lastDay}.` })
}

function refusalOf(user: UserRow, now: Date, isReopening: boolean): RefusalSpec | undefined {
  if (user.purgeAt && user.purgeAt <= now) return authRefusals.unknownEmail
  if (!user.emailVerifiedAt) return authRefusals.unverified
  if (user.suspendedAt) return authRefusals.suspended
  return user.closedAt && !isReopening ? authRefusals.closed : undefined
}

/** Verifies the second factor of someone logging in; a known device has its own count of failures. */
export async function verifySecondFactorOf(
  deps: SignInDeps,
  user: UserRow,
  { enrolledFactors, ...input }: SecondFactorInput & { enrolledFactors?: EnrolledFactors },
  { device, source, userAgent }: Client,
): ReturnType<typeof verifySecondFactor> {
  const countedBy = isKnownTo(device, user) ? device.id : undefined
  try {
    return await verifySecondFactor(deps, user, input, { enrolledFactors, countedBy })
  } catch (thrown) {
    const isAnswered = input.secondFactor !== undefined || input.passkey !== undefined
    if (isAnswered && thrown instanceof Refusal && thrown.spec.status === 401)
      await recordEvent(
        deps,
        deps.db,
        { ownerId: user.id, kind: 'secondFactorFailed', userAgent },
        { source },
      )
    throw thrown
  }
}

type Completion = Pick<Verified, 'user' | 'subs_details'> & {
  isRemembered: boolean
  provenFactor: Awaited<ReturnType<typeof verifySecondFactor>>
  failures?: readonly Limit[]
}

/**
 * Opens the session. Administrators without two-step login are sent to set it up.
 * @returns undefined if the account's sessions were ended since `user` was read.
 */
export async function completeSignIn(
  deps: SignInDeps,
  { user, subs_details, isRemembered, provenFactor, failures = [] }: Completion,
  { source, userAgent }: Client,
): Promise<SignedIn | undefined> {
  const role = user.role as Role
  const options = { isRemembered, provenFactor, failures, userAgent }
  const session = await openSession(deps, { ...user, role }, options)
  if (!session) {
    logSecurity(deps.log, { event: 'signInFailed', user: user.id, reason: 'accountChanged', source })
    return undefined
  }
  const { id, token } = session
  logSecurity(deps.log, { event: 'signedIn', user: user.id, session: id, source })
  const hasSecondFactor = provenFactor !== null
  const leadsTo =
    role === 'User' || hasSecondFactor
      ? landingAfterSignIn({ role, subs_details }, deps.now())
      : paths.security
  return { ...presentUser(user), token, subs_details, hasSecondFactor, leadsTo }
}
