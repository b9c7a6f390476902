import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyCluster } from '@docketbox/testing/database/copy-cluster'
import { query, startOwner } from '@docketbox/testing/database/owner-process'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from './index.ts'
import { acquireOwnerLock, type OwnerLock } from './owner-lock.ts'

async function emptyFolder(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docketbox-lock-'))
  await chmod(dataDir, 0o711)
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }))
  return dataDir
}

async function acquire(folder: string): Promise<OwnerLock> {
  const lock = await acquireOwnerLock(folder)
  if ('heldBy' in lock) throw new Error(`held by ${lock.heldBy.pid}`)
  return lock
}

test('of many starts at the same moment, one owns the folder', async () => {
  const folder = await emptyFolder()
  for (let round = 0; round < 20; round++) {
    const locks = await Promise.all(Array.from({ length: 6 }, () => acquireOwnerLock(folder)))
    const owners = locks.flatMap((lock) => ('heldBy' in lock ? [] : [lock]))
    expect(owners).toHaveLength(1)
    await owners[0]!.release()
  }
})

test('of two processes that start at the same moment, one runs the database', async () => {
  const dataDir = await emptyFolder()
  await copyCluster(dataDir)
  const starts = await Promise.all([startOwner({ dataDir }), startOwner({ dataDir })])
  const owner = starts.find(({ url }) => url)!
  expect(starts.find(({ failure }) => failure)?.failure).toContain('already running')
  expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(owner.log).toEqual([])
})

test('a release that only listens on the socket is recognised', async () => {
  const folder = await emptyFolder()
  const earlier = createServer((socket) => socket.end(JSON.stringify({ pid: 7, url: 'postgres://earlier' })))
  await new Promise<void>((resolve) => earlier.listen(join(folder, 'owner'), resolve))
  expect(await acquireOwnerLock(folder)).toEqual({ heldBy: { pid: 7, url: 'postgres://earlier' } })
  await new Promise((resolve) => earlier.close(resolve))
  await (await acquire(folder)).release()
})

test('a process that joins waits until the database has started', async () => {
  const dataDir = await emptyFolder()
  const folder = join(dataDir, 'postgres')
  await mkdir(folder)
  const lock = await acquire(folder)
  const joined = startEmbeddedPostgres({ dataDir, log: () => undefined, whenRunning: 'join' })
  lock.publish({ pid: process.pid, url: 'postgres://started' })
  expect((await joined).url).toBe('postgres://started')
  await lock.release()
})

test('a process that joins runs the database if that start fails', async () => {
  const dataDir = await emptyFolder()
  await copyCluster(dataDir)
  const lock = await acquire(join(dataDir, 'postgres'))
  const joining = startEmbeddedPostgres({ dataDir, log: () => undefined, whenRunning: 'join' })
  await lock.release()
  const { url, stop } = await joining
  onTestFinished(() => stop())
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
})
