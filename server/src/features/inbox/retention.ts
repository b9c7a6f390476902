import { DAY_MS } from '@docketbox/contract/core/units'
import { z } from 'zod'
import { deleteLodgements, findLodgedBefore } from '#features/lodgement'
import { isClockWrong } from '#platform/database/clock.ts'
import { audit } from '#platform/security/audit-log.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { deleteOrphanedMarks, lockHandledBefore } from './store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

const DONE_RETENTION_DAYS = 90
const MAX_RETENTION_DAYS = 730

/**
 * Lodgements are deleted 90 days after they were marked as done, and after two years at most (Privacy Act, APP 11.2;
 * decision 023).
 */
export const deleteExpiredLodgements = defineJob(
  'inbox.forget-old-lodgements',
  z.object({}),
  async ({ db, log, now }) => {
    if (await isClockWrong({ db, log })) return
    const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS)
    await inTransaction(db, async (db) => {
      const done = await lockHandledBefore(db, daysAgo(DONE_RETENTION_DAYS))
      const old = await findLodgedBefore(db, daysAgo(MAX_RETENTION_DAYS))
      const count = await deleteLodgements(db, [...done, ...old])
      await deleteOrphanedMarks(db)
      if (count === 0) return
      await audit(db, {
        at: now(),
        actorId: null,
        action: 'lodgement.forget',
        subjectId: null,
        details: { count },
      })
    })
  },
  { policy: 'short', cron: '50 3 * * *' },
)
