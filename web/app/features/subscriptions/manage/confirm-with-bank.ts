/** How the bank's check of a payment ended; `unavailable` if it couldn't begin, so nothing was charged. */
export type BankOutcome = 'paid' | 'refused' | 'unavailable' | 'unknown'

/** Lets the customer's bank check a payment, in the payment provider's own modal. */
export async function confirmWithBank(clientSecret: string): Promise<BankOutcome> {
  const stripe = await openStripe().catch(() => undefined)
  if (!stripe) return 'unavailable'
  try {
    const { error, paymentIntent } = await stripe.handleNextAction({ clientSecret })
    if (paymentIntent?.status === 'succeeded') return 'paid'
    // Only these mean that the bank refused. After any other error it may have been paid.
    return error?.code === 'payment_intent_authentication_failure' || error?.type === 'card_error'
      ? 'refused'
      : 'unknown'
  } catch {
    return 'unknown'
  }
}

async function openStripe() {
  const payments = await import('#features/payments')
  return payments.openStripe()
}
