import { authRefusals, landingAfterSignIn, type Role, type SignedIn } from '@docketbox/contract'
import { type Given, passSecondFactor, type Proofs } from '#features/second-factor'
import { subsDetailsOf } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { attemptKey, forgetFailures } from '#platform/limits/failed-attempts.ts'
import { lookUpForSignIn } from './sign-in-lookup.ts'
import { manyFailuresMail } from './mails.ts'
import { hashPassword, isOutdated, isPassword } from './password-hash.ts'
import { presentUser } from './present.ts'
import { reopenIfClosed } from './closing.ts'
import { type Device, type Entry, openSession } from './sessions.ts'
import { updateUser, type UserRow } from './user-store.ts'

type Needs = Pick<Deps, 'config' | 'db' | 'limits' | 'log' | 'mail' | 'now' | 'publicUrl' | 'secrets'>
type Credentials = Given & { email: string; password: string; reopen?: boolean | undefined }

/** Opens a session for somebody who knows their password (decision 11). */
export async function signIn(
  deps: Needs,
  { email, password, reopen, ...given }: Credentials,
  device: Device,
): Promise<SignedIn> {
  const { user, proofs } = await passPassword(deps, email, password)
  refuseClosedDoor(user, deps.now(), reopen)
  const hasSecondFactor = await passSecondFactor(deps, user, given, proofs)
  await reopenIfClosed(deps, user)
  return welcome(deps, user, { ...device, hasSecondFactor })
}

/** Whose name and password these are. */
export async function checkPassword(deps: Needs, name: string, password: string): Promise<UserRow> {
  return (await passPassword(deps, name, password)).user
}

/**
 * The same work for an unknown name as for a wrong password, so that the clock tells nothing.
 */
async function passPassword(
  deps: Needs,
  name: string,
  password: string,
): Promise<{ user: UserRow; proofs: Proofs }> {
  const { db, limits, log } = deps
  const lookup = await lookUpForSignIn(db, name)
  const user = lookup?.user
  const key = attemptKey('password', user ?? { name })
  const failures = await limits.countAttempt(key)
  const isRight = await isPassword(password, user?.passwordHash)
  if (lookup && isRight) {
    await forgetFailures(db, key)
    await renewHash(deps, lookup.user, password)
    return lookup
  }
  log.info({ user: user?.id, failures }, 'a sign-in failed')
  if (user && failures === FAILURES_TO_WARN_AT) {
    await deps.mail.queue(db, manyFailuresMail(deps, user, failures))
  }
  throw new Refusal(user ? authRefusals.wrongPassword : authRefusals.unknownEmail)
}

const FAILURES_TO_WARN_AT = 10
/** Where administrators without a second factor set one up. */
const SECOND_FACTOR_SCREEN = '/profile/security'

async function renewHash({ db, now }: Needs, user: UserRow, password: string): Promise<void> {
  if (!user.passwordHash || !isOutdated(user.passwordHash)) return
  await updateUser(db, user.id, { passwordHash: await hashPassword(password) }, now())
}

/** Reasons to stay outside that only the right password gets to hear. */
export function refuseClosedDoor(user: UserRow, now: Date, isToReopen = false): void {
  if (user.purgeAt && user.purgeAt <= now) throw new Refusal(authRefusals.unknownEmail)
  if (!user.emailVerifiedAt) throw new Refusal(authRefusals.unverified)
  if (user.suspendedAt) throw new Refusal(authRefusals.suspended)
  if (user.closedAt && !isToReopen) throw new Refusal(authRefusals.closed)
}

/** Opens the session and says where it leads. */
export async function welcome(
  deps: Needs,
  user: UserRow,
  entry: Entry & { hasSecondFactor: boolean },
): Promise<SignedIn> {
  const role = user.role as Role
  const { token } = await openSession(deps, { id: user.id, role }, entry)
  const subs_details = await subsDetailsOf(deps, user.id)
  deps.log.info({ user: user.id }, 'signed in')
  const { hasSecondFactor } = entry
  const leadsTo =
    role === 'User' || hasSecondFactor
      ? landingAfterSignIn({ role, subs_details }, deps.now())!
      : SECOND_FACTOR_SCREEN
  return { ...presentUser(user), token, subs_details, hasSecondFactor, leadsTo }
}
