import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Files that wait to be worked on, in a table of one row for each. */
export type WaitingFiles = Readonly<{
  table: 'readings' | 'fingerprints' | 'derivatives' | 'scans'
  /** Column of the owner, who takes turns with others. */
  owner: 'owner_id' | 'requested_by'
  isWaiting: RawBuilder<boolean>
  /** Priorities as conditions: files that meet the first go before those that meet the second, and so on. */
  ranks: readonly RawBuilder<boolean>[]
  /** Which of an owner's files is first. */
  order: RawBuilder<unknown>
}>

type Turn = Readonly<{
  /** The owner whose turn was last. */
  after: string
  /** Owners whose files go after all others. */
  overBudget: readonly string[]
  /** Owners whose files aren't taken. */
  refused?: readonly string[]
}>

/**
 * The file to work on next. Owners take turns, so that one who adds a thousand files delays the others by one.
 */
export async function nextWaiting(
  db: Db,
  { table, owner, isWaiting, ranks, order }: WaitingFiles,
  { after, overBudget, refused = [] }: Turn,
): Promise<{ ownerId: string; sha256: Buffer } | undefined> {
  const ownerId = sql.ref(owner)
  const isLate = sql<boolean>`${ownerId} = any(${overBudget}::uuid[])`
  const isTaken = refused.length === 0 ? sql`true` : sql`not ${ownerId} = any(${refused}::uuid[])`
  const groups = overBudget.length === 0 ? [sql<boolean>`true`] : [sql<boolean>`not ${isLate}`, isLate]
  for (const group of groups) {
    for (const rank of ranks) {
      for (const turn of [sql`>`, sql`<=`]) {
        const { rows } = await sql<{ ownerId: string; sha256: Buffer }>`
          select ${ownerId} as owner_id, sha256 from ${sql.table(table)}
          where ${isWaiting} and ${rank} and ${ownerId} ${turn} ${after} and ${group} and ${isTaken}
          order by ${ownerId}, ${order} limit 1`.execute(db)
        if (rows[0]) return rows[0]
      }
    }
  }
  return undefined
}
