import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createLog } from '#platform/config/log.ts'
import type { Deps } from '#platform/config/deps.ts'
import { openDatabase } from '#platform/database/database.ts'
import { cloneDatabase } from '#testing/database/create-database.ts'
import { defineJob, openJobs } from './jobs.ts'

test('schedules and jobs don’t wait for times from when the clock was ahead', async () => {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  const { db, pool, close } = openDatabase(url, { maxConnections: 4, onLost: () => undefined })
  onTestFinished(close)
  const ran: string[] = []
  const note = defineJob('note', z.object({ name: z.string() }), async (_, { name }) => void ran.push(name))
  const nightly = defineJob('nightly', z.object({}), async () => undefined, { cron: '30 2 * * *' })
  const log = createLog('silent')
  const queue = await openJobs({ url, pool, log, jobs: [note, nightly], pollSeconds: 0.5, rescueSeconds: 1 })
  onTestFinished(() => queue.stop())
  await queue.work({ log } as Deps)
  const scheduledLast = async () =>
    (await pool.query<{ at: Date | null }>('select cron_on as at from pgboss.version')).rows[0]!.at
  await expect.poll(scheduledLast, { timeout: 10_000 }).not.toBeNull()

  const later = new Date(Date.now() + 3_600_000)
  await queue.enqueue(db, note, { name: 'tomorrow' }, { startAfter: later })
  const client = await pool.connect()
  await client.query('begin')
  await queue.enqueue(db, note, { name: 'created' }, { startAfter: later })
  await queue.enqueue(db, note, { name: 'retried' }, { startAfter: later })
  const put = (change: string, name: string) =>
    client.query(`update pgboss.job set ${change} where data ->> 'name' = '${name}'`)
  await put(`created_on = now() + interval '1 year', start_after = now() + interval '1 year'`, 'created')
  await put(`state = 'retry', start_after = now() + interval '1 year'`, 'retried')
  await client.query(`update pgboss.version set cron_on = now() + interval '1 year'`)
  await client.query(`update pgboss.queue set monitor_claim_on = now() + interval '1 year'`)
  await client.query('commit')
  client.release()

  await expect.poll(() => ran.toSorted(), { timeout: 20_000 }).toEqual(['created', 'retried'])
  const { rows } = await pool.query(
    `select count(*)::int as ahead from pgboss.version, pgboss.queue where greatest(cron_on, monitor_claim_on) > now()`,
  )
  expect(rows).toEqual([{ ahead: 0 }])
})
