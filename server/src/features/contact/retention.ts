import { z } from 'zod'
import { isClockWrong } from '#platform/database/clock.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { deleteMessagesBefore } from './store.ts'

const RETENTION_MONTHS = 12

/** Messages are deleted after a year (Privacy Act, APP 11.2). */
export const deleteExpiredMessages = defineJob(
  'contact.forget-old-messages',
  z.object({}),
  async ({ db, log, now }) => {
    if (await isClockWrong({ db, log })) return
    const cutoff = now()
    cutoff.setUTCMonth(cutoff.getUTCMonth() - RETENTION_MONTHS)
    await deleteMessagesBefore(db, cutoff)
  },
  { cron: '40 3 * * *' },
)
