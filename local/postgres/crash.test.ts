import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyCluster } from '@docketbox/testing/database/copy-cluster'
import {
  findProcesses,
  type OwnerProcess,
  postmasterPid,
  query,
  startOwner,
} from '@docketbox/testing/database/owner-process'

const isLinux = process.platform === 'linux'

let dataDir: string
let cluster: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'docketbox-crash-'))
  cluster = join(dataDir, 'postgres/cluster')
})
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }))

async function startAndWrite(): Promise<OwnerProcess> {
  await copyCluster(dataDir)
  const owner = await startOwner({ dataDir })
  await query(owner.url, 'create table saved (id int); insert into saved values (1)')
  return owner
}

/** Kills the database and its owner together: the owner is halted first, or it would restart the database. */
async function killBoth(owner: OwnerProcess): Promise<void> {
  if (process.platform !== 'win32') owner.child.kill('SIGSTOP')
  process.kill(postmasterPid(cluster), 'SIGKILL')
  await owner.kill()
}

const isSaved = (url: string) =>
  query(url, 'select id from saved').then(
    (rows) => rows.length === 1,
    () => false,
  )

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1_000; tries++) {
    if (await isTrue()) return
    await wait(10)
  }
  throw new Error('That never came true.')
}

describe('when our process is killed', () => {
  test('the database shuts down cleanly on its own', async () => {
    const owner = await startAndWrite()
    const pid = postmasterPid(cluster)
    await owner.kill()
    await until(() => !isAlive(pid))
    expect(await readFile(join(dataDir, 'postgres/postgres.log'), 'utf8')).toMatch(
      /database system is shut down\s*$/,
    )
    expect(await isSaved((await startOwner({ dataDir })).url)).toBe(true)
  })

  test('the next start works immediately, even if the database is still stopping', async () => {
    const owner = await startAndWrite()
    await owner.kill()
    expect(await isSaved((await startOwner({ dataDir })).url)).toBe(true)
  })

  test.runIf(isLinux)('a database still running from before is stopped by the next start', async () => {
    const owner = await startAndWrite()
    const pid = postmasterPid(cluster)
    for (const watch of findProcesses('docketbox-watch', ` ${pid} `)) process.kill(watch, 'SIGKILL')
    await owner.kill()
    expect(isAlive(pid)).toBe(true)

    const { log, url } = await startOwner({ dataDir })
    expect(await isSaved(url)).toBe(true)
    expect(log).toEqual(['Stopping a database server left over from a run that ended abruptly.'])
    expect(postmasterPid(cluster)).not.toBe(pid)
    expect(isAlive(pid)).toBe(false)
  })

  test('and the database too, the next start recovers', async () => {
    const owner = await startAndWrite()
    await killBoth(owner)
    expect(await isSaved((await startOwner({ dataDir })).url)).toBe(true)
  })
})

describe('after the database is killed', () => {
  test('it restarts at the same address', async () => {
    const { url } = await startAndWrite()
    const pid = postmasterPid(cluster)
    process.kill(pid, 'SIGKILL')
    await until(() => isSaved(url))
    expect(postmasterPid(cluster)).not.toBe(pid)
  })

  test('again and again, it keeps restarting', async () => {
    const { url } = await startAndWrite()
    for (let round = 0; round < 3; round++) {
      await until(() => isSaved(url))
      process.kill(postmasterPid(cluster), 'SIGKILL')
    }
    await until(() => isSaved(url))
    expect(await query(url, 'select id from saved')).toEqual([{ id: 1 }])
  })
})

test('a pid file left empty by a killed server does not prevent a start', async () => {
  const owner = await startAndWrite()
  await killBoth(owner)
  await truncate(join(cluster, 'postmaster.pid'))

  expect(await isSaved((await startOwner({ dataDir })).url)).toBe(true)
})

describe('a pid file that names', () => {
  test('another program that has since been given that pid is ignored, and the program keeps running', async () => {
    const owner = await startAndWrite()
    const pidFile = join(cluster, 'postmaster.pid')
    const crashed = await readFile(pidFile, 'utf8')
    await killBoth(owner)
    const other = spawn('sleep', ['600'])
    await once(other, 'spawn')
    await writeFile(pidFile, crashed.replace(/^\d+/, String(other.pid)))

    expect(await isSaved((await startOwner({ dataDir })).url)).toBe(true)
    expect(other.exitCode ?? other.signalCode).toBeNull()
    other.kill()
  })

  test.runIf(isLinux)('a Postgres that another program runs on the folder is left alone', async () => {
    const owner = await startAndWrite()
    const pid = postmasterPid(cluster)
    const pidFile = join(cluster, 'postmaster.pid')
    for (const watch of findProcesses('docketbox-watch', ` ${pid} `)) process.kill(watch, 'SIGKILL')
    await owner.kill()
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
    process.kill(pid, 'SIGINT')
    await until(() => !isAlive(pid))
    const [program = '', ...args] = command.filter((part) => part !== '')
    const { uid, gid } = await stat(cluster)
    const foreign = spawn(
      program,
      args.map((part) => part.replace('cluster_name=docketbox', 'cluster_name=other')),
      process.getuid?.() === 0 ? { uid, gid, cwd: '/' } : {},
    )
    await until(async () => (await readFile(pidFile, 'utf8').catch(() => '')).startsWith(`${foreign.pid}\n`))

    const refused = await startOwner({ dataDir })
    expect(refused.failure).toBe(
      `PostgresCannotStart: Another Postgres (process ${foreign.pid}) is running on ${cluster}: stop it, then start again.`,
    )
    expect(foreign.exitCode).toBeNull()
    foreign.kill('SIGINT')
    await once(foreign, 'exit')
  })
})
