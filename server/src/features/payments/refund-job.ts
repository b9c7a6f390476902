import { z } from 'zod'
import { defineJob } from '#platform/jobs'
import * as store from './store.ts'

/** Gives back what was paid for months that could not be opened. */
export const refundUngranted = defineJob(
  'payments.refundUngranted',
  z.object({ payment: z.uuid(), amountCents: z.int().min(1) }),
  async ({ db, payments }, { payment: id, amountCents }) => {
    const payment = await store.findById(db, id)
    if (!payment?.providerIntentId) return
    const stripe = await payments.client()
    await stripe.refunds.create(
      { payment_intent: payment.providerIntentId, amount: amountCents, reason: 'duplicate' },
      { idempotencyKey: `ungranted-${id}` },
    )
  },
  { retries: 20, retryDelaySeconds: 60 },
)
