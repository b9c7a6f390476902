import type { Payment } from '@docketbox/contract'
import type { Scope } from '#platform/security/scope.ts'
import type { PaymentDeps } from '../deps.ts'
import { presentPayment } from '../invoices/history.ts'
import { findOwned } from '../store.ts'

/** The payment a user has just made with the card form, as far as we know; null if it isn't theirs (requirement 37). */
export async function confirmPayment(
  { db }: Pick<PaymentDeps, 'db'>,
  { ownerId }: Scope,
  providerIntentId: string,
): Promise<{ payment: Payment | null }> {
  const payment = await findOwned(db, ownerId, { providerIntentId })
  return { payment: payment ? presentPayment(payment) : null }
}
