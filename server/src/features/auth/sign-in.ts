import { authRefusals, landingAfterSignIn, type Role, type SignedIn } from '@docketbox/contract'
import { type Given, passSecondFactor, type Proofs } from '#features/second-factor'
import { subsDetailsOf } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { attemptKey, countAttempt, forgetFailures } from '#platform/limits/failed-attempts.ts'
import { arrive } from './arrival.ts'
import { manyFailuresMail } from './mails.ts'
import { hashPassword, isOutdated, isPassword } from './password-hash.ts'
import { presentUser } from './present.ts'
import { reopenIfClosed } from './closing.ts'
import { type Device, type Entry, openSession } from './sessions.ts'
import { updateUser, type UserRow } from './user-store.ts'

type Needs = Pick<Deps, 'config' | 'db' | 'log' | 'mail' | 'now' | 'publicUrl' | 'secrets'>
type Credentials = Given & { email: string; password: string; reopen?: boolean | undefined }

/** Opens a session for somebody who knows their password (decision 11). */
export async function signIn(
  deps: Needs,
  { email, password, reopen, ...given }: Credentials,
  device: Device,
): Promise<SignedIn> {
  const { user, proofs, attempts } = await passPassword(deps, email, password)
  try {
    refuseClosedDoor(user, deps.now(), reopen)
    const hasSecondFactor = await passSecondFactor(deps, user, given, proofs)
    await reopenIfClosed(deps, user)
    return await welcome(deps, user, { ...device, hasSecondFactor, forgives: attempts })
  } catch (thrown) {
    // The password was right, whatever keeps its owner outside.
    await forgetFailures(deps.db, attempts)
    throw thrown
  }
}

/** Whose name and password these are. */
export async function checkPassword(deps: Needs, name: string, password: string): Promise<UserRow> {
  const { user, attempts } = await passPassword(deps, name, password)
  await forgetFailures(deps.db, attempts)
  return user
}

/**
 * The same work for an unknown name as for a wrong password, so that the clock tells nothing.
 * @returns whose they are, and under which key the attempt is counted as failed until the caller has it forgotten.
 */
async function passPassword(
  deps: Needs,
  name: string,
  password: string,
): Promise<{ user: UserRow; proofs: Proofs; attempts: string }> {
  const { db, now, log } = deps
  const { user, proofs, isCounted } = await arrive(db, name, now())
  const attempts = attemptKey('password', user ?? { name })
  const failures = isCounted ? 1 : await countAttempt(db, attempts, now())
  const isRight = await isPassword(password, user?.passwordHash)
  if (user && isRight) {
    await renewHash(deps, user, password)
    return { user, proofs, attempts }
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
