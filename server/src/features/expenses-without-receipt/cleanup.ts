import { BIN_DAYS } from '@docketbox/contract/core/limits'
import { DAY_MS } from '@docketbox/contract/core/units'
import { z } from 'zod'
import { canPurge } from '#features/backups'
import { defineJob } from '#platform/jobs/jobs.ts'
import { purgeDeleted } from './store.ts'

export const cleanExpenses = defineJob(
  'evidence.clean',
  z.strictObject({}),
  async (deps) => {
    if (!(await canPurge(deps))) return
    await purgeDeleted(deps.db, new Date(deps.now().getTime() - BIN_DAYS * DAY_MS))
  },
  { policy: 'short', cron: '45 3 * * *' },
)
