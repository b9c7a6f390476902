import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@docketbox/local/postgres'
import pg from 'pg'
import { jobs } from '#app'
import { createLog } from '#platform/config/log.ts'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrations.ts'
import { openJobs } from '#platform/jobs/jobs.ts'

export type TestPostgres = {
  /** Address of a database on the server that may create others. */
  url: string
  /** Name of a migrated database to clone. */
  template: string
  stop: () => Promise<void>
}

/**
 * A Postgres for one run of tests, with a migrated database to clone, which has the tables of the job queue too.
 * @param existingUrl a running server to use instead of an embedded one; nothing is left on it.
 */
export async function startTestPostgres(existingUrl?: string): Promise<TestPostgres> {
  const server =
    existingUrl === undefined ? await startThrowAway() : { url: existingUrl, stop: async () => undefined }
  const template = `docketbox_template_${randomBytes(6).toString('hex')}`
  await runOn(server.url, `create database ${template} encoding 'UTF8' template template0`)
  const stop = async () => {
    await runOn(server.url, `drop database ${template} with (force)`)
    await server.stop()
  }
  try {
    const url = databaseUrl(server.url, template)
    const { db, pool, close } = openDatabase(url, { maxConnections: 1, onLost: () => undefined })
    await migrate(db)
    const queue = await openJobs({ url, pool, log: createLog('silent'), jobs })
    await queue.stop()
    await close()
  } catch (thrown) {
    await stop()
    throw thrown
  }
  return { url: server.url, template, stop }
}

/** An embedded Postgres that doesn't sync to disk. */
async function startThrowAway(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docketbox-test-'))
  const { url, stop } = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Transactions that wait for each other lose no second, which many tests did.
      deadlock_timeout: '50ms',
      // It would be in the template when a test file copies that.
      autovacuum: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_connections: '300',
    },
  })
  return {
    url,
    stop: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Runs one statement on a separate connection. */
export async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const address = new URL(serverUrl)
  address.pathname = `/${name}`
  return address.href
}
