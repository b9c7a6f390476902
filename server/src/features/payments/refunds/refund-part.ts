import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.ts'
import * as store from '../store.ts'

/** Gives back a part of a payment: of months that could not be opened, or that a plan covers. */
export const refundPart = defineJob(
  'payments.refundUngranted',
  z.object({
    payment: z.uuid(),
    amountCents: z.int().min(1),
    why: z.enum(['ungranted', 'covered']).default('ungranted'),
  }),
  async ({ db, payments }, { payment: id, amountCents, why }) => {
    const payment = await store.findById(db, id)
    if (!payment?.providerIntentId) return
    const stripe = await payments.client()
    const wanted = {
      payment_intent: payment.providerIntentId,
      amount: amountCents,
      reason: 'duplicate' as const,
    }
    await stripe.refunds.create(wanted, { idempotencyKey: `${why}-${id}` }).catch((thrown: unknown) => {
      // By hand, at the provider's desk.
      if ((thrown as { code?: unknown }).code !== 'charge_already_refunded') throw thrown
    })
  },
  { retries: 20, retryDelaySeconds: 60 },
)
