import { DAY_MS } from '@docketbox/contract/core/units'
import { z } from 'zod'
import { inTransaction } from '#platform/database/transaction.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { trialEndsMail } from '../mails.ts'
import { claimEndingTrials } from './store.ts'

/** From three days before the last day of a trial, which ends with that day. */
const REMIND_DAYS_BEFORE = 4
const BATCH_SIZE = 200

/** Emails users once, three days before their trial ends. */
export const remindOfTrialEnd = defineJob(
  'subscriptions.remindOfTrialEnd',
  z.object({}),
  async (deps) => {
    const now = deps.now()
    const until = new Date(now.getTime() + REMIND_DAYS_BEFORE * DAY_MS)
    for (;;) {
      const claimed = await inTransaction(deps.db, async (db) => {
        const trials = await claimEndingTrials(db, { after: now, until, limit: BATCH_SIZE })
        for (const trial of trials) await deps.mail.queue(db, trialEndsMail(deps, trial))
        return trials.length
      })
      if (claimed < BATCH_SIZE) return
    }
  },
  { cron: '20 8 * * *', policy: 'short' },
)
