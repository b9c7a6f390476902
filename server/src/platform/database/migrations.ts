import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Db } from './database.ts'

const FOLDER = join(import.meta.dirname, '../../../migrations')

/** Key of the advisory lock held while the schema changes. */
const MIGRATION_LOCK = 5_120_731

/**
 * Brings the schema up to date: runs each new file of `server/migrations` in order, all in one transaction. If several
 * processes start at once, one migrates and the others wait, even through a pooler.
 * @param last name of the last one to run, without `.sql`. Default: all.
 * @throws CannotStart when a newer release has changed the database.
 */
export async function migrate(db: Db, last?: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx)
    await refuseNewer(trx)
    const migrator = new Migrator({ db: trx, provider: { getMigrations: readMigrations } })
    const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
    if (error) throw error
  })
}

/** @throws CannotStart */
async function refuseNewer(db: Db): Promise<void> {
  if (!(await hasMigrated(db))) return
  const names = await sql<{ name: string }>`select name from kysely_migration order by name desc`.execute(db)
  const known = await readMigrations()
  const unknown = names.rows.find(({ name }) => !(name in known))
  if (unknown)
    throw new CannotStart(
      `A newer release of Docketbox has changed this database (it has the migration ${unknown.name}). Start the newer release, or restore a backup made before the upgrade.`,
    )
}

/** Whether the product has ever started on this database. */
export async function hasMigrated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  return rows[0]!.exists
}

/** Whether this release has a migration of this name. */
export async function hasMigration(name: string): Promise<boolean> {
  return name in (await readMigrations())
}

/** When the first migration ran. */
export async function databaseCreatedAt(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db)
  return new Date(rows[0]!.at)
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(join(FOLDER, name), 'utf8')
    return [name.replace('.sql', ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}
