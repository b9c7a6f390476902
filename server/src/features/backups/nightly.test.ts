import { DAY_MS } from '@docketbox/contract/core/units'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { api, formatDay, sydneyDay } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { purgeAccounts } from '#features/account'
import { cleanExpenses } from '#features/expenses-without-receipt'
import { cleanFiles } from '#features/files'
import { cleanReceipts } from '#features/receipts'
import type { Run } from '#platform/jobs/jobs.ts'
import { BACKUP_KEY, backUp as backUpByHand, temporaryFolder } from '#testing/backups.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'
import { listBackups, listFiles, partsOf, readBackup } from './contents/backups.ts'
import { openTarget } from './contents/target.ts'
import { backupGauge } from './gauge.ts'
import { backUpNightly, findBackupProblem, watchBackups } from './nightly.ts'

const run: Run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }

let server: TestServer
let folder: string
let start: Date
beforeAll(async () => {
  folder = await temporaryFolder()
  server = await startTestServer({ BACKUP_DIR: folder, BACKUP_KEY })
  start = new Date()
})
beforeEach(() => server.setNow(undefined))

const after = (days: number) => server.setNow(new Date(start.getTime() + days * DAY_MS))
const backUp = () => backUpNightly.handler(server.deps, {}, run)
const readiness = async () => (await (await fetch(`${server.url}/readyz`)).json()) as unknown
const status = async (of = server) => {
  const admin = await of.addUser(`admin${Math.random()}@example.com`, { role: 'Admin' })
  return (await of.call(api.backups.status, {}, admin)).body
}

describe('the nightly backup', () => {
  test('is overdue if there’s none two days after the product first started', async () => {
    await watchBackups.handler(server.deps, { isAgain: true }, run)
    expect(server.outbox.sent).toEqual([])
    expect(await readiness()).toEqual({
      status: 'ready',
      backup: { newest: null, ageHours: null, isOverdue: false },
    })
    expect(await status()).toEqual({ isEnabled: true, isOverdue: false, backups: [] })
    after(3)
    expect(await readiness()).toMatchObject({ backup: { newest: null, isOverdue: true } })
    expect(await status()).toEqual({ isEnabled: true, isOverdue: true, backups: [] })
    const [age] = await backupGauge.read(server.deps)
    expect(age!.value).toBeGreaterThan((3 * DAY_MS) / 1000)
  })

  test('is kept for fourteen nights, with the bytes it needs and no others', async () => {
    const ann = await addSubscriber(server, 'ann@example.com')
    await fileReceipt(server, ann)
    after(1)
    await backUp()
    const [first] = await readdir(join(folder, 'backups'))
    for (let night = 101; night <= 115; night++) {
      const name = `20200101T000000${night}Z.json`
      await copyFile(join(folder, 'backups', first!), join(folder, 'backups', name))
    }
    await fileReceipt(server, await server.signIn(ann))
    after(2)
    await backUp()
    const names = (await readdir(join(folder, 'backups'))).toSorted()
    expect(names).toHaveLength(14)
    expect(names).toContain(first)

    // All that's left of the first one.
    for (const name of names.slice(0, -1)) await rm(join(folder, 'backups', name))
    after(4)
    await backUp()
    const target = await openTarget(folder, server.deps.config, { mustExist: true })
    const needed = new Set<string>()
    for (const name of await listBackups(target)) {
      const { manifest } = await readBackup(target, name)
      for (const { sha256 } of partsOf(manifest)) needed.add(sha256)
      for await (const { sha256 } of listFiles(target.files, manifest.files.parts)) needed.add(sha256)
    }
    const stored = await Array.fromAsync(target.files.list(), ({ sha256 }) => sha256.toString('hex'))
    expect(stored).toEqual([...needed].toSorted())
    expect(await readiness()).toMatchObject({ backup: { ageHours: 0, isOverdue: false } })
    const { backups } = await status()
    expect(backups).toHaveLength(3)
    expect(backups[0]).toMatchObject({ finishedAt: expect.any(String) as string, unreadable: 0 })
  })

  test('removes other bytes after some that can’t be removed', async () => {
    const own = await temporaryFolder()
    const deps = { ...server.deps, config: { ...server.deps.config, BACKUP_DIR: own } }
    await backUpNightly.handler(deps, {}, run)
    const [folderInItsPlace, file] = ['0', 'f'].map((digit) =>
      join(own, 'files', digit.repeat(2), digit.repeat(64)),
    ) as [string, string]
    await mkdir(folderInItsPlace, { recursive: true })
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, '')
    for (const path of [folderInItsPlace, file]) await utimes(path, new Date(0), new Date(0))
    await backUpNightly.handler(deps, {}, run)
    expect(existsSync(file)).toBe(false)
    expect(existsSync(folderInItsPlace)).toBe(true)
  })

  test('that didn’t happen for two days is reported each morning, and deleting waits for the next one', async () => {
    const kim = await addSubscriber(server, 'kim@example.com')
    const receipt = await fileReceipt(server, kim)
    await server.call(api.receipts.remove, { params: { uploadId: receipt._id } }, kim)
    const expense = { params: { evidenceId: randomUUID() } }
    const meter = { supplier: 'Parking meter', description: 'Parking at a client', amountCents: 450 }
    const body = { kind: 'smallExpense', paidOn: '2026-03-03', ...meter } as const
    await server.call(api.expenses.save, { ...expense, body }, kim)
    await server.call(api.expenses.remove, expense, kim)
    after(60)
    expect(await readiness()).toMatchObject({ status: 'ready', backup: { isOverdue: true } })
    expect((await status()).isOverdue).toBe(true)
    await watchBackups.handler(server.deps, { isAgain: true }, run)
    await server.outbox.waitFor('support@docketbox.local', { subject: 'the backup is overdue' })

    const purge = async () => {
      for (const job of [purgeAccounts, cleanReceipts, cleanExpenses, cleanFiles])
        await job.handler(server.deps, {} as never, run)
    }
    const inBin = async () => {
      const { db } = server.deps
      const receipts = await db.selectFrom('receipts').select('id').where('id', '=', receipt._id).execute()
      const expenses = await db.selectFrom('evidenceRecords').select('id').execute()
      return [receipts.length, expenses.length]
    }
    await purge()
    expect(await inBin()).toEqual([1, 1])
    await backUp()
    await purge()
    expect(await inBin()).toEqual([0, 0])
  })
})

test('after the machine was off for days, nothing is reported while the next backup is made', async () => {
  const other = await startTestServer({ BACKUP_DIR: await temporaryFolder(), BACKUP_KEY })
  await backUpNightly.handler(other.deps, {}, run)
  other.setNow(other.later(3))
  await watchBackups.handler(other.deps, { isAgain: false }, run)
  const { rows } = await sql<{ data: object }>`select data from pgboss.job where singleton_key = 'again'
    and start_after > now() + interval '50 minutes'`.execute(other.deps.db)
  expect(rows).toEqual([{ data: { isAgain: true } }])
  await backUpNightly.handler(other.deps, {}, run)
  await watchBackups.handler(other.deps, { isAgain: true }, run)
  expect(other.outbox.sent).toEqual([])
})

test('a BACKUP_DIR that has never worked is reported after two days', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const other = await startTestServer({ BACKUP_DIR: join(file, 'backups'), BACKUP_KEY })
  await expect(backUpNightly.handler(other.deps, {}, run)).rejects.toThrow('can’t be written to (ENOTDIR)')
  other.setNow(other.later(3))
  await watchBackups.handler(other.deps, { isAgain: true }, run)
  await other.outbox.waitFor('support@docketbox.local', { subject: 'the backup is overdue' })
})

test('while the backup disk isn’t mounted, no backup is written to the disk underneath', async () => {
  const disk = join(await temporaryFolder(), 'disk')
  const deps = { ...server.deps, config: { ...server.deps.config, BACKUP_DIR: disk } }
  await backUpNightly.handler(deps, {}, run)
  await rename(disk, `${disk}-unmounted`)
  await mkdir(disk)
  await expect(backUpNightly.handler(deps, {}, run)).rejects.toThrow(`There are no backups in ${disk}`)
  expect(await findBackupProblem(deps)).toBe(`There are no backups in ${disk}.`)
  expect(await readdir(disk)).toEqual([])
  // On a new disk, the first one is made by hand.
  await backUpByHand(deps, disk)
  await backUpNightly.handler(deps, {}, run)
  expect(await readdir(join(disk, 'backups'))).toHaveLength(2)
  expect(await findBackupProblem(deps)).toBeUndefined()
})

test('a backup from when the clock was years ahead doesn’t hide that there have been none since', async () => {
  const other = await startTestServer({ BACKUP_DIR: await temporaryFolder(), BACKUP_KEY })
  other.setNow(other.later(4_000))
  await backUpNightly.handler(other.deps, {}, run)
  const now = new Date()
  other.setNow(now)
  await backUpNightly.handler(other.deps, {}, run)
  other.setNow(other.later(5))
  await watchBackups.handler(other.deps, { isAgain: true }, run)
  const mail = await other.outbox.waitFor('support@docketbox.local', { subject: 'the backup is overdue' })
  expect(mail.text).toContain(`The newest complete backup is from ${formatDay(sydneyDay(now))}.`)
  expect((await status(other)).backups.map(({ startedAt }) => startedAt)).toEqual([now.toISOString()])
})

test('without BACKUP_DIR there is no nightly backup, and nothing is reported', async () => {
  const other = await startTestServer()
  await backUpNightly.handler(other.deps, {}, run)
  await watchBackups.handler(other.deps, { isAgain: true }, run)
  expect(await (await fetch(`${other.url}/readyz`)).json()).toEqual({ status: 'ready' })
  expect(await status(other)).toEqual({ isEnabled: false, isOverdue: false, backups: [] })
})
