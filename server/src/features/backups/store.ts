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

/** When the newest complete backup started. Ignores those that start after `now`, because the clock was ahead. */
export async function findNewestStart(db: Db, now: Date): Promise<Date | null> {
  const { newest } = await db
    .selectFrom('backups')
    .select(({ fn }) => fn.max('startedAt').as('newest'))
    .where('finishedAt', 'is not', null)
    .where('startedAt', '<=', now)
    .executeTakeFirstOrThrow()
  return newest
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
