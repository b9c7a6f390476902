import { sql } from 'kysely'
import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.ts'

const DAY = 24 * 60 * 60 * 1000

/** Forgets each night what has had its time: sessions and mailed secrets a month ago, counted failures of yesterday. */
export const cleanAccounts = defineJob(
  'auth.clean',
  z.strictObject({}),
  async ({ db, now }) => {
    const at = now().getTime()
    await db
      .deleteFrom('sessions')
      .where('expiresAt', '<', new Date(at - 30 * DAY))
      .execute()
    await db
      .deleteFrom('oneTimeTokens')
      .where('expiresAt', '<', new Date(at - 30 * DAY))
      .execute()
    await db
      .deleteFrom('failedAttempts')
      .where('lastAt', '<', new Date(at - DAY))
      .execute()
    await sql`delete from rate_limits where expire < ${at}`.execute(db)
  },
  { policy: 'short', cron: '20 3 * * *' },
)
