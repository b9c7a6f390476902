import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.ts'
import type { PaymentDeps } from '../deps.ts'
import { ignoreReturned } from '../stripe.ts'

/** Refunds everything a payment intent received: it isn't what was ordered. */
export const refundWhole = defineJob(
  'payments.refundWhole',
  z.object({ intent: z.string() }),
  async ({ payments }: Pick<PaymentDeps, 'payments'>, { intent }) => {
    const stripe = await payments.client()
    await stripe.refunds
      .create({ payment_intent: intent }, { idempotencyKey: `whole-${intent}` })
      .catch(ignoreReturned)
  },
  { retries: 20, retryDelaySeconds: 60 },
)
