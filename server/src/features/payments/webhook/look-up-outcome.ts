import { z } from 'zod'
import { defineJob, type Job } from '#platform/jobs/jobs.ts'
import { handleMissedEvents } from './reconciliation.ts'

const schema = z.object({
  /** How many more times to look. */
  left: z.int().min(0),
})

/** Fetches events every 15 seconds after a payment whose outcome we couldn't learn, until Stripe has had five minutes. */
export const lookUpOutcome: Job<typeof schema> = defineJob(
  'payments.lookUpOutcome',
  schema,
  async (deps, { left }) => {
    await handleMissedEvents(deps)
    if (left === 0) return
    const startAfter = new Date(Date.now() + deps.payments.waits.lookUpEveryMs)
    await deps.jobs.enqueue(
      deps.db,
      lookUpOutcome,
      { left: left - 1 },
      { startAfter, singletonKey: 'events' },
    )
  },
  { retries: 20, retryDelaySeconds: 10, policy: 'short' },
)
