import { assertLoggedIn, type Sessions } from '#features/sessions'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import type { Actor } from '#platform/security/actor.ts'
import { cancelEmailChange } from '../email/change.ts'

type LogOutDeps = Pick<Deps, 'now'>

/**
 * Logs out an actor's other devices, as part of the transaction `db`.
 * @throws Refusal signInRequired if another device has logged out this one meanwhile.
 */
export async function logOutOthers(
  { now }: LogOutDeps,
  sessions: Sessions,
  db: Db,
  actor: Pick<Actor, 'id' | 'sessionId'>,
): Promise<void> {
  await sessions.endOthers(db, actor)
  await assertLoggedIn(db, actor)
  // Someone else on those devices may have requested it.
  await cancelEmailChange(db, actor.id, now())
}

/** Logs out one device of an actor, as part of the transaction `db`. @returns whether it was logged in. */
export async function logOutDevice(
  { now }: LogOutDeps,
  sessions: Sessions,
  db: Db,
  { actor, sessionId }: { actor: Pick<Actor, 'id' | 'sessionId'>; sessionId: string },
): Promise<boolean> {
  const isEnded = await sessions.end(db, { ownerId: actor.id, sessionId })
  if (isEnded && sessionId !== actor.sessionId) await cancelEmailChange(db, actor.id, now())
  return isEnded
}
