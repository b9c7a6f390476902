import { type Payment } from '@docketbox/contract'
import type { Scope } from '#platform/security/scope.ts'
import type { PaymentDeps } from '../deps.ts'
import { presentPayment } from '../invoices/history.ts'
import * as store from '../store.ts'

/** Stripe returns users from its checkout within minutes; an older payment has nothing to do with this visit. */
const CHECKOUT_RETURN_MS = 3_600_000

/**
 * The payment a user has just made, as far as we know it (decision 37).
 * @param intent the payment intent of a card form; without it the latest payment for a subscription counts.
 */
export async function confirmPayment(
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  { ownerId }: Scope,
  intent: string | undefined,
): Promise<{ payment: Payment | null }> {
  const payment =
    intent === undefined
      ? await store.findSubscriptionPaidSince(db, ownerId, new Date(now().getTime() - CHECKOUT_RETURN_MS))
      : await store.findOwned(db, ownerId, { providerIntentId: intent })
  return { payment: payment ? presentPayment(payment) : null }
}
