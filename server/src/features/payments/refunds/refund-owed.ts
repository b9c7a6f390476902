import type { Stripe } from 'stripe'
import type { PaymentDeps } from '../deps.ts'
import { codeOf, ignoreReturned } from '../stripe.ts'
import { isDisputeLost } from '../stripe-store.ts'

const DAY_MS = 86_400_000

/**
 * Makes a refund that we owe, unless another refund or a lost dispute has already returned the money.
 * @param tries number of earlier attempts: Stripe may repeat its refusal for an idempotency key.
 * @returns false while the bank decides on a dispute, because we still owe the refund if we win.
 */
export async function refundOwed(
  { db, payments }: Pick<PaymentDeps, 'db' | 'payments'>,
  refund: Stripe.RefundCreateParams & { payment_intent: string },
  { key, tries }: { key: string; tries: number },
): Promise<boolean> {
  const stripe = await payments.client()
  try {
    await stripe.refunds.create(refund, { idempotencyKey: tries === 0 ? key : `${key}-${tries}` })
  } catch (error) {
    if (codeOf(error) === 'charge_disputed') return isDisputeLost(db, refund.payment_intent)
    ignoreReturned(error)
  }
  return true
}

export function tomorrow(): { startAfter: Date } {
  return { startAfter: new Date(Date.now() + DAY_MS) }
}
