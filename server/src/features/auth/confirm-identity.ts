import { profileRefusals } from '@docketbox/contract'
import { hasSecondFactor, passSecondFactor } from '#features/second-factor'
import type { Actor } from '#platform/actor'
import type { Deps } from '#platform/deps'
import { attemptKey, countAttempt, forgetFailures } from '#platform/failed-attempts'
import { Refusal } from '#platform/refusal'
import { invalidInput } from '#platform/route'
import { isPassword } from './password-hash.ts'
import { findSession } from './session-store.ts'
import { findUser, type UserRow } from './user-store.ts'

/** Somebody without a password proves who they are by having just logged in. */
const FRESH_MS = 15 * 60 * 1000

type Proof = { password?: string | undefined; secondFactor?: string | undefined }

/**
 * Asks once more who is calling, before something that a stranger at an open computer must not do.
 * @returns the caller.
 * @throws Refusal naming the field `password` or `secondFactor`; 429 while it waits after failures.
 */
export async function confirmIdentity(
  deps: Pick<Deps, 'db' | 'now' | 'secrets' | 'config' | 'publicUrl' | 'jobs'>,
  actor: Actor,
  { password, secondFactor }: Proof,
): Promise<UserRow> {
  const user = (await findUser(deps.db, actor.id))!
  if (user.passwordHash === null) await requireFreshSession(deps, actor)
  else await checkPassword(deps, user, password)
  if (!secondFactor && (await hasSecondFactor(deps, user.id)))
    throw invalidInput({ secondFactor: 'Enter the code from your authenticator app.' })
  await passSecondFactor(deps, user, secondFactor).catch((thrown: unknown) => {
    const isWrong = thrown instanceof Refusal && thrown.spec.status === 401
    throw isWrong ? invalidInput({ secondFactor: thrown.message }) : thrown
  })
  return user
}

async function checkPassword(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  user: UserRow,
  password: string | undefined,
): Promise<void> {
  if (!password) throw invalidInput({ password: '* Password is required.' })
  const key = attemptKey('password', user)
  await countAttempt(db, key, now())
  if (!(await isPassword(password, user.passwordHash)))
    throw invalidInput({ password: 'Incorrect password. Please try again.' })
  await forgetFailures(db, key)
}

async function requireFreshSession({ db, now }: Pick<Deps, 'db' | 'now'>, actor: Actor): Promise<void> {
  const session = await findSession(db, actor.id, actor.sessionId)
  if (!session || now().getTime() - session.createdAt.getTime() > FRESH_MS)
    throw new Refusal(profileRefusals.freshLogInNeeded)
}
