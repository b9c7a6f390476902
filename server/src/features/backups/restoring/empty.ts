import { sql } from 'kysely'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Db } from '#platform/database/database.ts'

/**
 * Refuses a database that is in use or that a newer release has prepared. It may have the empty tables of an interrupted
 * restore.
 * @throws CannotStart
 */
export async function refuseUnlessEmpty(db: Db, migration: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'unfinished_restore'
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`.execute(db)
  const tables = new Set(rows.map(({ name }) => name))
  if (tables.size === 0) return
  if (tables.has('kysely_migration') && !(await isUsed(db, tables, migration))) return
  throw new CannotStart('The database isn’t empty: restore into a new DATA_DIR or an empty database.')
}

async function isUsed(db: Db, tables: Set<string>, migration: string): Promise<boolean> {
  const { rows } = await sql<{ isNewer: boolean }>`
    select coalesce(max(name) > ${migration}, false) as "isNewer" from kysely_migration`.execute(db)
  if (rows[0]!.isNewer) return true
  if (!tables.has('audit_log')) return false
  const { rows: data } = await sql<{ exists: boolean }>`
    select exists (select from users) or exists (select from audit_log) as "exists"`.execute(db)
  return data[0]!.exists
}
