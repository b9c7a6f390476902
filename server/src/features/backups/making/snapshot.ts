import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import type { ManifestContent, Part } from '../contents/manifest.ts'
import { storeStream } from '../contents/parts.ts'

type Snapshot = Pick<ManifestContent, 'migration' | 'tables' | 'sequences' | 'jobs' | 'files'>
type Table = Readonly<{ name: string; columns: string[] }>

/** Sessions and one-time proofs, which are never restored. */
const SHORT_LIVED = ['sessions', 'room_sessions', 'one_time_tokens', 'passkey_challenges']
/** Written by the migrations themselves. */
const OF_MIGRATIONS = ['kysely_migration', 'kysely_migration_lock']
/** A restored database may use another store. */
const FILE_STORE = 'file_store'

const listTables = `
  select quote_ident(relname) as name, array_agg(quote_ident(attname) order by attnum) as columns
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    and relpersistence = 'p' and attnum > 0 and not attisdropped and attgenerated = ''
    and relname <> all ($1)
    and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
  group by relname order by relname`

const unfinishedJobs = `select name, data, singleton_key, start_after from pgboss.job
  where state in ('created', 'retry', 'active') order by created_on`

/**
 * Stores the data of one moment: every table, and the list of files that belong to it.
 * @throws CannotStart when a migration has just changed the tables.
 */
export async function takeSnapshot(databaseUrl: string, files: FileStore): Promise<Snapshot> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
  // The query that is running fails too.
  client.on('error', () => undefined)
  await client.connect()
  const rowsOf = async <Row>(query: string, values: unknown[] = []) =>
    (await client.query(query, values)).rows as Row[]
  const storeRows = async (query: string): Promise<{ rows: number; parts: Part[] }> => {
    const rows = client.query(copyTo(`copy (${query}) to stdout`))
    const parts = await storeStream(files, rows)
    return { rows: rows.rowCount, parts }
  }
  const storeTable = async (name: string, columns: string[]) => {
    const [row] = await rowsOf(`select from ${name} limit 1`)
    return row ? storeRows(`select ${columns.join(', ')} from ${name}`) : { rows: 0, parts: [] }
  }
  const findTables = () => rowsOf<Table>(listTables, [[...SHORT_LIVED, ...OF_MIGRATIONS, FILE_STORE]])
  try {
    const tables = await findTables()
    await client.query('begin isolation level repeatable read, read only')
    // Before the snapshot is taken, so that no migration changes them in between.
    await client.query(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`)
    // The lock may have waited for a migration.
    if (!isDeepStrictEqual(await findTables(), tables))
      throw new CannotStart('The database was upgraded while the backup was starting. Start it again.')
    const [last] = await rowsOf<{ name: string }>(
      'select name from kysely_migration order by name desc limit 1',
    )
    const [totals] = await rowsOf<{ count: string; bytes: string }>(
      'select count(*), coalesce(sum(size_bytes), 0) as bytes from blobs',
    )
    const list = await storeRows(
      `select encode(sha256, 'hex') || ' ' || size_bytes from blobs order by sha256`,
    )
    const stored: ManifestContent['tables'] = []
    for (const { name, columns } of tables)
      stored.push({ name, columns, ...(await storeTable(name, columns)) })
    const jobs = await storeRows(unfinishedJobs)
    const sequences = await readSequences(rowsOf)
    await client.query('commit')
    return {
      migration: last!.name,
      tables: stored,
      sequences,
      jobs,
      files: { count: Number(totals!.count), bytes: Number(totals!.bytes), parts: list.parts },
    }
  } finally {
    await client.end()
  }
}

async function readSequences(
  rowsOf: <Row>(query: string) => Promise<Row[]>,
): Promise<ManifestContent['sequences']> {
  const names = await rowsOf<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relkind = 'S' and relnamespace = current_schema()::regnamespace order by relname`,
  )
  const sequences: ManifestContent['sequences'] = []
  for (const { name } of names) {
    const [row] = await rowsOf<{ value: string; isUsed: boolean }>(
      `select last_value as value, is_called as "isUsed" from ${name}`,
    )
    sequences.push({ name, value: Number(row!.value), isUsed: row!.isUsed })
  }
  return sequences
}
