import { setTimeout as wait } from 'node:timers/promises'
import { cloneDatabase } from '#testing/database/create-database.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { defineJob, type Job, type Jobs, openJobs, type Run } from './jobs.ts'
import { createLog } from '#platform/config/log.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type Ran = { job: string; n: number; run: Run; at: number }

const ran: Ran[] = []
const waiting = new Set<() => void>()
let failures = 0
let gate: Promise<void> = Promise.resolve()

/** A job that records its runs and can fail first. */
function noting(name: string, options?: Job['options']) {
  return defineJob(
    name,
    z.strictObject({ n: z.number().default(0) }),
    async (_, { n }, run) => {
      ran.push({ job: name, n, run, at: performance.now() })
      for (const check of waiting) check()
      await gate
      if (failures-- > 0) throw new Error('not yet')
    },
    options,
  )
}

const note = noting('note')
const stubborn = noting('stubborn', { retries: 1, retryDelaySeconds: 1 })
const brief = noting('brief', { retries: 1, retryDelaySeconds: 0, timeoutSeconds: 60 })
const once = noting('once', { policy: 'exclusive' })
const nightly = noting('nightly', { cron: '30 2 * * *' })
const jobs = [note, stubborn, brief, once, nightly]

const log = createLog('silent')
let database: Awaited<ReturnType<typeof cloneDatabase>>
let opened: ReturnType<typeof openDatabase>
let queue: Jobs

const open = ({ pollSeconds = 0.5 } = {}) =>
  openJobs({ url: database.url, pool: opened.pool, log, jobs, pollSeconds, rescueSeconds: 1 })
const start = async (options?: { pollSeconds: number }) => {
  queue = await open(options)
  await queue.work({ log } as Deps)
}

beforeAll(async () => {
  database = await cloneDatabase()
  opened = openDatabase(database.url, { maxConnections: 5, onLost: () => undefined })
  await start()
})

beforeEach(() => {
  ran.length = 0
  failures = 0
  gate = Promise.resolve()
})

afterAll(async () => {
  await queue.stop()
  await opened.close()
  await database.drop()
})

describe('a job put in line inside a transaction', () => {
  test('runs once that commits, and not before', async () => {
    await inTransaction(opened.db, async (trx) => {
      await queue.enqueue(trx, note, { n: 1 })
      // A worker that could see the first job would take it before this one.
      await queue.enqueue(opened.db, note, { n: 0 })
      await until(() => ran.length > 0)
      expect(ran).toMatchObject([{ n: 0 }])
    })
    await until(() => ran.length === 2)
    expect(ran[1]).toMatchObject({ n: 1, run: { attempt: 1, isLast: false } })
  })

  test('never runs when that is rolled back', async () => {
    const undone = inTransaction(opened.db, async (trx) => {
      await queue.enqueue(trx, note, { n: 2 })
      throw new Error('changed my mind')
    })
    await expect(undone).rejects.toThrow('changed my mind')
    await queue.enqueue(opened.db, note, { n: 3 })
    await until(() => ran.length > 0)
    expect(ran.map(({ n }) => n)).toEqual([3])
    expect(await stored('note')).not.toContain(2)
  })

  test('starts by notification, long before anything is polled, and so do others of the same moment', async () => {
    await queue.stop()
    await start({ pollSeconds: 60 })
    await inTransaction(opened.db, async (trx) => {
      for (let n = 0; n < 20; n++) await queue.enqueue(trx, note, { n })
    })
    await until(() => ran.length === 20, 20_000)
    expect(ran.map(({ n }) => n).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n))
    await queue.stop()
    await start()
  })

  test('must carry what the job expects', async () => {
    const wrong = { n: 'one' } as unknown as { n: number }
    await expect(queue.enqueue(opened.db, note, wrong)).rejects.toThrow(z.ZodError)
  })
})

describe('a job that fails', () => {
  test('is tried again until it succeeds', async () => {
    failures = 1
    await queue.enqueue(opened.db, stubborn, { n: 7 })
    await until(() => ran.length === 2, 10_000)
    expect(ran.map(({ run }) => [run.attempt, run.isLast])).toEqual([
      [1, false],
      [2, true],
    ])
    expect(new Set(ran.map(({ run }) => run.id)).size).toBe(1)
  })

  test('is tried again by another process when its own died in the middle', async () => {
    const dying = await open()
    await queue.stop()
    await dying.enqueue(opened.db, brief, { n: 9 })
    // The state a process leaves behind when it's killed while running a job.
    await opened.pool.query(
      `update pgboss.job set state = 'active', started_on = now() - interval '16 s', heartbeat_on = now() - interval '16 s'
        where name = 'brief' and state = 'created'`,
    )
    await dying.stop()
    await start()
    await until(() => ran.some(({ job }) => job === 'brief'), 10_000)
    expect(ran).toMatchObject([{ n: 9, run: { attempt: 2, isLast: true } }])
  }, 15_000)
})

test('a job with a key is not put in line twice while one waits or runs', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  await queue.enqueue(opened.db, once, { n: 1 }, { singletonKey: 'a' })
  await until(() => ran.length === 1)
  await queue.enqueue(opened.db, once, { n: 2 }, { singletonKey: 'a' })
  await queue.enqueue(opened.db, once, { n: 3 }, { singletonKey: 'b' })
  resolve()
  await until(() => ran.length === 2)
  expect(ran.map(({ n }) => n)).toEqual([1, 3])
  expect(await stored('once')).not.toContain(2)
  await expect(queue.enqueue(opened.db, once, { n: 4 })).rejects.toThrow('singletonKey')
  await expect(queue.enqueue(opened.db, note, { n: 4 }, { singletonKey: 'a' })).rejects.toThrow(
    'singletonKey',
  )
})

test('a job may start later', async () => {
  const due = Date.now() + 1_000
  await queue.enqueue(opened.db, note, { n: 5 }, { startAfter: new Date(due) })
  await until(() => ran.length === 1, 5_000)
  expect(Date.now()).toBeGreaterThanOrEqual(due)
})

test('a job is scheduled in Sydney time, and unscheduled once it’s removed', async () => {
  const schedules = async () =>
    (await opened.pool.query('select name, cron, timezone from pgboss.schedule')).rows
  expect(await schedules()).toEqual([{ name: 'nightly', cron: '30 2 * * *', timezone: 'Australia/Sydney' }])
  const without = await openJobs({ url: database.url, pool: opened.pool, log, jobs: [note] })
  await without.work({ log } as Deps)
  await without.stop()
  expect(await schedules()).toEqual([])
})

test('stopping lets the running job finish and starts no other', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  await queue.enqueue(opened.db, note, { n: 1 })
  await until(() => ran.length === 1)
  await queue.enqueue(opened.db, note, { n: 2 })
  const stopped = queue.stop()
  resolve()
  await stopped
  const { rows } = await opened.pool.query(
    `select state, data ->> 'n' as n from pgboss.job where name = 'note' order by created_on desc limit 2`,
  )
  expect(rows).toEqual([
    { state: 'created', n: '2' },
    { state: 'completed', n: '1' },
  ])
  await start()
  await until(() => ran.length === 2)
})

test('lost connections are restored, and no queued job is lost', async () => {
  await opened.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'pgboss' and datname = current_database()`,
  )
  await queue.enqueue(opened.db, note, { n: 1 })
  await until(() => ran.length === 1, 10_000)
  await vi.waitUntil(isListening, { timeout: 30_000 })
  expect(ran.map(({ n }) => n)).toEqual([1])
}, 15_000)

test('a process that only enqueues opens no extra connection', async () => {
  await queue.stop()
  const sender = await open()
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query(
    `select count(*)::int as n from pg_stat_activity where application_name = 'pgboss' and datname = current_database()`,
  )
  await client.end()
  await sender.stop()
  expect(rows).toEqual([{ n: 0 }])
})

/** The numbers of the jobs with a name, run or not. */
async function stored(name: string): Promise<number[]> {
  const { rows } = await opened.pool.query<{ n: number }>(
    `select (data ->> 'n')::int as n from pgboss.job where name = $1`,
    [name],
  )
  return rows.map(({ n }) => n)
}

async function isListening(): Promise<boolean> {
  const { rows } = await opened.pool.query(
    `select pid from pg_stat_activity where query like 'LISTEN%' and datname = current_database()`,
  )
  return rows.length > 0
}

async function until(isSo: () => boolean, timeoutMs = 15_000): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => {
    if (isSo()) resolve()
  }
  waiting.add(check)
  check()
  const late = wait(timeoutMs, 'late')
  const outcome = await Promise.race([promise, late])
  waiting.delete(check)
  if (outcome === 'late') throw new Error(`Not so within ${timeoutMs} ms. Ran: ${JSON.stringify(ran)}`)
}
