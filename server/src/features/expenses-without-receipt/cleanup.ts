import { DAY_MS } from '@docketbox/contract/core/units'
import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.ts'
import { purgeDeleted } from './store.ts'

/** How long a deleted expense can be restored, like a receipt. */
const DELETED_LIFE_MS = 30 * DAY_MS

export const cleanExpenses = defineJob(
  'evidence.clean',
  z.strictObject({}),
  async ({ db, now }) => purgeDeleted(db, new Date(now().getTime() - DELETED_LIFE_MS)),
  { policy: 'short', cron: '45 3 * * *' },
)
