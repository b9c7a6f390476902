import { paymentRefusals } from '@docketbox/contract'
import { type Recurring, runningRecurring } from '#features/subscriptions'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import type { PaymentDeps } from '../deps.ts'

/**
 * The subscription that a user has now.
 * @throws Refusal `payments.noSubscription`.
 */
export async function requireRecurring(
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  { ownerId }: Scope,
): Promise<Recurring> {
  const [current] = await runningRecurring(db, ownerId, now())
  if (!current) throw new Refusal(paymentRefusals.noSubscription)
  return current
}
