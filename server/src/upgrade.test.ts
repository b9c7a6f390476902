import { DAY_MS } from '@docketbox/contract/core/units'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { inject } from 'vitest'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decryptLodgement } from '#features/lodgement'
import { exportDrafts, exportReceipts } from '#features/receipts'
import { type Db, openDatabase } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import { databaseUrl, runOn } from './testing/database/postgres.ts'
import { runCheck } from '#commands/check.ts'
import { withCommandDeps, withFileCommandDeps } from '#commands/command-deps.ts'

type Row = Record<string, unknown>
/** What a DATA_DIR of the version before migration 0013 contained; hashes are hexadecimal, files are base64. */
type PreviousVersion = {
  /** The SHA-256 of each of its migrations. */
  migrations: Record<string, string>
  tables: Record<string, Row[]>
  files: Record<string, string>
  secrets: Record<string, string>
}

const MIGRATIONS = join(import.meta.dirname, '../migrations')
const FIXTURE = join(import.meta.dirname, 'testing/fixtures/previous-version.json.gz')

const name = `upgrade_${newId().replaceAll('-', '')}`
let previous: PreviousVersion
let env: { DATA_DIR: string; DATABASE_URL: string }

beforeAll(async () => {
  previous = JSON.parse(gunzipSync(await readFile(FIXTURE)).toString()) as PreviousVersion
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'docketbox-upgrade-'))
  env = { DATA_DIR, DATABASE_URL: databaseUrl(inject('postgresUrl'), name) }
  for (const [hash, content] of Object.entries(previous.files)) {
    await mkdir(join(DATA_DIR, 'files', hash.slice(0, 2)), { recursive: true })
    await writeFile(join(DATA_DIR, 'files', hash.slice(0, 2), hash), content, 'base64')
  }
  for (const [file, content] of Object.entries(previous.secrets))
    await writeFile(join(DATA_DIR, file), content, 'base64')
  await runOn(inject('postgresUrl'), `create database ${name}`)
  await runOn(inject('postgresUrl'), `alter database ${name} set timezone to 'UTC'`)
  const { db, close } = openDatabase(env.DATABASE_URL, { maxConnections: 1, onLost: () => undefined })
  await restore(db)
  await close()
})
afterAll(async () => {
  await runOn(inject('postgresUrl'), `drop database ${name} with (force)`)
  await rm(env.DATA_DIR, { recursive: true, force: true })
})

/** Builds the previous schema from its migrations, then inserts its rows without running triggers. */
async function restore(db: Db): Promise<void> {
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    db,
  )
  await sql`create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`.execute(
    db,
  )
  for (const file of Object.keys(previous.migrations).toSorted()) {
    await sql.raw(await readFile(join(MIGRATIONS, file), 'utf8')).execute(db)
    await sql`insert into kysely_migration values (${file.replace('.sql', '')}, ${new Date().toISOString()})`.execute(
      db,
    )
  }
  await sql`set session_replication_role = replica`.execute(db)
  await sql`truncate ${sql.join(Object.keys(previous.tables).map((table) => sql.table(table)))}`.execute(db)
  for (const [table, rows] of Object.entries(previous.tables)) {
    const columns = sql.raw((await storedColumnsOf(db, table)).join(', '))
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`.execute(
      db,
    )
  }
}

async function storedColumnsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(db)
  return rows.map((row) => row.name)
}

async function rowsOf(db: Db, table: string): Promise<Row[]> {
  const { rows } = await sql<{ rows: Row[] }>`
    select coalesce(json_agg(t order by t::text), '[]') as rows from ${sql.table(table)} t`.execute(
    db.withoutPlugins(),
  )
  return rows[0]!.rows
}

const inAnyOrder = (rows: Row[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b)))).toSorted()
/** Signing up stored the state as the street, which no user typed. */
const asTyped = (row: Row) => (row['street'] === row['state'] ? { ...row, street: '' } : row)
const without = (rows: Row[], ...columns: string[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column))))

test('migrations that have been released never change', async () => {
  for (const [file, hash] of Object.entries(previous.migrations)) {
    const content = await readFile(join(MIGRATIONS, file))
    expect([file, createHash('sha256').update(content).digest('hex')]).toEqual([file, hash])
  }
})

test('data of the previous version is upgraded without losing a row, a value or a byte', async () => {
  await withCommandDeps(
    env,
    () => undefined,
    async (deps) => {
      // Columns that no longer exist, and texts of ours that were rewritten.
      const changed: Record<string, string[]> = {
        plans: ['description', 'features', 'payment_link_url'],
        receipts: ['search_text'],
        receipt_totals: ['revision'],
        blobs: ['preview_state', 'preview_failures', 'thumbnail_sha256', 'page_sha256'],
        // Running trials end with their last day; `subscriptions.test.ts` has the rest.
        subscriptions: ['period_end'],
        users: ['period_end'],
      }
      for (const [table, rows] of Object.entries(previous.tables)) {
        if (rows.length === 0) continue
        const before = without(table === 'users' ? rows.map(asTyped) : rows, ...(changed[table] ?? []))
        const columns = new Set(before.flatMap((row) => Object.keys(row)))
        const now = await rowsOf(deps.db, table)
        const after = now.map((row) =>
          Object.fromEntries(Object.entries(row).filter(([name]) => columns.has(name))),
        )
        expect({ table, rows: inAnyOrder(after) }).toEqual({ table, rows: inAnyOrder(before) })
      }
      const endOf = ({ period_end }: Row) => new Date(String(period_end)).getTime()
      for (const after of await rowsOf(deps.db, 'subscriptions')) {
        const before = previous.tables['subscriptions']!.find(({ id }) => id === after['id'])!
        const addedMs = endOf(after) - endOf(before)
        expect(addedMs).toBeGreaterThanOrEqual(0)
        expect(addedMs).toBeLessThan(before['kind'] === 'trial' ? DAY_MS : 1)
      }
      const previews = previous.tables['blobs']!.filter((blob) => blob['preview_state'] !== 'none')
      const derivatives = await rowsOf(deps.db, 'derivatives')
      expect(
        inAnyOrder(
          derivatives.map(({ sha256, result_sha256, thumbnail_sha256 }) => ({
            sha256,
            result_sha256,
            thumbnail_sha256,
          })),
        ),
      ).toEqual(
        inAnyOrder(
          previews.map(({ sha256, page_sha256, thumbnail_sha256 }) => ({
            sha256,
            result_sha256: page_sha256,
            thumbnail_sha256,
          })),
        ),
      )
      expect(new Set(derivatives.map(({ state }) => state))).toEqual(new Set(['done', 'pending']))
    },
  )
})

test('every stored file and the audit log are still whole, and every file can be exported', async () => {
  const lines: string[] = []
  const code = await withFileCommandDeps(
    env,
    () => undefined,
    (deps) => runCheck(deps, (line) => lines.push(line)),
  )
  expect([code, lines[0]]).toEqual([
    0,
    expect.stringContaining(`${Object.keys(previous.files).length} files`),
  ])
  // Uploads that aren't filed expire a week later.
  const { created_at: uploadedAt } = previous.tables['drafts']![0]!
  await withFileCommandDeps(
    env,
    () => undefined,
    async (commandDeps) => {
      const deps = { ...commandDeps, now: () => new Date(uploadedAt as string) }
      for (const { id } of previous.tables['users']!) {
        const { packed } = await exportReceipts(deps, id as string)
        const notFiled = await exportDrafts(deps, id as string)
        const files = previous.tables['receipt_versions']!.filter(({ owner_id: owner }) => owner === id)
        const drafts = previous.tables['drafts']!.filter(
          ({ owner_id: owner, claimed_at: claimed }) => owner === id && claimed === null,
        )
        const hashes = await Promise.all(
          [...packed.slice(1), ...notFiled.packed].map(async ({ sizeBytes, read }) => {
            const bytes = Buffer.alloc(sizeBytes)
            await read(bytes, 0)
            return `\\x${createHash('sha256').update(bytes).digest('hex')}`
          }),
        )
        expect(hashes.toSorted()).toEqual(
          [...files, ...drafts].map(({ sha256 }) => String(sha256)).toSorted(),
        )
      }
    },
  )
})

test('encrypted answers can still be decrypted', async () => {
  const { reference } = previous.tables['lodgements']![0]!
  const lodgement = await withCommandDeps(
    env,
    () => undefined,
    (deps) => decryptLodgement(deps, reference as string),
  )
  expect(lodgement).toMatchObject({ spouse: { firstName: 'Kim', lastName: 'Lee' } })
})
