import { authRefusals, landingAfterSignIn, type Role, type SignedIn } from '@docketbox/contract'
import { type Given, passSecondFactor } from '#features/second-factor'
import { planStateOf } from '#features/subscriptions'
import type { Deps } from '#platform/deps'
import { queueMail } from '#platform/mail'
import { Refusal } from '#platform/refusal'
import { attemptKey, countAttempt, forgetFailures } from '#platform/failed-attempts'
import { manyFailuresMail } from './mails.ts'
import { hashPassword, isOutdated, isPassword } from './password-hash.ts'
import { presentUser } from './present.ts'
import { reopenIfClosed } from './closing.ts'
import { type Device, openSession } from './sessions.ts'
import { findUserByEmail, findUserByUsername, updateUser, type UserRow } from './user-store.ts'

type Needs = Pick<Deps, 'db' | 'now' | 'config' | 'publicUrl' | 'jobs' | 'secrets' | 'log'>
type Credentials = Given & { email: string; password: string; reopen?: boolean | undefined }

/** Opens a session for somebody who knows their password (decision 11). */
export async function signIn(
  deps: Needs,
  { email, password, reopen, ...given }: Credentials,
  device: Device,
): Promise<SignedIn> {
  const user = await checkPassword(deps, email, password)
  refuseClosedDoor(user, deps.now(), reopen)
  const hasSecondFactor = await passSecondFactor(deps, user, given)
  await reopenIfClosed(deps, user)
  return welcome(deps, user, { ...device, hasSecondFactor })
}

/** The same work for an unknown name as for a wrong password, so that the clock tells nothing. */
export async function checkPassword(deps: Needs, name: string, password: string): Promise<UserRow> {
  const { db, now, log } = deps
  const user = await findByName(deps, name)
  const key = attemptKey('password', user ?? { name })
  const failures = await countAttempt(db, key, now())
  const isRight = await isPassword(password, user?.passwordHash)
  if (user && isRight) {
    await forgetFailures(db, key)
    await renewHash(deps, user, password)
    return user
  }
  log.info({ user: user?.id, failures }, 'a sign-in failed')
  if (user && failures === FAILURES_TO_WARN_AT) {
    await queueMail(deps, db, manyFailuresMail(deps, user, failures))
  }
  throw new Refusal(user ? authRefusals.wrongPassword : authRefusals.unknownEmail)
}

const FAILURES_TO_WARN_AT = 10
/** Where administrators without a second factor set one up. */
const SECOND_FACTOR_SCREEN = '/profile/security'

/** The form takes the e-mail address or the username; a username never holds an @. */
function findByName({ db }: Pick<Deps, 'db'>, name: string): Promise<UserRow | undefined> {
  return name.includes('@') ? findUserByEmail(db, name) : findUserByUsername(db, name)
}

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
  device: Device & { hasSecondFactor: boolean },
): Promise<SignedIn> {
  const role = user.role as Role
  const { token } = await openSession(deps, { id: user.id, role }, device)
  const { subs_details } = await planStateOf(deps, user.id)
  deps.log.info({ user: user.id }, 'signed in')
  const { hasSecondFactor } = device
  const leadsTo =
    role === 'User' || hasSecondFactor
      ? landingAfterSignIn({ role, subs_details }, deps.now())!
      : SECOND_FACTOR_SCREEN
  return { ...presentUser(user), token, subs_details, hasSecondFactor, leadsTo }
}
