import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.ts'
import * as store from '../store.ts'
import { ignoreReturned } from '../stripe.ts'

/** Refunds part of a payment: months that couldn't be granted, or that a subscription covers. */
export const refundPart = defineJob(
  'payments.refundUngranted',
  z.object({
    payment: z.uuid(),
    amountCents: z.int().min(1),
    why: z.enum(['ungranted', 'covered']).default('ungranted'),
  }),
  async ({ db, payments }, { payment: id, amountCents: amount, why }) => {
    const payment = await store.findById(db, id)
    if (!payment?.providerIntentId) return
    const stripe = await payments.client()
    await stripe.refunds
      .create(
        { payment_intent: payment.providerIntentId, amount, reason: 'duplicate' },
        { idempotencyKey: `${why}-${id}` },
      )
      // An administrator refunded it first, or it's disputed.
      .catch(ignoreReturned)
  },
  { retries: 20, retryDelaySeconds: 60 },
)
