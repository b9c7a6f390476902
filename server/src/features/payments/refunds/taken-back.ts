import type { Stripe } from 'stripe'

const MARK = 'takenBack'

/** What a booking of credit carries that takes some back for a payment, or gives it again. */
export function takenBackFor(payment: string): Record<string, string> {
  return { [MARK]: payment }
}

/** The bookings that took credit back from a customer, or gave it again. @param payment all payments by default. */
export async function listTakenBack(
  stripe: Stripe,
  customer: string,
  payment?: string,
): Promise<Stripe.CustomerBalanceTransaction[]> {
  const bookings: Stripe.CustomerBalanceTransaction[] = []
  for await (const booking of stripe.customers.listBalanceTransactions(customer, { limit: 100 })) {
    const mark = booking.metadata?.[MARK]
    if (mark !== undefined && mark === (payment ?? mark)) bookings.push(booking)
  }
  return bookings
}
