import type { Stripe } from 'stripe'
import { ignoreMissing, typeOf } from '../stripe.ts'

/** Calls that move money, with IDs that don't exist: they change nothing, but Stripe checks the key's permissions first. */
const attempts: Readonly<Record<string, (stripe: Stripe) => Promise<unknown>>> = {
  'refund payments': (stripe) => stripe.refunds.create({ payment_intent: 'pi_none' }),
  'change customers’ credit': (stripe) =>
    stripe.customers.createBalanceTransaction('cus_none', { amount: 1, currency: 'aud' }),
  'cancel payments': (stripe) => stripe.paymentIntents.cancel('pi_none'),
  'cancel subscriptions': (stripe) => stripe.subscriptions.cancel('sub_none'),
}

/** What we need and a restricted key isn't allowed to do. */
export async function listForbidden(stripe: Stripe): Promise<string[]> {
  const forbidden: string[] = []
  for (const [name, attempt] of Object.entries(attempts))
    await attempt(stripe).catch((error: unknown) => {
      if (typeOf(error) === 'StripePermissionError') forbidden.push(name)
      else ignoreMissing(error)
    })
  return forbidden
}
