import type { Db } from '#platform/database/database.ts'

export async function insertBackup(
  db: Db,
  backup: { id: string; location: string; startedAt: Date },
): Promise<void> {
  await db.insertInto('backups').values(backup).execute()
}

export async function finishBackup(
  db: Db,
  id: string,
  result: { finishedAt: Date; files: number; bytes: number; unreadable: number },
): Promise<void> {
  await db.updateTable('backups').set(result).where('id', '=', id).execute()
}

/** When each backup of this database started, or of the one that it was restored from. */
export async function listStarts(db: Db): Promise<Date[]> {
  const rows = await db.selectFrom('backups').select('startedAt').execute()
  return rows.map(({ startedAt }) => startedAt)
}

/** Whether a backup was ever completed there. */
export async function hasBackupIn(db: Db, location: string): Promise<boolean> {
  const backup = await db
    .selectFrom('backups')
    .select('id')
    .where('location', '=', location)
    .where('finishedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return backup !== undefined
}

/**
 * Finds when the newest complete backup (`newest`) and the first attempt at one (`firstTry`) started. Ignores those that start
 * after `now`, because the clock was ahead.
 */
export async function findBackupTimes(
  db: Db,
  now: Date,
): Promise<{ newest: Date | null; firstTry: Date | null }> {
  const { newest, firstTry } = await db
    .selectFrom('backups')
    .select(({ fn }) => [
      fn.max('startedAt').filterWhere('finishedAt', 'is not', null).as('newest'),
      fn.min('startedAt').as('firstTry'),
    ])
    .where('startedAt', '<=', now)
    .executeTakeFirstOrThrow()
  return { newest, firstTry }
}

/** The latest backups up to `now`, complete or not, newest first. */
export function listRecent(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('backups')
    .selectAll()
    .where('startedAt', '<=', now)
    .orderBy('startedAt', 'desc')
    .limit(limit)
    .execute()
}
