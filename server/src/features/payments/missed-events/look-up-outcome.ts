import { MINUTE_MS } from '@docketbox/contract/core/units'
import { z } from 'zod'
import { defineJob, type Job } from '#platform/jobs/jobs.ts'
import type { PaymentDeps } from '../deps.ts'
import { handleMissedEvents } from './reconciliation.ts'

/** Six minutes: outcomes of the same minute are looked up together, and each has at least five. */
const LOOKS = 24

const schema = z.object({
  /** How many more times to look. */
  left: z.int().min(0),
  /** The minute in which it was requested; jobs of an earlier version have none. */
  minute: z.string().default('events'),
})

/** Fetches events every 15 seconds after a payment whose outcome we couldn't learn, until Stripe has had five minutes. */
export const lookUpOutcome: Job<typeof schema> = defineJob(
  'payments.lookUpOutcome',
  schema,
  async (deps, { left, minute }) => {
    await handleMissedEvents(deps)
    if (left === 0) return
    const startAfter = new Date(Date.now() + deps.payments.waits.lookUpEveryMs)
    await deps.jobs.enqueue(
      deps.db,
      lookUpOutcome,
      { left: left - 1, minute },
      { startAfter, singletonKey: minute },
    )
  },
  { retries: 20, retryDelaySeconds: 10, policy: 'short' },
)

/** Looks for the outcome of a payment from now on. */
export async function requestLookUp({
  db,
  jobs,
  now,
}: Pick<PaymentDeps, 'db' | 'jobs' | 'now'>): Promise<void> {
  const minute = String(Math.floor(+now() / MINUTE_MS))
  await jobs.enqueue(db, lookUpOutcome, { left: LOOKS, minute }, { singletonKey: minute })
}
