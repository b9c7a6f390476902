import { type ExpressionBuilder, type QueryCreator, sql } from 'kysely'
import type { ReadFields } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import type { DB } from '#platform/database/row-types.ts'
import type { ReceiptArea } from '#platform/storage/reader.ts'
import { notLeased, updateLeased } from './lease.ts'
import { priorities } from './turns.ts'

const MAX_ATTEMPTS = 2

export type ReadingRow = {
  sha256: Buffer
  state: 'waiting' | 'done' | 'failed'
  fields: ReadFields | null
  text: string | null
  /** Where each receipt is in a picture that shows several; otherwise null. */
  receipts: ReceiptArea[] | null
}
/** A stored file, and its media type as it was detected at upload. */
export type ReadableFile = { sha256: Buffer; type: string }
export type ReadingTask = ReadableFile & {
  ownerId: string
  leasedUntil: Date
  /** What an earlier version of the reader said, if it's read again for that; null if it failed. */
  earlier?: ReadFields | null
}

/** Of an upload that someone is waiting for, or of one of many old receipts. */
export type Priority = keyof typeof priorities

/** Whether files of this type contain text we can read. */
export function isReadable({ type, preview }: { type: string; preview: string }): boolean {
  return preview !== 'locked' && type !== 'application/msword'
}

/** Requests the reading of a file, unless it was requested before, as part of another statement. */
export function insertReading(
  query: QueryCreator<DB>,
  ownerId: string,
  { sha256, type }: ReadableFile,
  { at, isWanted }: { at: Date; isWanted: boolean },
) {
  const reading = sql`select ${ownerId}::uuid, ${sha256}::bytea, ${type}::text, 'waiting', ${at}::timestamptz
    where ${isWanted}::boolean`
  return query
    .insertInto('readings')
    .columns(['ownerId', 'sha256', 'type', 'state', 'requestedAt'])
    .expression(() => reading as never)
    .onConflict((conflict) => conflict.doNothing())
    .returning('sha256')
}

/**
 * Requests files to be read, again if they were read before.
 * @returns the hashes of those that weren't waiting as urgently already.
 */
export async function requestReadings(
  db: Db,
  ownerId: string,
  files: readonly ReadableFile[],
  { at, priority }: { at: Date; priority: Priority },
): Promise<Buffer[]> {
  // As arrays, because a statement has at most 65,535 parameters.
  const hashes = files.map(({ sha256 }) => sha256)
  const types = files.map(({ type }) => type)
  const { rows } = await sql<{ sha256: Buffer }>`
    insert into readings (owner_id, sha256, type, state, priority, requested_at)
    select ${ownerId}, sha256, type, 'waiting', ${priorities[priority]}, ${at}
    from unnest(${hashes}::bytea[], ${types}::text[]) as file (sha256, type)
    on conflict (owner_id, sha256) do update set state = 'waiting', priority = excluded.priority, failures = 0,
      requested_at = excluded.requested_at
    where readings.state <> 'waiting' or excluded.priority < readings.priority
    returning sha256`.execute(db)
  return rows.map(({ sha256 }) => sha256)
}

/** @returns false when another process has the file now, or it was deleted. */
export async function completeReading(
  db: Db,
  task: ReadingTask,
  result: {
    fields: ReadFields
    text: string
    receipts: readonly ReceiptArea[]
    readAt: Date
    readerVersion: number
  },
): Promise<boolean> {
  const { numUpdatedRows } = await updateLeased(db, task)
    .set({
      ...result,
      fields: JSON.stringify(result.fields),
      receipts: result.receipts.length > 0 ? JSON.stringify(result.receipts) : null,
      state: 'done',
      leasedUntil: null,
    })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records a failed attempt; the file is tried once more, after those that others are waiting for. */
export async function failReading(db: Db, task: ReadingTask, readerVersion: number): Promise<void> {
  await updateLeased(db, task)
    .set((eb) => ({
      readerVersion,
      failures: eb('failures', '+', 1),
      state: eb
        .case()
        .when('failures', '>=', MAX_ATTEMPTS - 1)
        .then('failed')
        .else('waiting')
        .end(),
      priority: priorities.later,
      leasedUntil: null,
    }))
    .execute()
}

/**
 * Lets another process read the file.
 * @param isLate whether it goes after files that others are waiting for, as after a failure.
 */
export async function releaseReading(db: Db, task: ReadingTask, { isLate = false } = {}): Promise<void> {
  await updateLeased(db, task)
    .set({
      leasedUntil: null,
      ...(isLate && { priority: priorities.later, failures: sql<number>`greatest(failures, 1)` }),
    })
    .execute()
}

/**
 * Cancels what was requested for later and isn't being read right now. What a file said before stays; one that was
 * never read can be requested again.
 * @param hashes of the files; all of the owner's by default.
 * @returns how many were cancelled.
 */
export async function cancelReadings(
  db: Db,
  ownerId: string,
  at: Date,
  hashes?: readonly Buffer[],
): Promise<number> {
  const isCancelled = (eb: ExpressionBuilder<DB, 'readings'>) =>
    eb.and([
      eb('ownerId', '=', ownerId),
      eb('state', '=', 'waiting'),
      eb('priority', '=', priorities.later),
      // A file that failed once is tried again at this priority, and its upload waits for it.
      eb('failures', '=', 0),
      notLeased(at),
      ...(hashes ? [eb('sha256', '=', sql<Buffer>`any(${hashes}::bytea[])`)] : []),
    ])
  const { numDeletedRows } = await db
    .deleteFrom('readings')
    .where('fields', 'is', null)
    .where(isCancelled)
    .executeTakeFirst()
  const { numUpdatedRows } = await db
    .updateTable('readings')
    .set({ state: 'done' })
    .where('fields', 'is not', null)
    .where(isCancelled)
    .executeTakeFirst()
  return Number(numDeletedRows + numUpdatedRows)
}

export async function findReadings(
  db: Db,
  ownerId: string,
  hashes: readonly Buffer[],
  { isLocked = false } = {},
): Promise<ReadingRow[]> {
  if (hashes.length === 0) return []
  return (
    db
      .selectFrom('readings')
      .select(['sha256', 'state', 'fields', 'text', 'receipts'])
      .where('ownerId', '=', ownerId)
      .where('sha256', 'in', hashes)
      // In one order, so that two transactions that need the same files wait instead of deadlocking.
      .orderBy('sha256')
      .$if(isLocked, (query) => query.forShare())
      .$castTo<ReadingRow>()
      .execute()
  )
}

/** The GST that was read off files, without what was calculated: in cents by their SHA-256 in hex. */
export async function findPrintedGst(
  db: Db,
  ownerId: string,
  hashes: readonly Buffer[],
): Promise<Map<string, number>> {
  const gst = sql`fields -> 'gstCents'`
  const rows = await db
    .selectFrom('readings')
    .select(['sha256', sql<number>`(${gst} ->> 'value')::integer`.as('cents')])
    .where('ownerId', '=', ownerId)
    .where('sha256', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .where(sql`${gst} ->> 'origin'`, '=', 'read')
    .execute()
  return new Map(rows.map(({ sha256, cents }) => [sha256.toString('hex'), cents]))
}

export function countReadings(db: Db, ownerId: string): Promise<{ state: string; count: number }[]> {
  return db
    .selectFrom('readings')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('ownerId', '=', ownerId)
    .groupBy('state')
    .execute()
}

export async function countWaiting(db: Db, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('readings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ownerId', '=', ownerId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return count
}
