import type { Stripe } from 'stripe'
import { ignoreMissing } from '../stripe.ts'

/** All changes of a customer's balance, the latest first; none if Stripe doesn't have the customer. */
export async function listBalanceTransactions(
  stripe: Stripe,
  customer: string,
): Promise<Stripe.CustomerBalanceTransaction[]> {
  try {
    return await stripe.customers
      .listBalanceTransactions(customer, { limit: 100 })
      .autoPagingToArray({ limit: 10_000 })
  } catch (error) {
    ignoreMissing(error)
    return []
  }
}
