import type { Stripe } from 'stripe'
import { ignoreMissing, typeOf } from '../stripe.ts'

/** What moves money, tried on what doesn't exist: nothing changes, but Stripe says first whether the key may do it. */
const attempts: Readonly<Record<string, (stripe: Stripe) => Promise<unknown>>> = {
  'refund payments': (stripe) => stripe.refunds.create({ payment_intent: 'pi_none' }),
  'change customers’ credit': (stripe) =>
    stripe.customers.createBalanceTransaction('cus_none', { amount: 1, currency: 'aud' }),
  'cancel payments': (stripe) => stripe.paymentIntents.cancel('pi_none'),
  'cancel subscriptions': (stripe) => stripe.subscriptions.cancel('sub_none'),
}

/** What a restricted key isn't allowed to do, although we need it. */
export async function listForbidden(stripe: Stripe): Promise<string[]> {
  const forbidden: string[] = []
  for (const [name, attempt] of Object.entries(attempts))
    await attempt(stripe).catch((error: unknown) => {
      if (typeOf(error) === 'StripePermissionError') forbidden.push(name)
      else ignoreMissing(error)
    })
  return forbidden
}
