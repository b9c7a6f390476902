import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { monthsToBuy } from './endpoints.ts'
import { planId } from './plan-endpoints.ts'
import { paymentRefusals } from './texts.ts'

/** The outcome of a payment whose response was lost. */
const outcome = z.object({
  /** `checking` until it's known. `bankCheck`: the customer's bank wants to check with them first. */
  state: z.enum(['checking', 'done', 'notDone', 'bankCheck']),
  /** Why it wasn't done, for the customer. */
  message: z.string().optional(),
  /** For the bank's check. */
  clientSecret: z.string().optional(),
})
export type PaymentOutcome = z.infer<typeof outcome>

/** At most a century: a device's clock may have been wrong. */
const secondsAgo = z
  .int()
  .min(0)
  .max(100 * 366 * 24 * 3600)

const limits = [{ per: 'account', max: 60, windowSeconds: 60 }] as const

export const outcomeEndpoints = {
  changeOutcome: endpoint('POST /api/plan-change-outcome', {
    right: 'payments:write',
    summary: 'The outcome of a plan change whose response was lost.',
    body: z.strictObject({
      plan: planId,
      /** How long ago it was requested. */
      seconds: secondsAgo,
    }),
    response: outcome,
    refusals: [paymentRefusals.noSubscription, paymentRefusals.planNotFound, paymentRefusals.providerRefused],
    limits,
  }),
  creditOutcome: endpoint('POST /api/credit-payment-outcome', {
    right: 'payments:write',
    summary: 'The outcome of a payment with credit whose response was lost.',
    body: z.strictObject({
      months: monthsToBuy,
      plan: planId,
      /** How long ago it was requested; tabs of an earlier version don't say. */
      seconds: secondsAgo.optional(),
    }),
    response: outcome,
    limits,
  }),
}
