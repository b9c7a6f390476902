import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.ts'
import { deleteOlderThan } from './store.ts'

const KEEP_MONTHS = 12

/** Messages are kept for a year, to answer them and to look back, and no longer (Privacy Act, APP 11.2). */
export const forgetOldMessages = defineJob(
  'contact.forget-old-messages',
  z.object({}),
  async ({ db, now }) => {
    const oldest = now()
    oldest.setUTCMonth(oldest.getUTCMonth() - KEEP_MONTHS)
    await deleteOlderThan(db, oldest)
  },
  { cron: '40 3 * * *' },
)
