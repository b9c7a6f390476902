import { fullName } from '@docketbox/contract/core/people/full-name'
import { type Client, type OpenRoom, roomRefusals, sydneyDay } from '@docketbox/contract'
import { isCorrectPassword } from '#features/auth'
import { findLiveSession } from '#features/sessions'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { type ListPage, wholeList } from '#platform/database/queries/page.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { attemptKey, failureLimit, forgetFailures } from '#platform/limits/failed-attempts.ts'
import type { Actor } from '#platform/security/actor.ts'
import { type Caller, guestScope, type Scope } from '#platform/security/scope.ts'
import { insertEntry } from '../guest-log/store.ts'
import { firstVisitMail, linkMail, type RoomMailDeps } from '../mails.ts'
import { presentShared, yearLabels } from '../sharing/rules.ts'
import * as store from './store.ts'

type EnterDeps = Pick<Deps, 'db' | 'now' | 'limits'> & RoomMailDeps

/** After so many wrong passcodes a link stops working. */
const MAX_WRONG_PASSCODES = 10
const linksPerRoom = { max: 3, windowSeconds: 60 * 60 }

/**
 * Opens a room with a mailed link and, if it has one, its passcode.
 * @throws Refusal when the link is used or expired, the room is closed, or the passcode is missing or wrong.
 */
export async function enter(
  deps: EnterDeps,
  { token, passcode }: { token: string; passcode?: string | undefined },
): Promise<{ token: string }> {
  const at = deps.now()
  const link = await store.findLink(deps.db, token)
  if (!link) throw new Refusal(roomRefusals.badLink)
  if (!isOpen(link.room, at)) throw new Refusal(roomRefusals.accessEnded)
  if (link.usedAt || link.expiresAt <= at) throw new Refusal(roomRefusals.badLink)
  await checkPasscode(deps, link.room, passcode, () => store.spendLink(deps.db, token, at))
  return inTransaction(deps.db, async (db) => {
    // The owner may have ended access while the passcode was checked.
    if (!(await store.lockOpenRoom(db, link.room, sydneyDay(at)))) throw new Refusal(roomRefusals.accessEnded)
    if (!(await store.spendLink(db, token, at))) throw new Refusal(roomRefusals.badLink)
    return openSession(deps, db, link.room, { now: at, login: undefined })
  })
}

/** Opens a room of the caller's client list, until the caller's own session ends. */
export async function enterAsClient(
  deps: EnterDeps,
  actor: Actor,
  roomId: string,
  passcode: string | undefined,
): Promise<{ token: string }> {
  const at = deps.now()
  const room = await store
    .openRoomsFor(deps.db, actor.id, sydneyDay(at))
    .where('r.id', '=', roomId)
    .executeTakeFirst()
  if (!room) throw new Refusal(roomRefusals.notFound)
  await checkPasscode(deps, room, passcode)
  return inTransaction(deps.db, async (db) => {
    if (!(await store.lockOpenRoom(db, room, sydneyDay(at)))) throw new Refusal(roomRefusals.notFound)
    await store.bindGuest(db, room, actor.id)
    return openSession(deps, db, room, { now: at, login: actor })
  })
}

/** @param onTooMany called when so many wrong ones were tried that guessing must end. */
async function checkPasscode(
  { db, limits }: Pick<Deps, 'db' | 'limits'>,
  room: store.RoomWithOwner,
  passcode: string | undefined,
  onTooMany?: () => Promise<unknown>,
): Promise<void> {
  if (room.passcodeHash === null) return
  if (passcode === undefined) throw new Refusal(roomRefusals.passcodeNeeded)
  const failures = failureLimit(attemptKey('passcode', room))
  const [attempts = 0] = await limits.count([failures])
  // Without the space that phones add, as it's set. Those set before 2026-11-28 may have one.
  for (const typed of new Set([passcode.trim(), passcode]))
    if (await isCorrectPassword(typed, room.passcodeHash)) return forgetFailures(db, [failures])
  if (attempts >= MAX_WRONG_PASSCODES) await onTooMany?.()
  throw new Refusal(roomRefusals.wrongPasscode)
}

async function openSession(
  deps: EnterDeps,
  db: Db,
  room: store.RoomWithOwner,
  opening: Parameters<typeof store.openSession>[2],
): Promise<{ token: string }> {
  const session = await store.openSession(db, room, opening)
  const at = opening.now
  const entry = { ownerId: room.ownerId, roomId: room.id, sessionId: session.id, at }
  await insertEntry(db, { ...entry, action: 'enter', about: null, fileName: null })
  if (await store.markOpened(db, room, at)) await deps.mail.queue(db, firstVisitMail(deps, room))
  return { token: session.token }
}

/** Emails a new link to the person an earlier link was for; the link itself proves that they may have one. */
export async function requestLink(deps: EnterDeps, token: string): Promise<{ isSent: true }> {
  const at = deps.now()
  const link = await store.findLink(deps.db, token)
  if (!link || !isOpen(link.room, at)) throw new Refusal(roomRefusals.accessEnded)
  const { room } = link
  await deps.limits.consume('room-link', room.id, linksPerRoom)
  await inTransaction(deps.db, async (db) => {
    const newToken = await store.issueLink(db, room, at)
    const to = room.guestEmail ?? room.email
    const owner = { firstName: room.firstName, lastName: room.lastName, email: room.ownerEmail }
    await deps.mail.queue(db, linkMail(deps, { room, owner, token: newToken, to }))
  })
  return { isSent: true }
}

function isOpen({ revokedAt, lastDay, suspendedAt, closedAt }: store.RoomWithOwner, now: Date): boolean {
  return !revokedAt && !suspendedAt && !closedAt && lastDay >= sydneyDay(now)
}

/**
 * The caller behind a guest's bearer token; null once the share or the login it was opened with has ended. Not cached:
 * revoking and logging out end it at once.
 */
export async function findGuest(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  token: string,
): Promise<Caller | null> {
  const at = now()
  const room = await store.findLiveSession(db, token, { now: at, today: sydneyDay(at) })
  if (!room) return null
  const { id, ownerId, sessionId, incomeYears, hasOriginals, accountId, accountSessionId } = room
  const isFromAccount = accountId !== null && accountSessionId !== null
  if (isFromAccount && !(await findLiveSession(db, accountId, accountSessionId, at))) return null
  return {
    actor: { id, role: 'User', sessionId, hasSecondFactor: false, roomId: id },
    scope: guestScope({ ownerId, hasOriginals, incomeYears: yearLabels(incomeYears) }),
  }
}

/** What is shared in the caller's session. */
export async function showRoom({ db, now }: Pick<Deps, 'db' | 'now'>, { roomId }: Actor): Promise<OpenRoom> {
  const room =
    roomId === undefined
      ? undefined
      : await store.openRooms(db, sydneyDay(now())).where('r.id', '=', roomId).executeTakeFirst()
  if (!room) throw new Refusal(roomRefusals.notFound)
  return { ...presentShared(room), owner: fullName(room), ownerEmail: room.ownerEmail, email: room.email }
}

export async function leave(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { actor, scope }: { actor: Actor; scope: Scope },
): Promise<{ hasLeft: boolean }> {
  return { hasLeft: await store.endSession(db, scope.ownerId, actor.sessionId, now()) }
}

/** Everyone who shares with the caller's account, by name, each with what they share. */
export async function listClients(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id }: Actor,
): Promise<ListPage<Client>> {
  const rooms = await store
    .openRoomsFor(db, id, sydneyDay(now()))
    .orderBy('owner.firstName')
    .orderBy('owner.lastName')
    .orderBy('r.ownerId')
    .orderBy('r.id', 'desc')
    .execute()
  const byOwner = Map.groupBy(rooms, ({ ownerId }) => ownerId)
  return wholeList(
    [...byOwner].map(([ownerId, shared]) => ({
      _id: ownerId,
      name: fullName(shared[0]!),
      email: shared[0]!.ownerEmail,
      rooms: shared.map((room) => ({ ...presentShared(room), hasPasscode: room.passcodeHash !== null })),
    })),
  )
}
