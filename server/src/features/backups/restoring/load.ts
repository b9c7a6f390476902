import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Jobs, WaitingJob } from '#platform/jobs/jobs.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import type { Manifest } from '../contents/manifest.ts'
import { openStream } from '../contents/parts.ts'
import { RECORD_LOADED } from './unfinished.ts'

type ForeignKey = Readonly<{ table: string; name: string; definition: string }>

/** Numbers that may have been given after the backup aren't given again. */
const SKIPPED_NUMBERS = 10_000

const listForeignKeys = `
  select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`

/**
 * Loads the tables of a backup in one transaction. Triggers and foreign keys are off meanwhile: the rows were consistent
 * when they were backed up. This needs the owner of the tables, not a superuser.
 */
export async function loadTables(
  databaseUrl: string,
  files: FileStore,
  { tables, sequences, jobs: waiting }: Manifest,
  jobs: Jobs,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin')
    const { rows: foreignKeys } = await client.query<ForeignKey>(listForeignKeys)
    for (const { table, name } of foreignKeys)
      await client.query(`alter table ${table} drop constraint ${name}`)
    for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
    // Migrations insert plans and categories.
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    for (const { name, columns, rows, parts } of tables) {
      const copied = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
      await pipeline(openStream(files, parts), copied)
      if (copied.rowCount !== rows)
        throw new Error(`Of the table ${name}, ${copied.rowCount} rows instead of ${rows} were restored.`)
    }
    for (const { name, value, isUsed } of sequences)
      await client.query('select setval($1, $2, $3)', [name, value + SKIPPED_NUMBERS, isUsed])
    for (const { table, name, definition } of foreignKeys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
    await client.query(`create temp table waiting_jobs
      (name text, data jsonb, singleton_key text, start_after timestamptz) on commit drop`)
    await pipeline(openStream(files, waiting.parts), client.query(copyFrom('copy waiting_jobs from stdin')))
    const { rows: queued } = await client.query<WaitingJob>(
      'select name, data, singleton_key as "singletonKey", start_after as "startAfter" from waiting_jobs',
    )
    await jobs.requeue(client, queued)
    await client.query(RECORD_LOADED)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
