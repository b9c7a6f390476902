import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { BACKUP_KEY, backUp, temporaryFolder } from '#testing/backups.ts'
import { isLockAwaited } from '#testing/database/locks.ts'
import { startTestServer } from '#testing/harness.ts'

test('a backup that starts during an upgrade is refused, because it would leave out what the upgrade adds', async () => {
  const server = await startTestServer({ BACKUP_KEY })
  const { db } = server.deps
  const folder = await temporaryFolder()
  const { backup } = await db.transaction().execute(async (trx) => {
    await sql`alter table receipts add column added integer not null default 7`.execute(trx)
    await sql`create table also_added as select 7 as seven`.execute(trx)
    const backup = backUp(server.deps, folder)
    await expect.poll(() => isLockAwaited(server.deps), { timeout: 20_000 }).toBe(true)
    return { backup }
  })
  await expect(backup).rejects.toThrow('The database was upgraded while the backup was starting')
  const { manifest } = await backUp(server.deps, folder)
  expect(manifest.tables).toContainEqual(expect.objectContaining({ name: 'also_added', rows: 1 }))
  expect(manifest.tables.find(({ name }) => name === 'receipts')!.columns).toContain('added')
})
