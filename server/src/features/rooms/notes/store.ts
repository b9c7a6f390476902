import { type Selectable, sql } from 'kysely'
import { reviewableFacts } from '#features/receipts'
import type { Db } from '#platform/database/database.ts'
import type { RoomNotes } from '#platform/database/row-types.ts'
import type { RoomRow } from '../sharing/store.ts'

type NoteRow = Selectable<RoomNotes>
/** A note with the address of the invited person. */
export type RoomNote = Omit<NoteRow, 'idempotencyKey' | 'reviewedFacts'> & {
  email: string
  guestEmail: string | null
  /** Whether its receipt has changed since it was marked as reviewed. */
  hasChanged: boolean
}
type NoteAnswer = Pick<NoteRow, 'answeredAt' | 'answer' | 'answerReceiptId' | 'isAccepted' | 'replacedLabel'>
export type NewNote = Omit<NoteRow, keyof NoteAnswer | 'reviewedFacts'> & {
  /** JSON, for a reviewed mark about a receipt. */
  reviewedFacts: string | null
}

const MAX_LISTED = 2000

export type NoteFilter = Readonly<{
  roomId?: string | undefined
  receiptId?: string | undefined
  /** The year it ends in. */
  incomeYear?: number | undefined
  /** Only what waits for the owner on this day. */
  openOn?: string | undefined
  onlyYears?: readonly number[] | undefined
}>

/**
 * The newest notes of an owner's rooms; what waits for the owner only of rooms that are open. Reviewed marks are
 * the first to be left out: there may be one for each receipt.
 */
export async function listNotes(
  db: Db,
  ownerId: string,
  { roomId, receiptId, incomeYear, openOn, onlyYears }: NoteFilter,
): Promise<RoomNote[]> {
  const yearOfNote = yearOfNoteIn(onlyYears)
  const rows = await notes(db, ownerId, onlyYears)
    .$if(roomId !== undefined, (query) => query.where('n.roomId', '=', roomId!))
    .$if(receiptId !== undefined, (query) => query.where('n.receiptId', '=', receiptId!))
    .$if(incomeYear !== undefined, (query) => query.where(yearOfNote, '=', incomeYear!))
    .$if(onlyYears !== undefined, (query) => query.where(yearOfNote, 'in', [...onlyYears!]))
    .$if(openOn !== undefined, (query) =>
      query
        .where('n.kind', 'in', ['request', 'label'])
        .where('n.answeredAt', 'is', null)
        .where('r.revokedAt', 'is', null)
        .where('r.lastDay', '>=', openOn!),
    )
    .orderBy((eb) => eb('n.kind', '=', 'reviewed'))
    .orderBy('n.id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.toSorted((one, other) => (one.id < other.id ? 1 : -1))
}

export function findNote(db: Db, ownerId: string, id: string): Promise<RoomNote | undefined> {
  return notes(db, ownerId).where('n.id', '=', id).executeTakeFirst()
}

/** Finds a note and locks it until the transaction ends. */
export async function lockNote(db: Db, ownerId: string, id: string): Promise<RoomNote | undefined> {
  await sql`select from room_notes where owner_id = ${ownerId} and id = ${id} for update`.execute(db)
  return findNote(db, ownerId, id)
}

/** A note follows its receipt to another year, but not out of `onlyYears`. */
function yearOfNoteIn(onlyYears: readonly number[] | undefined) {
  if (!onlyYears) return sql<number>`coalesce(receipt.income_year, n.income_year)`
  const isShared = sql`receipt.income_year = any(${[...onlyYears]})`
  return sql<number>`case when ${isShared} then receipt.income_year else n.income_year end`
}

function notes(db: Db, ownerId: string, onlyYears?: readonly number[]) {
  return db
    .selectFrom('roomNotes as n')
    .innerJoin('rooms as r', (join) =>
      join.onRef('r.ownerId', '=', 'n.ownerId').onRef('r.id', '=', 'n.roomId'),
    )
    .leftJoin('users as guest', 'guest.id', 'r.guestId')
    .leftJoin('receipts as receipt', (join) =>
      join.onRef('receipt.ownerId', '=', 'n.ownerId').onRef('receipt.id', '=', 'n.receiptId'),
    )
    .select(yearOfNoteIn(onlyYears).as('incomeYear'))
    .select(['n.ownerId', 'n.id', 'n.roomId', 'n.kind', 'n.author', 'n.receiptId', 'n.text'])
    .select(['n.label', 'n.createdAt', 'n.answeredAt', 'n.answer', 'n.answerReceiptId', 'n.isAccepted'])
    .select('n.replacedLabel')
    .select(
      sql<boolean>`n.reviewed_facts is not null and not (${reviewableFacts('receipt')} @> n.reviewed_facts)`.as(
        'hasChanged',
      ),
    )
    .select(['r.email', 'guest.email as guestEmail'])
    .where('n.ownerId', '=', ownerId)
}

/**
 * Adds a note, or updates an earlier reviewed mark to what was reviewed now.
 * @returns its id, or that of the one that was added before: with the same key, or the same reviewed mark.
 */
export async function insertNote(db: Db, note: NewNote): Promise<{ id: string; isNew: boolean }> {
  const renewed = note.kind === 'reviewed' ? await renewMark(db, note) : undefined
  if (renewed) return { id: renewed.id, isNew: false }
  const inserted = await db
    .insertInto('roomNotes')
    .values({ ...note, reviewedFacts: jsonOf(note) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return { id: inserted.id, isNew: true }
  const { rows } = await sql<{ id: string }>`
    select id from room_notes where owner_id = ${note.ownerId} and room_id = ${note.roomId}
      and idempotency_key = ${note.idempotencyKey}
    union all
    select id from room_notes where owner_id = ${note.ownerId} and room_id = ${note.roomId} and kind = 'reviewed'
      and ${note.kind} = 'reviewed' and income_year = ${note.incomeYear}
      and receipt_id is not distinct from ${note.receiptId}
    limit 1`.execute(db)
  return { id: rows[0]!.id, isNew: false }
}

/**
 * Passes the label that an accepted proposal replaced on to the proposal accepted after it, which brings it back when that's
 * undone.
 */
export async function passOnReplacedLabel(
  db: Db,
  note: Pick<RoomNote, 'ownerId' | 'id' | 'receiptId' | 'label' | 'replacedLabel' | 'answeredAt'>,
): Promise<void> {
  const next = db
    .selectFrom('roomNotes')
    .select('id')
    .where('ownerId', '=', note.ownerId)
    .where('receiptId', '=', note.receiptId)
    .where('isAccepted', '=', true)
    .where('replacedLabel', '=', note.label)
    .where('answeredAt', '>=', note.answeredAt)
    .where('id', '<>', note.id)
    .orderBy('answeredAt')
    .limit(1)
  await db
    .updateTable('roomNotes')
    .set({ replacedLabel: note.replacedLabel })
    .where('ownerId', '=', note.ownerId)
    .where('id', '=', next)
    .execute()
}

function renewMark(db: Db, note: NewNote): Promise<{ id: string } | undefined> {
  return db
    .updateTable('roomNotes')
    .set({ reviewedFacts: jsonOf(note) })
    .where('ownerId', '=', note.ownerId)
    .where('roomId', '=', note.roomId)
    .where('kind', '=', 'reviewed')
    .where('receiptId', '=', note.receiptId)
    .returning('id')
    .executeTakeFirst()
}

const jsonOf = ({ reviewedFacts }: NewNote) => sql<string | null>`${reviewedFacts}::jsonb`

/** The shared year that the newest note about a receipt was added to; undefined without one. */
export async function latestYearOfNotes(
  db: Db,
  { ownerId, id, incomeYears }: Pick<RoomRow, 'ownerId' | 'id' | 'incomeYears'>,
  receiptId: string,
): Promise<number | undefined> {
  const note = await db
    .selectFrom('roomNotes')
    .select('incomeYear')
    .where('ownerId', '=', ownerId)
    .where('roomId', '=', id)
    .where('receiptId', '=', receiptId)
    .where('incomeYear', 'in', incomeYears)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return note?.incomeYear
}

export async function updateNote(db: Db, ownerId: string, id: string, change: NoteAnswer): Promise<void> {
  await db.updateTable('roomNotes').set(change).where('ownerId', '=', ownerId).where('id', '=', id).execute()
}

export async function deleteNote(db: Db, ownerId: string, id: string): Promise<void> {
  await db.deleteFrom('roomNotes').where('ownerId', '=', ownerId).where('id', '=', id).execute()
}

/** Whether a question waits for an answer that the owner hasn't been mailed about. */
export async function hasNewQuestion(
  db: Db,
  { ownerMailedAt, ...room }: Pick<RoomRow, 'ownerId' | 'id' | 'ownerMailedAt'>,
): Promise<boolean> {
  const question = await requestsOf(db, room)
    .where('answeredAt', 'is', null)
    .$if(ownerMailedAt !== null, (query) => query.where('createdAt', '>', ownerMailedAt))
    .executeTakeFirst()
  return question !== undefined
}

/** Whether there's an answer that the guest has neither been mailed about nor read. */
export async function hasUnreadAnswer(
  db: Db,
  {
    guestMailedAt,
    answersReadUntil,
    ...room
  }: Pick<RoomRow, 'ownerId' | 'id' | 'guestMailedAt' | 'answersReadUntil'>,
): Promise<boolean> {
  const answer = await requestsOf(db, room)
    .where('answeredAt', 'is not', null)
    .$if(guestMailedAt !== null, (query) => query.where('answeredAt', '>', guestMailedAt))
    .$if(answersReadUntil !== null, (query) => query.where('answeredAt', '>', answersReadUntil))
    .executeTakeFirst()
  return answer !== undefined
}

function requestsOf(db: Db, { ownerId, id }: Pick<RoomRow, 'ownerId' | 'id'>) {
  return db
    .selectFrom('roomNotes')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('roomId', '=', id)
    .where('kind', '=', 'request')
    .limit(1)
}
