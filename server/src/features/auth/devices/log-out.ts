import { assertLoggedIn, type Sessions } from '#features/sessions'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import type { Actor } from '#platform/security/actor.ts'
import { spendAllTokens } from '../one-time-tokens.ts'

type LogOutDeps = Pick<Deps, 'now'>

/**
 * Logs out an actor's other devices, as part of the transaction `db`.
 * @throws Refusal signInRequired if another device has logged out this one meanwhile.
 */
export async function logOutOthers(
  deps: LogOutDeps,
  sessions: Sessions,
  db: Db,
  actor: Pick<Actor, 'id' | 'sessionId'>,
): Promise<void> {
  await sessions.endOthers(db, actor)
  await assertLoggedIn(db, actor)
  await cancelEmailChange(deps, db, actor.id)
}

/** Logs out one device of an actor, as part of the transaction `db`. @returns whether it was logged in. */
export async function logOutDevice(
  deps: LogOutDeps,
  sessions: Sessions,
  db: Db,
  { actor, sessionId }: { actor: Pick<Actor, 'id' | 'sessionId'>; sessionId: string },
): Promise<boolean> {
  const isEnded = await sessions.end(db, { ownerId: actor.id, sessionId })
  if (isEnded && sessionId !== actor.sessionId) await cancelEmailChange(deps, db, actor.id)
  return isEnded
}

/** Someone else on the device may have asked for the change. */
async function cancelEmailChange({ now }: LogOutDeps, db: Db, ownerId: string): Promise<void> {
  await spendAllTokens(db, ownerId, 'change-email', now())
}
