import { execFileSync } from 'node:child_process'
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyCluster } from '@docketbox/testing/database/copy-cluster'
import { canMount } from '@docketbox/testing/system/mount'
import { query, startOwner } from '@docketbox/testing/database/owner-process'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts'
import { type Binaries, findBinaries, readBinaries } from './binaries.ts'
import { canReach } from './system-user.ts'

const unprivileged = { uid: 65534, gid: 65534, name: 'nobody' }
const isRoot = process.getuid?.() === 0
const othersReachUs = await canReach(unprivileged, process.execPath)

let folder: string
let home: string
let dataDir: string
let systemDir: string
let logged: string[]
/** Without the line about a checkout that is closed to other users. */
const dataLog = () => logged.filter((line) => !line.includes('is copied to'))
let running: EmbeddedPostgres[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docketbox-root-'))
  await chmod(folder, 0o755)
  home = join(folder, 'home')
  dataDir = join(home, 'data')
  systemDir = join(folder, 'system')
  await mkdir(home, { mode: 0o700 })
  logged = []
  running = []
})
afterEach(async () => {
  for (const server of running) await server.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
})

async function start(options: { dataDir?: string; installed?: Binaries } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir,
    systemDir,
    log: (line) => logged.push(line),
    ...options,
  })
  running.push(server)
  return server
}

async function startAndWrite(): Promise<void> {
  const { url, stop } = await start()
  await query(url, 'create table saved (id int); insert into saved values (1)')
  await stop()
}

const read = async () => query((await start()).url, 'select id from saved')

describe.runIf(isRoot)('started by root below a home folder closed to other users', () => {
  test('the database goes where its user can reach it, and is found there again', async () => {
    await startAndWrite()
    const { folder: place } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8')) as {
      folder: string
    }
    expect(dirname(place)).toBe(systemDir)
    expect(dataLog()).toEqual([
      expect.stringMatching(/^Postgres runs as the user \w+, who can't enter .*, so the database is in /),
    ])

    expect(await read()).toEqual([{ id: 1 }])
    expect(dataLog()).toHaveLength(1)
  })

  test('two data directories have two databases', async () => {
    await startAndWrite()
    const other = await start({ dataDir: join(home, 'other') })
    await expect(query(other.url, 'select id from saved')).rejects.toThrow('does not exist')
  })

  test('a data directory that was moved keeps its database', async () => {
    await startAndWrite()
    await rename(dataDir, join(home, 'moved'))
    dataDir = join(home, 'moved')
    expect(await read()).toEqual([{ id: 1 }])
  })

  test('a copied data directory does not take the database of the original', async () => {
    await startAndWrite()
    await cp(dataDir, join(home, 'copy'), { recursive: true })
    await expect(start({ dataDir: join(home, 'copy') })).rejects.toThrow('is a copy of')
    expect(await read()).toEqual([{ id: 1 }])
  })

  test('a missing database is reported, not replaced by an empty one', async () => {
    await startAndWrite()
    await rename(systemDir, `${systemDir}-away`)
    await expect(start()).rejects.toThrow(/The database of .* should be in .*, but isn't there/)
    await rename(`${systemDir}-away`, systemDir)
    expect(await read()).toEqual([{ id: 1 }])
  })

  test('the programs are copied once if they are there too', async () => {
    const packaged = join(home, 'package')
    const { folder: native } = await findBinaries()
    await cp(join(native, '..'), packaged, { recursive: true, verbatimSymlinks: true })
    const installed = await readBinaries(join(packaged, 'native'))
    await (await start({ installed })).stop()
    expect(logged.filter((line) => line.includes('is copied to'))).toHaveLength(1)
    await (await start({ installed })).stop()
    expect(logged.filter((line) => line.includes('is copied to'))).toHaveLength(1)
    expect((await readdir(systemDir)).filter((name) => name.startsWith('copying'))).toEqual([])
  })

  test('a database that used to be reachable names the folder that was closed', async () => {
    await chmod(home, 0o755)
    await copyCluster(dataDir)
    await startAndWrite()
    await chmod(home, 0o700)
    await expect(start()).rejects.toThrow(`can't enter ${home} any more: allow it with chmod o+x ${home}`)
    await chmod(home, 0o711)
    expect(await read()).toEqual([{ id: 1 }])
  })
})

test.runIf(isRoot)(
  'started by root on a data directory that only itself is closed, the database is inside it',
  async () => {
    await chmod(home, 0o755)
    await mkdir(dataDir, { mode: 0o700 })
    await startAndWrite()
    expect(dataLog()).toEqual([])
    expect(await readdir(dataDir)).toEqual(['postgres'])
    expect((await stat(dataDir)).mode & 0o777).toBe(0o711)
  },
)

test.runIf(isRoot)('a backup that root restored, and that belongs to root, works', async () => {
  await chmod(home, 0o755)
  await copyCluster(dataDir)
  await startAndWrite()
  execFileSync('cp', ['-r', dataDir, join(home, 'restored')])
  execFileSync('chown', ['-R', '0:0', join(home, 'restored')])
  dataDir = join(home, 'restored')
  expect(await read()).toEqual([{ id: 1 }])
})

describe.runIf(isRoot && othersReachUs)('started by an ordinary user', () => {
  test('the database is that user’s own, and root runs it as that user too', async () => {
    await mkdir(dataDir)
    for (const path of [home, dataDir]) await chown(path, unprivileged.uid, unprivileged.gid)
    const owner = await startOwner({ dataDir, ...unprivileged })
    await query(owner.url, 'create table saved (id int); insert into saved values (1)')
    await owner.kill()

    const again = await startOwner({ dataDir, ...unprivileged })
    expect(await query(again.url, 'select id from saved')).toEqual([{ id: 1 }])
    await again.kill()
    expect(await read()).toEqual([{ id: 1 }])
  })

  test('a database that belongs to another user is refused in a sentence', async () => {
    await chmod(home, 0o755)
    await copyCluster(dataDir)
    await startAndWrite()
    await chown(dataDir, unprivileged.uid, unprivileged.gid)
    const refused = await startOwner({ dataDir, ...unprivileged })
    expect(refused.failure).toMatch(/^PostgresCannotStart: .* belongs to another user/)
  })
})

describe.runIf(canMount())('on a full disk', () => {
  beforeEach(async () => {
    await chmod(home, 0o755)
    await mkdir(dataDir)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=120m,mode=755', 'docketbox-test', dataDir])
  })
  afterEach(() => void execFileSync('umount', ['-l', dataDir]))

  test('a new database is refused before anything is written', async () => {
    await writeFile(join(dataDir, 'filler'), Buffer.alloc(80 * 1024 * 1024))
    await expect(start()).rejects.toThrow(/has \d+ MB free, and a new database needs 64 MB/)
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['owner.lock'])
  })

  test('an existing one says so, and works again once there is space', async () => {
    await copyCluster(dataDir)
    await startAndWrite()
    await fill()
    await expect(start()).rejects.toThrow(
      /is full: free some space, then start again. No saved data is lost./,
    )
    await rm(join(dataDir, 'filler'))
    expect(await read()).toEqual([{ id: 1 }])
    for (const server of running) await server.stop()
  })

  async function fill(): Promise<void> {
    await writeFile(join(dataDir, 'filler'), Buffer.alloc(200 * 1024 * 1024)).catch(() => undefined)
  }
})
