import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { nextWaiting } from '#platform/jobs/next-waiting.ts'
import { leaseFrom, notLeased } from './lease.ts'
import type { ReadingTask } from './store.ts'

/** Priorities: files that users are waiting for, and older ones. */
export const priorities = { now: 0, later: 1 } as const

/**
 * Takes the next file to read.
 * @param turn.after the owner whose turn was last.
 * @param turn.overBudget owners whose files are read last.
 */
export async function nextReading(
  db: Db,
  turn: { after: string; overBudget: readonly string[] },
  at: Date,
): Promise<ReadingTask | undefined> {
  const key = await nextWaiting(db, waitingReadings(at), turn)
  if (!key) return undefined
  // Waits for a receipt that is just being filed, and finds nothing when another process was faster.
  const task = await db
    .updateTable('readings')
    .set({ leasedUntil: leaseFrom(at) })
    .where('ownerId', '=', key.ownerId)
    .where('sha256', '=', key.sha256)
    .where('state', '=', 'waiting')
    .where(notLeased(at))
    .returning(['ownerId', 'sha256', 'type', 'leasedUntil'])
    .executeTakeFirst()
  return (task as ReadingTask | undefined) ?? nextReading(db, turn, at)
}

function waitingReadings(at: Date) {
  return {
    table: 'readings',
    owner: 'owner_id',
    isWaiting: sql<boolean>`state = 'waiting' and ${notLeased(at)}`,
    ranks: Object.values(priorities).map((priority) => sql<boolean>`priority = ${priority}`),
    order: sql`requested_at`,
  } as const
}

/** Whether another owner is waiting for a file to be read. */
export async function isAnotherOwnerWaiting(db: Db, ownerId: string, at: Date): Promise<boolean> {
  const waiting = {
    ...waitingReadings(at),
    ranks: [sql<boolean>`priority = ${priorities.now}`],
  }
  const next = await nextWaiting(db, waiting, { after: ownerId, overBudget: [] })
  return next !== undefined && next.ownerId !== ownerId
}
