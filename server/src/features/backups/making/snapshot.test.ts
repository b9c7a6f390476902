import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { BACKUP_KEY, backUp, temporaryFolder } from '#testing/backups.ts'
import { startTestServer } from '#testing/harness.ts'

test('a backup that starts during an upgrade doesn’t leave out what that adds', async () => {
  const server = await startTestServer({ BACKUP_KEY })
  const { db } = server.deps
  const folder = await temporaryFolder()
  const waiting = sql<{ count: number }>`select count(*) from pg_locks where not granted
    and relation = 'receipts'::regclass`
  const { refused } = await db.transaction().execute(async (trx) => {
    await sql`alter table receipts add column added integer not null default 7`.execute(trx)
    await sql`create table also_added as select 7 as seven`.execute(trx)
    const backup = expect(backUp(server.deps, folder))
    const refused = backup.rejects.toThrow('The database was upgraded while the backup started')
    await expect.poll(async () => (await waiting.execute(db)).rows[0]!.count).toBeGreaterThan(0)
    return { refused }
  })
  await refused
  const { manifest } = await backUp(server.deps, folder)
  expect(manifest.tables).toContainEqual(expect.objectContaining({ name: 'also_added', rows: 1 }))
  expect(manifest.tables.find(({ name }) => name === 'receipts')!.columns).toContain('added')
})
