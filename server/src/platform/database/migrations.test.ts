import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase, createDatabase } from '#testing/database/create-database.ts'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrations.ts'

test('processes that start at once migrate once, even behind a pooler', async () => {
  const { url, drop } = await createDatabase()
  onTestFinished(drop)
  const statements: string[] = []
  const starts = Array.from({ length: 3 }, () =>
    openDatabase(url, {
      maxConnections: 1,
      onLost: () => undefined,
      onQuery: (statement) => statements.push(statement),
    }),
  )
  await Promise.all(starts.map(({ db }) => migrate(db)))
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(starts[0]!.db)
  await Promise.all(starts.map(({ close }) => close()))

  const files = await readdir(join(import.meta.dirname, '../../../migrations'))
  expect(rows).toHaveLength(files.filter((file) => file.endsWith('.sql')).length)
  // A pooler gives the next statement outside a transaction to any connection: a session's lock would stay behind.
  const locks = statements.flatMap((statement) => statement.match(/pg_(?:try_)?advisory_\w+(?=\()/gu) ?? [])
  expect(new Set(locks)).toEqual(new Set(['pg_advisory_xact_lock']))
})

test('an older release refuses a database that a newer one has changed, in one sentence', async () => {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  const { db, close } = openDatabase(url, { maxConnections: 1, onLost: () => undefined })
  await sql`insert into kysely_migration values ('9999_later', '2027-01-01T00:00:00.000Z')`.execute(db)
  await expect(migrate(db)).rejects.toThrow(
    new CannotStart(
      'A newer release of Docketbox has changed this database (it has the migration 9999_later). Start the newer release, or restore a backup made before the upgrade.',
    ),
  )
  await close()
})
