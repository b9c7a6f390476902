import {
  defaultUntil,
  type GuestLogEntry,
  incomeYearOf,
  MAX_ROOMS,
  type Parsed,
  type Room,
  roomRefusals,
  type roomEndpoints,
  sydneyDay,
} from '@docketbox/contract'
import { findUser, findUserByEmail, hashPassword } from '#features/auth'
import { requestPack } from '#features/packs'
import { receiptSummaries } from '#features/receipts'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import { type ListPage, pageOf, wholeList } from '#platform/database/queries/page.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { invalidInput } from '#platform/http/route.ts'
import { tryCountMailTo } from '#platform/mail/unverified-addresses.ts'
import { audit, type AuditEntry } from '#platform/security/audit-log.ts'
import type { Caller, Scope } from '#platform/security/scope.ts'
import { isAboutReceipt, listEntries } from '../guest-log/store.ts'
import { endLinks, endSessions, issueLink } from '../entering/store.ts'
import { invitationMail, linkMail, type RoomMailDeps } from '../mails.ts'
import { presentRoom, requireLastDay, statusOf, yearEndings, yearLabels } from './rules.ts'
import * as store from './store.ts'

type ShareDeps = Pick<Deps, 'db' | 'jobs' | 'limits' | 'now'> & RoomMailDeps
type Share = Parsed<typeof roomEndpoints.create>['body']

/**
 * Shares income years with someone and emails them a link. The same idempotency key shares once.
 * @throws Refusal when the last day is in the past or too far away, a year hasn't started, the owner shares with too
 * many people, the address gets too many mails, or the key was used with other details.
 */
export async function share(
  deps: ShareDeps,
  { actor, scope: { ownerId } }: Caller,
  details: Share,
  idempotencyKey: string | undefined,
): Promise<Room> {
  const { email, years, until, withOriginals, passcode } = details
  const at = deps.now()
  const today = sydneyDay(at)
  const lastDay = until ?? defaultUntil(today)
  requireLastDay(lastDay, today)
  if (years.some((year) => year > incomeYearOf(today)))
    throw invalidInput({ years: 'Choose income years that have started.' })
  const findExisting = async (db: Db) => {
    const existing = idempotencyKey && (await store.findByKey(db, ownerId, idempotencyKey))
    if (existing && !isShareOf(existing, details)) throw new Refusal(roomRefusals.keyReused)
    return existing
  }
  const earlier = await findExisting(deps.db)
  if (earlier) return presentRoom(earlier, at)
  await countMail(deps, email)
  const passcodeHash = passcode === undefined ? null : await hashPassword(passcode)
  return inTransaction(deps.db, async (db) => {
    await store.lockRooms(db, ownerId)
    const existing = await findExisting(db)
    if (existing) return presentRoom(existing, at)
    const owner = (await findUser(db, ownerId))!
    if (owner.email.toLowerCase() === email.toLowerCase()) throw new Refusal(roomRefusals.ownEmail)
    if ((await store.countOpen(db, ownerId, today)) >= MAX_ROOMS) throw new Refusal(roomRefusals.tooMany)
    const guest = await findUserByEmail(db, email)
    const room = await store.insertRoom(db, {
      id: newId(),
      ownerId,
      email,
      guestId: guest?.emailVerifiedAt ? guest.id : null,
      incomeYears: yearEndings(years),
      lastDay,
      hasOriginals: withOriginals,
      passcodeHash,
      createdAt: at,
      idempotencyKey: idempotencyKey ?? null,
    })
    const token = await issueLink(db, room, at)
    // So that the guest finds a pack for each year.
    for (const incomeYear of years) await requestPack(db, deps, { ownerId, incomeYear })
    await deps.mail.queue(db, invitationMail(deps, { room, owner, token, to: email }))
    await audit(db, {
      at,
      actorId: actor.id,
      action: 'rooms.create',
      subjectId: ownerId,
      // Not which years: administrators mustn't see that.
      details: { until: lastDay },
    })
    return presentRoom(room, at)
  })
}

function isShareOf(room: store.RoomRow, { email, years, until, withOriginals }: Share): boolean {
  return (
    room.email === email &&
    yearLabels(room.incomeYears).join() === years.join() &&
    (until === undefined || room.lastDay === until) &&
    room.hasOriginals === withOriginals
  )
}

/** Counts a mail to an address that hasn't shown any interest yet. @throws Refusal once it got enough of them today. */
async function countMail(deps: ShareDeps, email: string): Promise<void> {
  if ((await findUserByEmail(deps.db, email))?.emailVerifiedAt) return
  if (await store.hasOpenedRoom(deps.db, email)) return
  if (!(await tryCountMailTo(deps, email, { enteredBy: 'user' })))
    throw new Refusal(roomRefusals.addressMailedOften)
}

export async function listShares(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { ownerId }: Scope,
): Promise<ListPage<Room>> {
  const at = now()
  const rooms = await store.listRooms(db, ownerId)
  return wholeList(rooms.map((room) => presentRoom(room, at)))
}

/** When an owner shares or has shared, newest first; neither with whom nor what. */
export async function listSharePeriods({ db, now }: Pick<Deps, 'db' | 'now'>, ownerId: string) {
  const at = now()
  const rooms = await store.listRooms(db, ownerId)
  return rooms.map((row) => {
    const { status, createdAt, until, lastAccessAt } = presentRoom(row, at)
    return { status, createdAt, until, lastAccessAt }
  })
}

/** Ends a share, its sessions and links. Does nothing if it's revoked already, so that a retry does no harm. */
export function revoke(
  { db, now }: ShareDeps,
  { actor, scope: { ownerId } }: Caller,
  id: string,
): Promise<Room> {
  return inTransaction(db, async (db) => {
    const at = now()
    const room = await store.lockRoom(db, ownerId, id)
    if (room.revokedAt) return presentRoom(room, at)
    return presentRoom(await endRoom(db, room, { at, actorId: actor.id }), at)
  })
}

/** Ends shares made since a given time: a thief may have shared with themselves. */
export async function revokeSharesSince(
  db: Db,
  ownerId: string,
  { since, at }: { since: Date; at: Date },
): Promise<void> {
  const rooms = await store.listRooms(db, ownerId)
  for (const room of rooms.filter(({ createdAt, revokedAt }) => createdAt > since && !revokedAt))
    await endRoom(db, room, { at, actorId: null })
}

/** Ends the shares of an account that's being deleted with addresses it has left: someone else may have those by now. */
export async function revokeSharesWithFormerAddresses(
  db: Db,
  guest: { id: string; email: string },
  at: Date,
): Promise<void> {
  for (const room of await store.listRoomsOfFormerAddresses(db, guest))
    await endRoom(db, room, { at, actorId: null })
}

async function endRoom(
  db: Db,
  room: store.RoomRow,
  entry: Pick<AuditEntry, 'at' | 'actorId'>,
): Promise<store.RoomRow> {
  await endSessions(db, room, entry.at)
  await endLinks(db, room, entry.at)
  await audit(db, { ...entry, action: 'rooms.revoke', subjectId: room.ownerId })
  return store.updateRoom(db, room, { revokedAt: entry.at })
}

/** Undoes revoking a share; its sessions and links stay ended. */
export function restore(
  { db, now }: ShareDeps,
  { actor, scope: { ownerId } }: Caller,
  id: string,
): Promise<Room> {
  return inTransaction(db, async (db) => {
    const at = now()
    await store.lockRooms(db, ownerId)
    const room = await store.lockRoom(db, ownerId, id)
    const status = statusOf({ ...room, revokedAt: null }, at)
    if (status === 'expired') throw new Refusal(roomRefusals.notRevoked)
    if (!room.revokedAt) return presentRoom(room, at)
    if ((await store.countOpen(db, ownerId, sydneyDay(at))) >= MAX_ROOMS)
      throw new Refusal(roomRefusals.tooMany)
    const restored = await store.updateRoom(db, room, { revokedAt: null })
    await audit(db, { at, actorId: actor.id, action: 'rooms.restore', subjectId: ownerId })
    return presentRoom(restored, at)
  })
}

/** Emails the invited person a new link, which replaces earlier ones. @throws Refusal when the share has ended, or the address gets too many mails. */
export async function sendLink(deps: ShareDeps, { ownerId }: Scope, id: string): Promise<Room> {
  const unbound = await store.findRoom(deps.db, ownerId, id)
  if (unbound?.guestId === null) await countMail(deps, unbound.email)
  return inTransaction(deps.db, async (db) => {
    const at = deps.now()
    const room = await store.lockRoom(db, ownerId, id)
    if (statusOf(room, at) !== 'active') throw new Refusal(roomRefusals.ended)
    const owner = (await findUser(db, ownerId))!
    const guest = room.guestId === null ? undefined : await findUser(db, room.guestId)
    await endLinks(db, room, at)
    const token = await issueLink(db, room, at)
    await deps.mail.queue(db, linkMail(deps, { room, owner, token, to: guest?.email ?? room.email }))
    return presentRoom(room, at)
  })
}

/** One page of what the invited person opened and downloaded, newest first. */
export async function listGuestLog(
  { db }: Pick<Deps, 'db'>,
  { ownerId }: Scope,
  id: string,
  paging: { page: number; limit: number },
): Promise<ListPage<GuestLogEntry>> {
  const room = await store.findRoom(db, ownerId, id)
  if (!room) throw new Refusal(roomRefusals.notFound)
  const { rows, total } = await listEntries(db, room, paging)
  const receipts = await receiptSummaries(
    db,
    ownerId,
    rows.filter(isAboutReceipt).map(({ about }) => about!),
  )
  const docs = rows.map((row) => ({
    _id: row.id,
    at: row.at.toISOString(),
    email: room.email,
    action: row.action as GuestLogEntry['action'],
    about: row.about,
    title: row.fileName ?? (row.about && receipts.get(row.about)?.title) ?? null,
  }))
  return pageOf(docs, paging, total)
}
