import { MINUTE_MS } from '@docketbox/contract/core/units'
import { type Credentials, profileRefusals } from '@docketbox/contract'
import { verifySecondFactor, secondFactorOf } from '#features/second-factor'
import type { Actor } from '#platform/security/actor.ts'
import type { Deps } from '#platform/config/deps.ts'
import { attemptKey, failureLimit, forgetFailures } from '#platform/limits/failed-attempts.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { invalidInput } from '#platform/http/route.ts'
import { isCorrectPassword } from '../password/hash.ts'
import { findSession } from '#features/sessions'
import { findUser, type UserRow } from '../user-store.ts'

/** A user without a password, or who shows a passkey instead of a code, must have logged in this recently. */
const FRESH_MS = 15 * MINUTE_MS

/**
 * Confirms the caller's identity before a sensitive change, in case someone else is at their device.
 * @throws Refusal for the field `password` or `secondFactor`; freshLogInNeeded; 429 after too many failures.
 */
export async function confirmIdentity(
  deps: Pick<Deps, 'config' | 'db' | 'limits' | 'log' | 'mail' | 'now' | 'publicUrl' | 'secrets'>,
  actor: Actor,
  { password, secondFactor }: Credentials,
): Promise<UserRow> {
  const user = (await findUser(deps.db, actor.id))!
  if (user.passwordHash === null) await requireFresh(deps, actor, 'createdAt')
  else await checkPassword(deps, user, { password, sessionId: actor.sessionId })
  const { isOn, hasApp, passkeys } = await secondFactorOf(deps, user.id)
  if (!isOn) return user
  if (!secondFactor) {
    if (!hasApp) await requireFresh(deps, actor, 'secondFactorAt')
    else if (passkeys.length === 0)
      throw invalidInput({ secondFactor: 'Enter the code from your authenticator app.' })
    // The phone with the app may be lost. A code at the login doesn't count: they could enter another.
    else if (!(await isFresh(deps, actor, 'passkeyAt')))
      throw invalidInput({ secondFactor: 'Enter a code, or log out and log in again with your passkey.' })
    return user
  }
  const countedBy = actor.sessionId
  await verifySecondFactor(deps, user, { secondFactor }, { countedBy }).catch((thrown: unknown) => {
    const isWrong = thrown instanceof Refusal && thrown.spec.status === 401
    throw isWrong ? invalidInput({ secondFactor: thrown.message }) : thrown
  })
  return user
}

/** Failures are counted by session: no one else's keep the owner waiting. */
async function checkPassword(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  user: UserRow,
  { password, sessionId }: { password: string | undefined; sessionId: string },
): Promise<void> {
  if (!password) throw invalidInput({ password: '* Password is required.' })
  const failures = failureLimit(attemptKey('password', user, sessionId))
  await limits.count([failures])
  if (!(await isCorrectPassword(password, user.passwordHash, user.id)))
    throw invalidInput({ password: 'Incorrect password. Please try again.' })
  await forgetFailures(db, [failures])
}

type Since = 'createdAt' | 'secondFactorAt' | 'passkeyAt'

async function requireFresh(deps: Pick<Deps, 'db' | 'now'>, actor: Actor, since: Since): Promise<void> {
  if (!(await isFresh(deps, actor, since))) throw new Refusal(profileRefusals.freshLogInNeeded)
}

async function isFresh({ db, now }: Pick<Deps, 'db' | 'now'>, actor: Actor, since: Since): Promise<boolean> {
  const at = (await findSession(db, actor.id, actor.sessionId))?.[since]
  return !!at && now().getTime() - at.getTime() <= FRESH_MS
}
