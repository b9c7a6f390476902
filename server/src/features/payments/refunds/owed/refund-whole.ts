import { z } from 'zod'
import type { Job } from '#platform/jobs/jobs.ts'
import { defineLastingJob } from '../../jobs/lasting-job.ts'
import { retryInOutage } from '../../jobs/retry-in-outage.ts'
import { refundOwed, tomorrow } from './refund-owed.ts'

const schema = z.object({
  intent: z.string(),
  tries: z.int().default(0),
  refusals: z.int().default(0),
})

/** Refunds everything a payment intent received: it isn't what was ordered. */
export const refundWhole: Job<typeof schema> = defineLastingJob(
  'payments.refundWhole',
  schema,
  async (deps, { intent, ...attempt }) => {
    const refund = { payment_intent: intent }
    const make = async () => {
      const made = await refundOwed(deps, refund, {
        key: `whole-${intent}`,
        ...attempt,
        waitsForAppeal: true,
      })
      if (typeof made === 'number') return
      await deps.jobs.enqueue(deps.db, refundWhole, { intent, ...made }, tomorrow())
    }
    await retryInOutage(deps, make, { job: refundWhole, data: { intent, ...attempt } })
  },
  ({ intent }) => ({
    intent,
    what: 'make a full refund that we owe them',
    instead: 'In Stripe’s Dashboard, refund the rest of the payment.',
  }),
  { retryDelaySeconds: 60 },
)
