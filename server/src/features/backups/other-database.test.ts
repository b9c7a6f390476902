import { DAY_MS } from '@docketbox/contract/core/units'
import { expect, test } from 'vitest'
import { BACKUP_KEY, backUp, restoreElsewhere, temporaryFolder } from '#testing/backups.ts'
import { startTestServer } from '#testing/harness.ts'
import { listBackups } from './contents/backups.ts'
import { openTarget } from './contents/target.ts'

test('a backup isn’t added to those of another database', async () => {
  const location = await temporaryFolder()
  const { deps } = await startTestServer({ BACKUP_KEY })
  await backUp(deps, location)
  await backUp(deps, location)
  const other = await startTestServer({ BACKUP_KEY })
  await expect(backUp(other.deps, location)).rejects.toThrow(
    `The backups in ${location} are of another database. Correct DATA_DIR or DATABASE_URL, or name another folder.`,
  )
  expect(await listBackups(await openTarget(location, deps.config, { mustExist: true }))).toHaveLength(2)
})

test('a restored database adds to the backups that it was restored from', async () => {
  const location = await temporaryFolder()
  const { deps } = await startTestServer({ BACKUP_KEY })
  await backUp(deps, location)
  const { db, files, env } = await restoreElsewhere(location)
  const restored = { ...deps, db, files, databaseUrl: env['DATABASE_URL']! }
  const { name } = await backUp(restored, location)
  expect(await listBackups(await openTarget(location, deps.config, { mustExist: true }))).toContain(name)
})

test.each([
  ['more than a year after the last one', [0, 402]],
  ['after another folder got one while the clock was years ahead', [0, 1000, 1]],
])('a folder takes a backup of its database %s', async (_, days) => {
  const server = await startTestServer({ BACKUP_KEY })
  const [location, elsewhere] = [await temporaryFolder(), await temporaryFolder()]
  const start = new Date()
  for (const day of days) {
    server.setNow(new Date(start.getTime() + day * DAY_MS))
    await backUp(server.deps, day === 1000 ? elsewhere : location)
  }
  const target = await openTarget(location, server.deps.config, { mustExist: true })
  expect(await listBackups(target)).toHaveLength(2)
})
