import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Deps } from '#platform/config/deps.ts'
import type { Run } from '#platform/jobs/jobs.ts'
import { BACKUP_KEY, backUp, temporaryFolder } from '#testing/backups.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'
import { openTarget } from './contents/target.ts'
import { backUpNightly } from './nightly.ts'
import { verifyBackup } from './verify.ts'
import { listBackups, readBackup } from './contents/backups.ts'

const lastRun: Run = { id: '1', attempt: 4, isLast: true, signal: new AbortController().signal }

let server: TestServer
let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
  server = await startTestServer({ BACKUP_DIR: folder, BACKUP_KEY })
  const ann = await addSubscriber(server, 'ann@example.com')
  await fileReceipt(server, ann)
  await backUp(server.deps, folder)
  await fileReceipt(server, ann)
})

/** No file fits on the disk of the backups while `isFull` says so. */
function withDisk(isFull: () => boolean): Deps {
  const { allFiles } = server.deps
  const open: typeof allFiles.open = async (sha256) => {
    if (isFull()) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    return allFiles.open(sha256)
  }
  return { ...server.deps, allFiles: { ...allFiles, open } }
}

const backups = () => readdir(join(folder, 'backups'))
const mails = () =>
  server.outbox.sent.filter(({ subject }) => subject.includes('the disk for backups is full'))

describe('if the disk of BACKUP_DIR is full', () => {
  test('the next backup takes the space of failed attempts and of backups that were deleted', async () => {
    const [deleted] = await backups()
    await backUp(server.deps, folder)
    await rm(join(folder, 'backups', deleted!))
    const left = join(folder, 'files/ff', 'f'.repeat(64))
    await mkdir(dirname(left), { recursive: true })
    await writeFile(left, 'of an attempt that failed a moment ago')
    const ann = await addSubscriber(server, 'bob@example.com')
    await fileReceipt(server, ann)

    await backUpNightly.handler(
      withDisk(() => existsSync(left)),
      {},
      lastRun,
    )
    expect(await backups()).toHaveLength(2)
    const target = await openTarget(folder, server.deps.config, { mustExist: true })
    for (const name of await listBackups(target))
      expect(await verifyBackup(target, await readBackup(target, name))).toEqual([])
    expect(mails()).toEqual([])
  })

  test('of fourteen backups only the oldest makes room', async () => {
    const first = join(folder, 'backups', (await backups())[0]!)
    const text = await readFile(first)
    for (let night = 101; night <= 114; night++)
      await writeFile(join(folder, 'backups', `20200101T000000${night}Z.json`), text)
    const full = withDisk(() => true)
    await expect(backUpNightly.handler(full, {}, lastRun)).rejects.toThrow(
      `The disk that holds ${folder} is full.`,
    )
    const left = await backups()
    expect(left).toHaveLength(13)
    expect(existsSync(first)).toBe(true)
    await expect(backUpNightly.handler(full, {}, lastRun)).rejects.toThrow('is full')
    expect(await backups()).toEqual(left)
  })

  test('the operator is mailed once the last attempt of the night has failed', async () => {
    const full = withDisk(() => true)
    await expect(backUpNightly.handler(full, {}, { ...lastRun, isLast: false })).rejects.toThrow('is full')
    await expect(backUpNightly.handler(full, {}, lastRun)).rejects.toThrow('is full')
    const { text } = await server.outbox.waitFor('support@docketbox.local', {
      subject: 'the disk for backups is full',
    })
    expect(text).toContain(`the disk that holds ${folder} is full`)
    expect(mails()).toHaveLength(1)
  })
})
