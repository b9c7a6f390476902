import { roomRefusals } from '@docketbox/contract'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Rooms } from '#platform/database/row-types.ts'
import { Refusal } from '#platform/http/refusal.ts'

export type RoomRow = Selectable<Rooms>
type NewRoom = Omit<
  RoomRow,
  'firstOpenedAt' | 'lastAccessAt' | 'revokedAt' | 'ownerMailedAt' | 'guestMailedAt' | 'answersReadUntil'
>

const MAX_LISTED = 500

/** Lets only one request at a time add to an owner's rooms, so that parallel ones can't pass the limit. */
export async function lockRooms(db: Db, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rooms ${ownerId}`}, 0))`.execute(db)
}

export function insertRoom(db: Db, row: NewRoom): Promise<RoomRow> {
  return db.insertInto('rooms').values(row).returningAll().executeTakeFirstOrThrow()
}

export function findByKey(db: Db, ownerId: string, key: string): Promise<RoomRow | undefined> {
  return selectRooms(db, ownerId).where('idempotencyKey', '=', key).executeTakeFirst()
}

/** Whether someone has opened a room that was shared with this address, and isn't revoked. */
export async function hasOpenedRoom(db: Db, email: string): Promise<boolean> {
  const room = await db
    .selectFrom('rooms')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('guestId', 'is', null)
    .where('revokedAt', 'is', null)
    .where('firstOpenedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return room !== undefined
}

export function findRoom(db: Db, ownerId: string, id: string): Promise<RoomRow | undefined> {
  return selectRooms(db, ownerId).where('id', '=', id).executeTakeFirst()
}

/** Locks a room until the transaction ends. @throws Refusal when there's no such room. */
export function lockRoom(db: Db, ownerId: string, id: string): Promise<RoomRow> {
  return selectRooms(db, ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Refusal(roomRefusals.notFound))
}

/** The owner's rooms, newest first: ids are in the order of time. */
export function listRooms(db: Db, ownerId: string): Promise<RoomRow[]> {
  return selectRooms(db, ownerId).orderBy('id', 'desc').limit(MAX_LISTED).execute()
}

/** Rooms bound to an account that were shared with another address than its current one, and aren't revoked. */
export function listRoomsOfFormerAddresses(db: Db, guest: { id: string; email: string }): Promise<RoomRow[]> {
  return db
    .selectFrom('rooms')
    .selectAll()
    .where('guestId', '=', guest.id)
    .where('revokedAt', 'is', null)
    .where((eb) => eb(eb.fn('lower', ['email']), '<>', guest.email.toLowerCase()))
    .execute()
}

function selectRooms(db: Db, ownerId: string) {
  return db.selectFrom('rooms').selectAll().where('ownerId', '=', ownerId)
}

export async function countOpen(db: Db, ownerId: string, today: string): Promise<number> {
  const { count } = await db
    .selectFrom('rooms')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ownerId', '=', ownerId)
    .where('revokedAt', 'is', null)
    .where('lastDay', '>=', today)
    .executeTakeFirstOrThrow()
  return count
}

export function updateRoom(
  db: Db,
  { ownerId, id }: Pick<RoomRow, 'ownerId' | 'id'>,
  change: Partial<Pick<RoomRow, 'revokedAt' | 'lastDay' | 'ownerMailedAt' | 'guestMailedAt'>>,
): Promise<RoomRow> {
  return db
    .updateTable('rooms')
    .set(change)
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Records that a room's guest has read the answers given until then; writes nothing if that's known. */
export async function setAnswersRead(
  db: Db,
  { ownerId, id }: Pick<RoomRow, 'ownerId' | 'id'>,
  answersReadUntil: Date,
): Promise<void> {
  await db
    .updateTable('rooms')
    .set({ answersReadUntil })
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('answersReadUntil', 'is', null), eb('answersReadUntil', '<', answersReadUntil)]))
    .execute()
}
