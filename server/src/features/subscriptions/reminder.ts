import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.ts'
import { trialEndsMail } from './mails.ts'
import * as store from './store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

const REMIND_BEFORE_DAYS = 3
const BATCH = 200

/** Tells people, once, that their trial ends in three days: it just ends, nothing is charged. */
export const remindOfTrialEnd = defineJob(
  'subscriptions.remindOfTrialEnd',
  z.object({}),
  async (deps) => {
    const now = deps.now()
    const until = new Date(now.getTime() + REMIND_BEFORE_DAYS * 86_400_000)
    for (;;) {
      const taken = await inTransaction(deps.db, async (db) => {
        const ending = await store.takeEndingTrials(db, { after: now, until, limit: BATCH })
        for (const trial of ending.filter(({ isToBeTold }) => isToBeTold))
          await deps.mail.queue(db, trialEndsMail(deps, trial))
        return ending.length
      })
      if (taken < BATCH) return
    }
  },
  { cron: '20 * * * *', policy: 'short' },
)
