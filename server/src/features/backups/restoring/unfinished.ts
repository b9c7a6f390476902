import { sql } from 'kysely'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Db } from '#platform/database/database.ts'
import type { Backup } from '../contents/backups.ts'
import { refuseUnlessEmpty } from './empty.ts'

/**
 * Finds how far an interrupted restore of a backup got.
 * @returns whether the data of the backup is in the database already.
 * @throws CannotStart if the database is in use or has the data of another backup.
 */
export async function findProgress(db: Db, { name, manifest }: Backup): Promise<{ isLoaded: boolean }> {
  const begun = await findUnfinished(db)
  if (begun?.isLoaded) {
    if (begun.backup === name) return { isLoaded: true }
    throw new CannotStart(
      `The restore of the backup ${begun.backup} isn’t finished. Run it again with --at ${begun.backup}, or restore into an empty database.`,
    )
  }
  await refuseUnlessEmpty(db, manifest.migration)
  return { isLoaded: false }
}

/** Marks the database as being restored. */
export async function beginRestore(db: Db, { name }: Backup): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`drop table if exists unfinished_restore`.execute(trx)
    await sql`create table unfinished_restore (backup text not null, is_loaded boolean not null)`.execute(trx)
    await sql`insert into unfinished_restore values (${name}, false)`.execute(trx)
  })
}

/** Part of the transaction that loads the data. */
export const RECORD_LOADED = 'update unfinished_restore set is_loaded = true'

/** @param db the transaction of the last step. */
export async function finishRestore(db: Db): Promise<void> {
  await sql`drop table unfinished_restore`.execute(db)
}

/** @throws CannotStart until a restore into the database is finished. */
export async function refuseUnfinishedRestore(db: Db): Promise<void> {
  const unfinished = await findUnfinished(db)
  if (unfinished)
    throw new CannotStart(
      `The restore of the backup ${unfinished.backup} isn’t finished. If it was interrupted, run it again.`,
    )
}

async function findUnfinished(db: Db): Promise<{ backup: string; isLoaded: boolean } | undefined> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('unfinished_restore') is not null as exists`.execute(db)
  if (!found[0]!.exists) return undefined
  const { rows } = await sql<{ backup: string; isLoaded: boolean }>`
    select backup, is_loaded as "isLoaded" from unfinished_restore`.execute(db)
  return rows[0]
}
