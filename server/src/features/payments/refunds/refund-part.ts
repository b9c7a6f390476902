import { z } from 'zod'
import { defineJob, type Job } from '#platform/jobs/jobs.ts'
import * as store from '../store.ts'
import { refundOwed, tomorrow } from './refund-owed.ts'

const schema = z.object({
  payment: z.uuid(),
  amountCents: z.int().min(1),
  why: z.enum(['ungranted', 'covered', 'older']).default('ungranted'),
  tries: z.int().default(0),
})

/** Refunds part of a payment: months that couldn't be granted, or that a subscription covers. */
export const refundPart: Job<typeof schema> = defineJob(
  'payments.refundUngranted',
  schema,
  async (deps, { payment: id, amountCents: amount, why, tries }) => {
    const payment = await store.findById(deps.db, id)
    if (!payment?.providerIntentId) return
    const refund = { payment_intent: payment.providerIntentId, amount, reason: 'duplicate' } as const
    // Months granted again after a failed refund may be covered again, and then we owe another amount.
    if (await refundOwed(deps, refund, { key: `${why}-${id}-${amount}`, tries })) return
    const again = { payment: id, amountCents: amount, why, tries: tries + 1 }
    await deps.jobs.enqueue(deps.db, refundPart, again, tomorrow())
  },
  { retries: 20, retryDelaySeconds: 60 },
)
