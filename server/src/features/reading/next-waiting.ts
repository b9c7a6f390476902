import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Of what someone is waiting for, and of what was there earlier. */
export const priorities = { now: 0, later: 1 } as const

/**
 * The file to work on next: what someone is waiting for first, and of each owner the oldest. Owners take turns, so that
 * one who adds a thousand files delays the others by one.
 * @param after the owner whose turn was last.
 */
export async function nextWaiting(
  db: Db,
  table: 'readings' | 'fingerprints',
  after: string,
  isFree: RawBuilder<boolean> = sql`true`,
): Promise<{ ownerId: string; sha256: Buffer } | undefined> {
  for (const priority of [priorities.now, priorities.later]) {
    for (const turn of [sql`>`, sql`<=`]) {
      const { rows } = await sql<{ ownerId: string; sha256: Buffer }>`
        select owner_id, sha256 from ${sql.table(table)}
        where state = 'waiting' and priority = ${priority} and owner_id ${turn} ${after} and ${isFree}
        order by owner_id, requested_at limit 1`.execute(db)
      if (rows[0]) return rows[0]
    }
  }
  return undefined
}
