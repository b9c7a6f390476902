import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { ReadingTask } from './store.ts'

/** After it, the process that had the file counts as dead, so it's renewed while the file is read. */
const LEASE_MS = 30_000

/** When the lease of a file that a process takes now expires. */
export function leaseFrom(at: Date): Date {
  return new Date(at.getTime() + LEASE_MS)
}

/** Whether no process has the file of a reading. */
export function notLeased(at: Date) {
  return sql<boolean>`(leased_until is null or leased_until < ${at})`
}

/** When the first lease of a file that processes are reading expires, unless they renew it. */
export async function nextLeaseEnd(db: Db, at: Date): Promise<Date | undefined> {
  const next = await db
    .selectFrom('readings')
    .select('leasedUntil')
    .where('state', '=', 'waiting')
    .where('leasedUntil', '>=', at)
    .orderBy('leasedUntil')
    .limit(1)
    .executeTakeFirst()
  return next?.leasedUntil ?? undefined
}

/** Ends the leases of killed processes. Only for a process that has the database to itself. */
export async function endLeases(db: Db): Promise<void> {
  await db
    .updateTable('readings')
    .set({ leasedUntil: null })
    .where('state', '=', 'waiting')
    .where('leasedUntil', 'is not', null)
    .execute()
}

/** Starts to update the reading of a file, unless another process has it now. */
export function updateLeased(db: Db, { ownerId, sha256, leasedUntil }: ReadingTask) {
  return db
    .updateTable('readings')
    .where('ownerId', '=', ownerId)
    .where('sha256', '=', sha256)
    .where('leasedUntil', '=', leasedUntil)
}

/** Extends the lease of a file that's being read, unless another process has it now. Changes `task`. */
export async function renewLease(db: Db, task: ReadingTask, at: Date): Promise<void> {
  const leasedUntil = leaseFrom(at)
  const { numUpdatedRows } = await updateLeased(db, task).set({ leasedUntil }).executeTakeFirst()
  if (numUpdatedRows > 0n) task.leasedUntil = leasedUntil
}
