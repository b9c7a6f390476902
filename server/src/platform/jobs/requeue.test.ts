import { DAY_MS } from '@docketbox/contract/core/units'
import { cloneDatabase } from '#testing/database/create-database.ts'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createLog } from '#platform/config/log.ts'
import { openDatabase } from '#platform/database/database.ts'
import { defineJob, openJobs } from './jobs.ts'

test('a job of a backup from weeks ago is kept until it has run', async () => {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  const { pool, close } = openDatabase(url, { maxConnections: 2, onLost: () => undefined })
  const note = defineJob('note', z.object({}), async () => undefined)
  const queue = await openJobs({ url, pool, log: createLog('silent'), jobs: [note] })
  const waiting = { name: 'note', data: {}, singletonKey: null }
  const client = await pool.connect()
  await queue.requeue(client, [
    { ...waiting, startAfter: new Date(Date.now() - 20 * DAY_MS) },
    { ...waiting, startAfter: new Date(Date.now() + 20 * DAY_MS) },
  ])
  const { rows } = await client.query(
    `select keep_until > now() as "isKept", start_after > now() as "isLater" from pgboss.job where name = 'note'
     order by start_after`,
  )
  client.release()
  await queue.stop()
  await close()
  expect(rows).toEqual([
    { isKept: true, isLater: false },
    { isKept: true, isLater: true },
  ])
})
