import { authRefusals, landingAfterSignIn, paths, type Role, type SignedIn } from '@docketbox/contract'
import { type Device, openSession, type SessionOptions } from '#features/access'
import { type EnrolledFactors, type SecondFactorInput, verifySecondFactor } from '#features/second-factor'
import { subsDetailsOf } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { attemptKey, forgetFailures } from '#platform/limits/failed-attempts.ts'
import { reopenIfClosed } from '../closing/close.ts'
import { hashPassword, isHashOutdated, isCorrectPassword } from '../password/hash.ts'
import { manyFailuresMail } from '../password/mails.ts'
import { presentUser } from '../present.ts'
import { updateUser, type UserRow } from '../user-store.ts'
import { lookUpForSignIn } from './lookup.ts'

type SignInDeps = Pick<Deps, 'config' | 'db' | 'limits' | 'log' | 'mail' | 'now' | 'publicUrl' | 'secrets'>
type Credentials = SecondFactorInput & { email: string; password: string; reopen?: boolean | undefined }

/**
 * Logs in with a password (decision 11).
 * @throws Refusal with its own code for each reason: authRefusals, secondFactorRefusals, or 429 while waiting.
 */
export async function signIn(
  deps: SignInDeps,
  { email, password, reopen, ...secondFactor }: Credentials,
  device: Device,
): Promise<SignedIn> {
  const { user, enrolledFactors } = await verifyPassword(deps, email, password)
  assertCanSignIn(user, deps.now(), reopen)
  const hasSecondFactor = await verifySecondFactor(deps, user, secondFactor, enrolledFactors)
  await reopenIfClosed(deps, user)
  return completeSignIn(deps, user, { ...device, hasSecondFactor })
}

/**
 * Does the same work for an unknown name as for a wrong password, so that timing reveals nothing.
 * @throws Refusal unknownEmail or wrongPassword; 429 while the account has to wait.
 */
export async function verifyPassword(
  deps: SignInDeps,
  name: string,
  password: string,
): Promise<{ user: UserRow; enrolledFactors: EnrolledFactors }> {
  const { db, limits, log } = deps
  const lookup = await lookUpForSignIn(db, name)
  const user = lookup?.user
  const key = attemptKey('password', user ?? { name })
  const failures = await limits.countAttempt(key)
  const isCorrect = await isCorrectPassword(password, user?.passwordHash)
  if (lookup && isCorrect) {
    await forgetFailures(db, key)
    await updateOutdatedHash(deps, lookup.user, password)
    return lookup
  }
  log.info({ user: user?.id, failures }, 'a sign-in failed')
  if (user && failures === FAILURES_BEFORE_WARNING) {
    await deps.mail.queue(db, manyFailuresMail(deps, user, failures))
  }
  throw new Refusal(user ? authRefusals.wrongPassword : authRefusals.unknownEmail)
}

const FAILURES_BEFORE_WARNING = 10

async function updateOutdatedHash({ db, now }: SignInDeps, user: UserRow, password: string): Promise<void> {
  if (!user.passwordHash || !isHashOutdated(user.passwordHash)) return
  await updateUser(db, user.id, { passwordHash: await hashPassword(password) }, now())
}

/** @throws Refusal with the reason, which is only revealed once the password is correct. */
export function assertCanSignIn(user: UserRow, now: Date, isReopening = false): void {
  if (user.purgeAt && user.purgeAt <= now) throw new Refusal(authRefusals.unknownEmail)
  if (!user.emailVerifiedAt) throw new Refusal(authRefusals.unverified)
  if (user.suspendedAt) throw new Refusal(authRefusals.suspended)
  if (user.closedAt && !isReopening) throw new Refusal(authRefusals.closed)
}

/** Opens the session. Administrators without two-step login are sent to set it up. */
export async function completeSignIn(
  deps: SignInDeps,
  user: UserRow,
  options: SessionOptions & { hasSecondFactor: boolean },
): Promise<SignedIn> {
  const role = user.role as Role
  const { token } = await openSession(deps, { id: user.id, role }, options)
  const subs_details = await subsDetailsOf(deps, user.id)
  deps.log.info({ user: user.id }, 'signed in')
  const { hasSecondFactor } = options
  const leadsTo =
    role === 'User' || hasSecondFactor
      ? landingAfterSignIn({ role, subs_details }, deps.now())!
      : paths.security
  return { ...presentUser(user), token, subs_details, hasSecondFactor, leadsTo }
}
