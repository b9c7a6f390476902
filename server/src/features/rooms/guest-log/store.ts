import { MINUTE_MS } from '@docketbox/contract/core/units'
import type { GuestAction } from '@docketbox/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import { readPage } from '#platform/database/queries/page.ts'
import type { RoomRow } from '../sharing/store.ts'

export type NewEntry = {
  ownerId: string
  roomId: string
  sessionId: string
  at: Date
  action: GuestAction
  about: string | null
  fileName: string | null
}

/** Looking at the same thing again within this time is the same visit; opening a receipt shows its picture, too. */
const REPEAT_MS = 10 * MINUTE_MS
const MAX_ABOUT_LENGTH = 200

/**
 * Adds to the guest log, as part of the transaction `db`: each download, but the same view only once in a while.
 * @param isContinued whether it's the rest of a download, which only counts if its beginning wasn't recorded.
 * @returns whether it was added.
 */
export async function insertEntry(
  db: Db,
  { at, about, ...entry }: NewEntry,
  { isContinued = false } = {},
): Promise<boolean> {
  const { ownerId, roomId, sessionId, action, fileName } = entry
  const shown = about?.slice(0, MAX_ABOUT_LENGTH) ?? null
  const isRepeatable = action.startsWith('download') && !isContinued
  const same = action === 'viewImage' ? ['viewImage', 'openReceipt'] : [action]
  const since = isContinued ? new Date(0) : new Date(at.getTime() - REPEAT_MS)
  // A screen may ask for the same thing with two calls at once.
  if (!isRepeatable)
    await sql`select pg_advisory_xact_lock(hashtextextended(${`viewed ${sessionId} ${shown}`}, 0))`.execute(
      db,
    )
  const { numAffectedRows } =
    await sql`insert into room_accesses (owner_id, room_id, id, session_id, at, action, about, file_name)
    select ${ownerId}, ${roomId}, ${newId()}, ${sessionId}, ${at}, ${action}, ${shown}::text, ${fileName}::text
    where ${isRepeatable} or not exists (
      select from room_accesses where owner_id = ${ownerId} and room_id = ${roomId}
        and session_id = ${sessionId} and at > ${since} and action = any(${same})
        and about is not distinct from ${shown}::text
    )`.execute(db)
  await db
    .updateTable('rooms')
    .set({ lastAccessAt: at })
    .where('ownerId', '=', ownerId)
    .where('id', '=', roomId)
    .where((eb) =>
      eb.or([eb('lastAccessAt', 'is', null), eb('lastAccessAt', '<', new Date(at.getTime() - REPEAT_MS))]),
    )
    .execute()
  return numAffectedRows === 1n
}

/** One page of what was opened and downloaded in a room, newest first. */
export function listEntries(
  db: Db,
  { ownerId, id }: Pick<RoomRow, 'ownerId' | 'id'>,
  paging: { page: number; limit: number },
) {
  const entries = db
    .selectFrom('roomAccesses')
    .select(['id', 'at', 'action', 'about', 'fileName'])
    .where('ownerId', '=', ownerId)
    .where('roomId', '=', id)
    .orderBy('id', 'desc')
  return readPage(entries, paging)
}

/** Whether `about` is the id of a receipt. */
export function isAboutReceipt({ action, about }: { action: string; about: string | null }): boolean {
  return about !== null && ['openReceipt', 'viewImage', 'downloadFile'].includes(action)
}
