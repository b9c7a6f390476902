import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.ts'

const DAY = 24 * 60 * 60 * 1000

/** Deletes sessions and mailed tokens each night, a month after they expired. */
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
  },
  { policy: 'short', cron: '20 3 * * *' },
)
