import { z } from 'zod'
import { deleteLodgements, lodgedBefore } from '#features/lodgement'
import { audit } from '#platform/security/audit-log.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { forgetHandled, handledBefore } from './store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_WHEN_DONE_DAYS = 90
const KEPT_AT_MOST_DAYS = 730

/**
 * Lodgements are kept for 90 days after they were marked as done, and two years at most (Privacy Act, APP 11.2; decision
 * 023). Marks on what is gone go with it.
 */
export const forgetOldLodgements = defineJob(
  'inbox.forget-old-lodgements',
  z.object({}),
  async ({ db, now }) => {
    const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS)
    await inTransaction(db, async (db) => {
      const done = await handledBefore(db, daysAgo(KEPT_WHEN_DONE_DAYS))
      const old = await lodgedBefore(db, daysAgo(KEPT_AT_MOST_DAYS))
      const count = await deleteLodgements(db, [...done, ...old])
      await forgetHandled(db)
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
