import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { leaseFrom, notLeased, updateLeased } from './lease.ts'
import type { ReadingTask } from './store.ts'

/** As the index `readings_uncertain` says it. */
const isUncertain = sql<boolean>`state <> 'waiting' and (fields -> 'supplier' ->> 'level' is distinct from 'sure'
  or fields -> 'documentDate' ->> 'level' is distinct from 'sure'
  or fields -> 'totalCents' ->> 'level' is distinct from 'sure')`

/** Takes a file that an earlier version of the reader wasn't certain about. What it said stays until it's read. */
export async function nextOutdated(db: Db, version: number, at: Date): Promise<ReadingTask | undefined> {
  const { rows } = await sql<ReadingTask>`
    update readings set leased_until = ${leaseFrom(at)}
    where (owner_id, sha256) = (
      select owner_id, sha256 from readings
      where ${isUncertain} and coalesce(reader_version, 0) < ${version} and ${notLeased(at)}
      order by coalesce(reader_version, 0) limit 1 for update skip locked
    )
    returning owner_id, sha256, type, leased_until, fields as earlier`.execute(db)
  return rows[0]
}

/** Keeps what an earlier version of the reader said about a file that this one can't read. */
export async function keepReading(db: Db, task: ReadingTask, readerVersion: number): Promise<void> {
  await updateLeased(db, task).set({ readerVersion, leasedUntil: null }).execute()
}
