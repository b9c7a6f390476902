import {
  commonRefusals,
  endingOf,
  type Note,
  type Parsed,
  receiptRefusals,
  type roomEndpoints,
  roomRefusals,
  sydneyDay,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { isForeignKeyViolation } from '#platform/database/errors.ts'
import { newId } from '#platform/database/ids.ts'
import { type ListPage, wholeList } from '#platform/database/queries/page.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { type Caller, requireYear, yearLimit } from '#platform/security/scope.ts'
import type { RoomMailDeps } from '../mails.ts'
import { statusOf } from '../sharing/rules.ts'
import { lockRoom, setAnswersRead } from '../sharing/store.ts'
import { notify } from './notify.ts'
import { presentNote, presentNotes } from './present.ts'
import { type NewNote, resolveInRoom, reviewedFacts } from './resolve.ts'
import * as store from './store.ts'

type NoteDeps = Pick<Deps, 'db' | 'jobs' | 'now'> & RoomMailDeps
type Filter = Parsed<typeof roomEndpoints.notes>['query']

/** Notes of the caller's room, or of all rooms of an owner. */
export async function listNotes(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { actor, scope }: Caller,
  { receipt, incomeYear, open, read }: Filter,
): Promise<ListPage<Note>> {
  requireYear(scope, incomeYear)
  const rows = await store.listNotes(db, scope.ownerId, {
    roomId: actor.roomId,
    receiptId: receipt,
    incomeYear: incomeYear === undefined ? undefined : endingOf(incomeYear),
    openOn: open === 'true' ? sydneyDay(now()) : undefined,
    onlyYears: yearLimit(scope),
  })
  if (actor.roomId !== undefined && (read === 'true' || receipt !== undefined)) {
    const answers = rows.flatMap(({ kind, answeredAt }) => (kind === 'request' && answeredAt) || [])
    const newest = answers.toSorted((one, other) => other.getTime() - one.getTime())[0]
    if (newest) await setAnswersRead(db, { ownerId: scope.ownerId, id: actor.roomId }, newest)
  }
  return wholeList(await presentNotes(db, { actor, scope }, rows))
}

/**
 * Adds a note, once for the same idempotency key.
 * @throws Refusal when the receipt or the income year isn't shared, the receipt has changed since it was reviewed, the share
 * has ended, an owner does what's for guests or writes what the guest couldn't read, or the key was used for another note.
 */
export async function addNote(
  deps: NoteDeps,
  { actor, scope }: Caller,
  note: NewNote,
  idempotencyKey: string | undefined,
): Promise<Note> {
  const { ownerId } = scope
  const isGuest = actor.roomId !== undefined
  const named = 'room' in note ? note.room : undefined
  // Owners only comment, in a room they name.
  if (isGuest ? named !== undefined : note.kind !== 'comment') throw new Refusal(commonRefusals.notAllowed)
  const roomId = actor.roomId ?? named
  if (roomId === undefined) throw new Refusal(roomRefusals.notFound)
  return inTransaction(deps.db, async (db) => {
    const at = deps.now()
    const room = await lockRoom(db, ownerId, roomId)
    if (statusOf(room, at) !== 'active')
      throw new Refusal(isGuest ? roomRefusals.accessEnded : roomRefusals.ended)
    const about = await resolveInRoom(db, scope, room, note.about)
    const content = {
      ...about,
      kind: note.kind,
      text: 'text' in note ? note.text : null,
      label: 'label' in note ? note.label : null,
    }
    const { id, isNew } = await store.insertNote(db, {
      ...content,
      reviewedFacts: await reviewedFacts(db, ownerId, note),
      id: newId(),
      ownerId,
      roomId,
      author: isGuest ? 'guest' : 'owner',
      createdAt: at,
      idempotencyKey: idempotencyKey ?? null,
    })
    const added = (await store.findNote(db, ownerId, id))!
    if (!isSameNote(added, content)) throw new Refusal(roomRefusals.keyReused)
    if (isNew && note.kind === 'request') await notify(db, deps, roomId, 'owner')
    return presentNote(db, { actor, scope }, id)
  }).catch((error: unknown) => {
    // The receipt was deleted for good meanwhile, or the room was.
    if (!isForeignKeyViolation(error)) throw error
    throw new Refusal('receipt' in note.about ? receiptRefusals.notFound : roomRefusals.notFound)
  })
}

type Content = Pick<store.RoomNote, 'incomeYear' | 'receiptId' | 'kind' | 'text' | 'label'>

function isSameNote(one: Content, other: Content): boolean {
  // A receipt may have moved to another year in between.
  const isSameYear = one.receiptId !== null || one.incomeYear === other.incomeYear
  const isSameText = one.text === other.text && one.label === other.label
  return isSameYear && isSameText && one.kind === other.kind && one.receiptId === other.receiptId
}

/** Deletes what the caller added. Does nothing if it's gone already, so that a retry does no harm. */
export function removeNote(
  { db }: Pick<Deps, 'db'>,
  { actor, scope: { ownerId } }: Caller,
  id: string,
): Promise<{ _id: string }> {
  return inTransaction(db, async (db) => {
    const note = await store.lockNote(db, ownerId, id)
    if (!note) return { _id: id }
    const isOwn = actor.roomId === undefined ? note.author === 'owner' : note.roomId === actor.roomId
    if (!isOwn || (actor.roomId !== undefined && note.author !== 'guest'))
      throw new Refusal(roomRefusals.noteNotFound)
    if (note.answeredAt) throw new Refusal(roomRefusals.alreadyAnswered)
    await store.deleteNote(db, ownerId, id)
    return { _id: id }
  })
}
