import { z } from 'zod'
import { defineJob, type Job } from '#platform/jobs/jobs.ts'
import * as store from '../store.ts'
import { refundOwed, tomorrow } from './refund-owed.ts'

const schema = z.object({
  payment: z.uuid(),
  amountCents: z.int().min(1),
  why: z.enum(['ungranted', 'covered', 'older']).default('ungranted'),
  tries: z.int().default(0),
  /** How many refunds of the payment had failed: the months came back, and may be covered again. */
  turn: z.int().default(0),
})

/** Refunds part of a payment: months that couldn't be granted, or that a subscription covers. */
export const refundPart: Job<typeof schema> = defineJob(
  'payments.refundUngranted',
  schema,
  async (deps, { payment: id, amountCents: amount, why, tries, turn }) => {
    const payment = await store.findById(deps.db, id)
    if (!payment?.providerIntentId) return
    const refund = { payment_intent: payment.providerIntentId, amount, reason: 'duplicate' } as const
    const key = `${why}-${id}-${amount}${turn > 0 ? `-turn-${turn}` : ''}`
    if (await refundOwed(deps, refund, { key, tries })) return
    const again = { payment: id, amountCents: amount, why, tries: tries + 1, turn }
    await deps.jobs.enqueue(deps.db, refundPart, again, tomorrow())
  },
  { retries: 20, retryDelaySeconds: 60 },
)
