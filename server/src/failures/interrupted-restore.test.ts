import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { runRestore } from '#commands/backups/restore.ts'
import { withCommandDeps } from '#commands/command-deps.ts'
import { openDatabase } from '#platform/database/database.ts'
import { BACKUP_KEY, backUp, emptyPlace, temporaryFolder } from '#testing/backups.ts'
import { isLockAwaited } from '#testing/database/locks.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { compileCache } from '#testing/product-process.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'
import { startServer } from '#start-server'

const ROOT = join(import.meta.dirname, '../../..')

let server: TestServer
let location: string
let name: string
beforeAll(async () => {
  server = await startTestServer({ BACKUP_KEY })
  await fileReceipt(server, await addSubscriber(server, 'ann@example.com'))
  location = await temporaryFolder()
  ;({ name } = await backUp(server.deps, location))
})

const silent = () => undefined

const unfinished = () =>
  `The restore of the backup ${name} isn’t finished. If it was interrupted, run it again.`

test.each([
  ['while it loaded the data', 'share'],
  ['before its last step', 'access share'],
])(
  'a restore that was killed %s is finished by the same command, and nothing else starts until then',
  { timeout: 180_000 },
  async (_, lock) => {
    const { env, db } = await killRestore(lock)
    await expect(startServer(env, silent, 'no-web-build')).rejects.toThrow(unfinished())
    await expect(withCommandDeps(env, silent, async () => 0)).rejects.toThrow(unfinished())
    expect(await runRestore(env, { location, at: name }, silent)).toBe(0)
    const { rows } = await sql`
      select (select count(*)::int from users) as users, (select count(*)::int from receipts) as receipts,
        (select count(*)::int from audit_log where action = 'integrity.restore') as restores`.execute(db)
    expect(rows).toEqual([{ users: 1, receipts: 1, restores: 1 }])
    await (await startServer(env, silent, 'no-web-build')).stop()
  },
)

test('a restore that has loaded its data isn’t finished with another backup', async () => {
  const { env } = await killRestore('access share')
  const { name: later } = await backUp(server.deps, location)
  await expect(runRestore(env, { location, at: later }, silent)).rejects.toThrow(
    `The restore of the backup ${name} isn’t finished. Run it again with --at ${name}, or restore into an empty database.`,
  )
})

/** Kills a restore when it waits for a lock on its table: `share` stops it before it commits the data. */
async function killRestore(lock: string) {
  const env: Record<string, string> = { ...(await emptyPlace()), PORT: '0', READING: 'off' }
  const { db, close } = openDatabase(env['DATABASE_URL']!, { maxConnections: 3, onLost: silent })
  onTestFinished(close)
  const child = spawn(process.execPath, ['server/src/admin.ts', 'restore', location, '--at', name], {
    cwd: ROOT,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...compileCache, ...env },
  })
  const hasBegun = async () => {
    const { rows } = await sql<{ exists: boolean }>`
      select to_regclass('unfinished_restore') is not null as exists`.execute(db)
    return rows[0]!.exists
  }
  await expect.poll(hasBegun, { timeout: 60_000, interval: 20 }).toBe(true)
  await db.transaction().execute(async (trx) => {
    await sql`lock table unfinished_restore in ${sql.raw(lock)} mode`.execute(trx)
    await expect.poll(() => isLockAwaited({ db }), { timeout: 60_000 }).toBe(true)
    await kill(child)
  })
  return { env, db }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  if (child.exitCode === null) child.kill('SIGKILL')
  await ended
}
