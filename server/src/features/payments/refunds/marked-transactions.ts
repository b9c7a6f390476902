import type { Stripe } from 'stripe'

/**
 * Why a booking changed a customer's credit: it takes some back for a payment, or gives it again; or it gives what changes
 * of plan hadn't credited, because the payment was lost.
 */
type Mark = 'takenBack' | 'corrected'

export function markFor(mark: Mark, payment: string): Record<string, string> {
  return { [mark]: payment }
}

/** How much the marked bookings of a customer take, by payment, in cents; negative if they give. */
export function sumMarked(
  bookings: readonly Stripe.CustomerBalanceTransaction[],
  mark: Mark,
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { amount, metadata } of bookings) {
    const payment = metadata?.[mark]
    if (payment !== undefined) sums.set(payment, (sums.get(payment) ?? 0) + amount)
  }
  return sums
}

/** The bookings that have a mark, of whichever kind. */
export async function listMarked(
  stripe: Stripe,
  customer: string,
): Promise<Stripe.CustomerBalanceTransaction[]> {
  const bookings: Stripe.CustomerBalanceTransaction[] = []
  for await (const booking of stripe.customers.listBalanceTransactions(customer, { limit: 100 }))
    if (booking.metadata?.['takenBack'] ?? booking.metadata?.['corrected']) bookings.push(booking)
  return bookings
}
