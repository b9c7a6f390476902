import { MAX_ROOMS, type Room, roomRefusals, sydneyDay } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Caller } from '#platform/security/scope.ts'
import { presentRoom, requireLastDay, statusOf } from './rules.ts'
import * as store from './store.ts'

/**
 * Changes the last day of a share, even if it has passed. Its sessions follow it.
 * @throws Refusal when the day is in the past or too far away, the share is revoked, or the owner shares with too many people.
 */
export function extend(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { actor, scope: { ownerId } }: Caller,
  { id, until }: { id: string; until: string },
): Promise<Room> {
  return inTransaction(db, async (db) => {
    const at = now()
    const today = sydneyDay(at)
    await store.lockRooms(db, ownerId)
    const room = await store.lockRoom(db, ownerId, id)
    const status = statusOf(room, at)
    if (status === 'revoked') throw new Refusal(roomRefusals.ended)
    requireLastDay(until, today)
    if (status === 'expired' && (await store.countOpen(db, ownerId, today)) >= MAX_ROOMS)
      throw new Refusal(roomRefusals.tooMany)
    if (room.lastDay === until) return presentRoom(room, at)
    await audit(db, { at, actorId: actor.id, action: 'rooms.extend', subjectId: ownerId, details: { until } })
    return presentRoom(await store.updateRoom(db, room, { lastDay: until }), at)
  })
}
