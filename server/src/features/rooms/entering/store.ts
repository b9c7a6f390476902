import { HOUR_MS } from '@docketbox/contract/core/units'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import type { Actor } from '#platform/security/actor.ts'
import { hashToken, newToken } from '#platform/security/tokens.ts'
import type { RoomRow } from '../sharing/store.ts'

const LINK_MS = 14 * 24 * HOUR_MS
/** As long as a login (requirement 5). */
const SESSION_MS = 12 * HOUR_MS

/** Distinguishes tokens of guests from those of accounts. */
const TOKEN_PREFIX = 'room_'

type RoomKey = Pick<RoomRow, 'ownerId' | 'id'>
/** A room, or without an id all rooms of its owner. */
type OneOrAllRooms = Pick<RoomRow, 'ownerId'> & Partial<RoomKey>

/** Creates the token of a link that opens a room once. */
export async function issueLink(db: Db, { ownerId, id }: RoomKey, now: Date): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + LINK_MS)
  await db
    .insertInto('roomLinks')
    .values({ tokenHash: hashToken(token), ownerId, roomId: id, createdAt: now, expiresAt })
    .execute()
  return token
}

/** The room a link belongs to, whether or not the link can still be used, with its owner. */
export async function findLink(db: Db, token: string) {
  const link = await db
    .selectFrom('roomLinks')
    .select(['ownerId', 'roomId', 'expiresAt', 'usedAt'])
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirst()
  const room = link && (await roomsWithOwners(db).where('r.id', '=', link.roomId).executeTakeFirst())
  return link && room && { ...link, room }
}

/** @returns false if the link is used or expired; of two requests at once, one gets true. */
export async function spendLink(db: Db, token: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('roomLinks')
    .set({ usedAt: now })
    .where('tokenHash', '=', hashToken(token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Uses up the links of one or all rooms that haven't been used: they may have been passed on. */
export async function endLinks(db: Db, { ownerId, id }: OneOrAllRooms, now: Date): Promise<void> {
  await db
    .updateTable('roomLinks')
    .set({ usedAt: now })
    .where('ownerId', '=', ownerId)
    .$if(id !== undefined, (links) => links.where('roomId', '=', id!))
    .where('usedAt', 'is', null)
    .execute()
}

/** The session of an account in which it opens a room. */
export type Login = Pick<Actor, 'id' | 'sessionId'>

/** Opens a session, which ends with `login` if there's one, and returns its bearer token. */
export async function openSession(
  db: Db,
  { ownerId, id }: RoomKey,
  { now, login }: { now: Date; login: Login | undefined },
): Promise<{ id: string; token: string }> {
  const token = TOKEN_PREFIX + newToken()
  const session = { id: newId(), tokenHash: hashToken(token), ownerId, roomId: id, createdAt: now }
  const expiresAt = new Date(now.getTime() + SESSION_MS)
  await db
    .insertInto('roomSessions')
    .values({ ...session, expiresAt, accountId: login?.id, accountSessionId: login?.sessionId })
    .execute()
  return { id: session.id, token }
}

export function isGuestToken(token: string): boolean {
  return token.startsWith(TOKEN_PREFIX)
}

export async function endSessions(db: Db, { ownerId, id }: OneOrAllRooms, now: Date): Promise<void> {
  await db
    .updateTable('roomSessions')
    .set({ endedAt: now })
    .where('ownerId', '=', ownerId)
    .$if(id !== undefined, (sessions) => sessions.where('roomId', '=', id!))
    .where('endedAt', 'is', null)
    .execute()
}

/** Ends the sessions and links of all rooms of an owner. The shares stay: guests can get new links. */
export async function endAllGuestAccess(db: Db, ownerId: string, now: Date): Promise<void> {
  await endSessions(db, { ownerId }, now)
  await endLinks(db, { ownerId }, now)
}

/**
 * Ends the links mailed to an account since a given time, and the sessions opened with them without logging in: they may have
 * been mailed to a thief.
 */
export async function endGuestLinksSince(
  db: Db,
  guestId: string,
  { since, at }: { since: Date; at: Date },
): Promise<void> {
  const rooms = db.selectFrom('rooms').select(['ownerId', 'id']).where('guestId', '=', guestId)
  const theirs = rooms.$asTuple('ownerId', 'id')
  await db
    .updateTable('roomLinks')
    .set({ usedAt: at })
    .where((eb) => eb(eb.refTuple('ownerId', 'roomId'), 'in', theirs))
    .where('usedAt', 'is', null)
    .where('createdAt', '>=', since)
    .execute()
  await db
    .updateTable('roomSessions')
    .set({ endedAt: at })
    .where((eb) => eb(eb.refTuple('ownerId', 'roomId'), 'in', theirs))
    .where('endedAt', 'is', null)
    .where('accountId', 'is', null)
    .where('createdAt', '>=', since)
    .execute()
}

/** @returns whether there was a session to end. */
export async function endSession(db: Db, ownerId: string, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('roomSessions')
    .set({ endedAt: now })
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A session that isn't over, in a room that isn't, of an owner whose account is open. */
export function findLiveSession(db: Db, token: string, { now, today }: { now: Date; today: string }) {
  return openRooms(db, today)
    .innerJoin('roomSessions as s', (join) =>
      join.onRef('s.ownerId', '=', 'r.ownerId').onRef('s.roomId', '=', 'r.id'),
    )
    .select(['s.id as sessionId', 's.accountId', 's.accountSessionId'])
    .where('s.tokenHash', '=', hashToken(token))
    .where('s.endedAt', 'is', null)
    .where('s.expiresAt', '>', now)
    .executeTakeFirst()
}

/** Rooms that someone can enter. */
export function openRooms(db: Db, today: string) {
  return roomsWithOwners(db)
    .where('r.revokedAt', 'is', null)
    .where('r.lastDay', '>=', today)
    .where('owner.suspendedAt', 'is', null)
    .where('owner.closedAt', 'is', null)
}

/**
 * Locks a room until the transaction ends. Until then, its owner's account can't be suspended or closed.
 * @returns undefined unless someone can enter it.
 */
export function lockOpenRoom(
  db: Db,
  { id }: Pick<RoomKey, 'id'>,
  today: string,
): Promise<RoomWithOwner | undefined> {
  return openRooms(db, today).where('r.id', '=', id).forUpdate('r').forShare('owner').executeTakeFirst()
}

function roomsWithOwners(db: Db) {
  return db
    .selectFrom('rooms as r')
    .innerJoin('users as owner', 'owner.id', 'r.ownerId')
    .leftJoin('users as guest', 'guest.id', 'r.guestId')
    .select(['r.id', 'r.ownerId', 'r.email', 'r.incomeYears', 'r.lastDay', 'r.hasOriginals'])
    .select(['r.passcodeHash', 'r.revokedAt', 'r.firstOpenedAt', 'r.guestId'])
    .select(['r.ownerMailedAt', 'r.guestMailedAt', 'r.answersReadUntil'])
    .select(['owner.email as ownerEmail', 'owner.firstName', 'owner.lastName'])
    .select(['owner.suspendedAt', 'owner.closedAt', 'guest.email as guestEmail'])
}

export type RoomWithOwner = Awaited<ReturnType<ReturnType<typeof roomsWithOwners>['executeTakeFirstOrThrow']>>

/** The open rooms of an account: those that are bound to it, and those for its address. */
export function openRoomsFor(db: Db, accountId: string, today: string) {
  const address = sql<string>`(select lower(email) from users where id = ${accountId})`
  return openRooms(db, today).where((eb) =>
    eb.or([
      eb('r.guestId', '=', accountId),
      eb.and([eb('r.guestId', 'is', null), eb(eb.fn('lower', ['r.email']), '=', address)]),
    ]),
  )
}

/** Binds a room to the account that entered it, so that it stays theirs when their address changes. */
export async function bindGuest(db: Db, { ownerId, id }: RoomKey, guestId: string): Promise<void> {
  await db
    .updateTable('rooms')
    .set({ guestId })
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .where('guestId', 'is', null)
    .execute()
}

/** Binds the rooms for an address to the account that had it, so that they stay theirs when it changes. */
export async function bindGuestByEmail(db: Db, email: string, guestId: string): Promise<void> {
  await db
    .updateTable('rooms')
    .set({ guestId })
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('guestId', 'is', null)
    .execute()
}

/** @returns whether this was the first time. */
export async function markOpened(db: Db, { ownerId, id }: RoomKey, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rooms')
    .set({ firstOpenedAt: now })
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .where('firstOpenedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
