import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyCluster } from '@docketbox/testing/database/copy-cluster'
import { beginOwner, query, startOwner } from '@docketbox/testing/database/owner-process'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts'
import { acquireOwnerLock, type OwnerLock } from './owner-lock.ts'

let dataDir: string
let running: EmbeddedPostgres[]
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'docketbox-embedded-'))
  // As root, the database runs as another user, whose cluster would otherwise go elsewhere.
  await chmod(dataDir, 0o711)
  running = []
})
afterEach(async () => {
  for (const server of running) await server.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
})

async function start(options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined, ...options })
  running.push(server)
  return server
}

describe('the embedded database', () => {
  test('keeps its data between starts', async () => {
    await copyCluster(dataDir)
    const first = await start()
    await query(first.url, 'create table saved (word text)')
    await query(first.url, `insert into saved values ('émile')`)
    await first.stop()

    const second = await start()
    expect(await query(second.url, 'select upper(word) as word from saved')).toEqual([{ word: 'ÉMILE' }])
  })

  test('waits for the disk at every commit', async () => {
    const { url } = await start()
    const names = `'fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums'`
    const settings = await query(url, `select setting from pg_settings where name in (${names})`)
    expect(settings.map(({ setting }) => setting)).toEqual(['on', 'on', 'on', 'on'])
  })

  test('refuses a second start on the same folder, and says which process runs it', async () => {
    await copyCluster(dataDir)
    const owner = await startOwner({ dataDir })
    await expect(start()).rejects.toThrow(
      `Docketbox is already running on ${dataDir} (process ${owner.child.pid}): stop it first, or set DATA_DIR to another folder.`,
    )
    expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('lets a command join the running server', async () => {
    await copyCluster(dataDir)
    const owner = await startOwner({ dataDir })
    const joined = await start({ whenRunning: 'join' })
    expect(joined.url).toBe(owner.url)
    await joined.stop()
    expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test.each([
    ['far longer than a socket may be', 'long/'.repeat(40)],
    ['with spaces, commas and quotes', `my, "own" it's déjà/vu`],
  ])('accepts a folder with a name %s', async (_, name) => {
    const folder = join(dataDir, name)
    await mkdir(folder, { recursive: true })
    const server = await start({ dataDir: folder })
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await expect(start({ dataDir: folder })).rejects.toThrow('already running')
  })

  test('listens on loopback with a password where there are no sockets', async () => {
    await copyCluster(dataDir)
    const { url } = await start({ transport: 'tcp' })
    const address = new URL(url)
    expect(address.hostname).toBe('127.0.0.1')
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    address.password = 'guessed'
    await expect(query(address.href, 'select 1')).rejects.toThrow('password authentication failed')
  })
})

describe('the lock of its folder', () => {
  async function acquire(folder: string): Promise<OwnerLock> {
    const lock = await acquireOwnerLock(folder)
    if ('heldBy' in lock) throw new Error(`held by ${lock.heldBy.pid}`)
    return lock
  }

  test('has one owner, however many start at the same moment', async () => {
    for (let round = 0; round < 20; round++) {
      const locks = await Promise.all(Array.from({ length: 6 }, () => acquireOwnerLock(dataDir)))
      const owners = locks.flatMap((lock) => ('heldBy' in lock ? [] : [lock]))
      expect(owners).toHaveLength(1)
      await owners[0]!.release()
    }
  })

  test('lets one of two processes that start at the same moment run the database', async () => {
    await copyCluster(dataDir)
    const starts = await Promise.all([startOwner({ dataDir }), startOwner({ dataDir })])
    expect(starts.find(({ failure }) => failure)?.failure).toContain('already running')
    const owner = starts.find(({ url }) => url)!
    expect(await query(owner.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(owner.log).toEqual([])
  })

  test('recognises an earlier release, which only listens on the socket', async () => {
    const owner = { pid: 7, url: 'postgres://earlier' }
    const earlier = createServer((socket) => socket.end(JSON.stringify(owner))).listen(join(dataDir, 'owner'))
    await once(earlier, 'listening')
    expect(await acquireOwnerLock(dataDir)).toEqual({ heldBy: owner })
    earlier.close()
    await once(earlier, 'close')
    await (await acquire(dataDir)).release()
  })

  test('makes a process that joins wait until the database has started', async () => {
    const folder = join(dataDir, 'postgres')
    await mkdir(folder)
    const lock = await acquire(folder)
    const joining = start({ whenRunning: 'join' })
    lock.publish({ pid: process.pid, url: 'postgres://started' })
    expect((await joining).url).toBe('postgres://started')
    await lock.release()
  })

  test('leaves the database to a process that joins if that start fails', async () => {
    await copyCluster(dataDir)
    const lock = await acquire(join(dataDir, 'postgres'))
    const joining = start({ whenRunning: 'join' })
    await lock.release()
    expect(await query((await joining).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('a database this release cannot run', () => {
  beforeEach(() => copyCluster(dataDir))

  test.each([
    ['a newer', '19', 'start it with the newer release of Docketbox that created it'],
    ['an older', '17', 'back it up with the release that created it (npm run admin -- backup)'],
  ])('from %s Postgres is left unchanged', async (_, version, advice) => {
    const cluster = join(dataDir, 'postgres/cluster')
    await writeFile(join(cluster, 'PG_VERSION'), `${version}\n`)

    const refused = start()
    await expect(refused).rejects.toThrow(`was created by Postgres ${version}`)
    await expect(refused).rejects.toThrow(advice)
    expect(await readFile(join(cluster, 'PG_VERSION'), 'utf8')).toBe(`${version}\n`)

    await writeFile(join(cluster, 'PG_VERSION'), '18\n')
    expect(await query((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('or that is incomplete is never replaced by an empty one', async () => {
    const cluster = join(dataDir, 'postgres/cluster')
    await cp(join(cluster, 'PG_VERSION'), join(dataDir, 'aside'))
    await rm(join(cluster, 'PG_VERSION'))
    await expect(start()).rejects.toThrow('is incomplete: its file PG_VERSION is missing')
    await cp(join(dataDir, 'aside'), join(cluster, 'PG_VERSION'))
  })
})

test('a first start interrupted at any moment does not block the next one', async () => {
  for (const moment of [80, 150, 250, 400, 550]) {
    const owner = beginOwner({ dataDir })
    await wait(moment)
    const ended = once(owner, 'exit')
    owner.kill('SIGKILL')
    await ended
  }
  const { url } = await start()
  expect(await query(url, 'select current_database() as name')).toEqual([{ name: 'docketbox' }])
})
