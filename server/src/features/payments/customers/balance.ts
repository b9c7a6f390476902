import type { Stripe } from 'stripe'
import { createOnce, ignoreMissing } from '../stripe.ts'

type Transaction = Stripe.CustomerBalanceTransaction
type IsMade = (transaction: Transaction) => boolean

/**
 * All changes of a customer's balance in Australian dollars, the latest first; none if Stripe doesn't have the customer. In
 * Stripe's Dashboard, credit can be in any currency.
 */
export async function listBalanceTransactions(stripe: Stripe, customer: string): Promise<Transaction[]> {
  try {
    const transactions = await stripe.customers
      .listBalanceTransactions(customer, { limit: 100 })
      .autoPagingToArray({ limit: 10_000 })
    return transactions.filter(({ currency }) => currency === 'aud')
  } catch (error) {
    ignoreMissing(error)
    return []
  }
}

export async function findTransaction(
  stripe: Stripe,
  customer: string,
  isMade: IsMade,
): Promise<Transaction | undefined> {
  return (await listBalanceTransactions(stripe, customer)).find(isMade)
}

/**
 * Changes a customer's balance once. A positive amount takes credit, a negative one gives some.
 * @param isMade finds the transaction if Stripe made it without saying so.
 */
export function changeBalance(
  stripe: Stripe,
  customer: string,
  change: { key: string; amount: number; description: string; metadata: Record<string, string> },
  isMade: IsMade,
): Promise<Transaction> {
  const { key, amount, description, metadata } = change
  return createOnce<Transaction>(
    key,
    (options) =>
      stripe.customers.createBalanceTransaction(
        customer,
        { amount, currency: 'aud', description, metadata },
        options,
      ),
    () => findTransaction(stripe, customer, isMade),
  )
}
