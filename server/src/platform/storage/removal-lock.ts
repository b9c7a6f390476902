import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Key of the advisory lock that a backup holds while it copies files. */
export const REMOVAL_LOCK = 7_301_002

/**
 * Whether files may be removed from the store until the transaction `db` ends. They mustn't while a backup copies them.
 */
export async function canRemoveFiles(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(${REMOVAL_LOCK}) as "isFree"`.execute(db)
  return rows[0]!.isFree
}
