import { DAY_MS } from '@docketbox/contract/core/units'
import { z } from 'zod'
import { canPurge } from '#features/backups'
import { defineJob } from '#platform/jobs/jobs.ts'
import { purgeDeleted } from './store.ts'

/** How long a deleted expense can be restored, like a receipt. */
const DELETED_LIFE_MS = 30 * DAY_MS

export const cleanExpenses = defineJob(
  'evidence.clean',
  z.strictObject({}),
  async (deps) => {
    if (!(await canPurge(deps))) return
    await purgeDeleted(deps.db, new Date(deps.now().getTime() - DELETED_LIFE_MS))
  },
  { policy: 'short', cron: '45 3 * * *' },
)
