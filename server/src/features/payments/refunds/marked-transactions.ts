import type { Stripe } from 'stripe'

/**
 * Why a transaction changed a customer's credit: it takes some back for a payment, or gives it again; or it gives what changes
 * of plan hadn't credited, because the payment was lost.
 */
type Mark = 'takenBack' | 'corrected'

export function markFor(mark: Mark, payment: string): Record<string, string> {
  return { [mark]: payment }
}

/** How much the marked transactions of a customer take, by payment, in cents; negative if they give. */
export function sumMarked(
  transactions: readonly Stripe.CustomerBalanceTransaction[],
  mark: Mark,
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { amount, metadata } of transactions) {
    const payment = metadata?.[mark]
    if (payment !== undefined) sums.set(payment, (sums.get(payment) ?? 0) + amount)
  }
  return sums
}

/** The transactions that have a mark, of whichever kind. Throws if Stripe doesn't have the customer: credit may be owed. */
export async function listMarked(
  stripe: Stripe,
  customer: string,
): Promise<Stripe.CustomerBalanceTransaction[]> {
  const transactions = await stripe.customers
    .listBalanceTransactions(customer, { limit: 100 })
    .autoPagingToArray({ limit: 10_000 })
  return transactions.filter(({ metadata }) => metadata?.['takenBack'] ?? metadata?.['corrected'])
}
