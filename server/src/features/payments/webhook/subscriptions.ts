import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import type { PaymentDeps } from '../deps.ts'
import { cancelRenewals, voidUnpaid } from '../plans/cancel-renewals.ts'
import { saveSnapshot } from '../plans/sync-subscription.ts'
import { isLockedOut } from '../store.ts'
import type { Changes } from './handle-event.ts'

/** Handles what a subscription looked like at a moment. */
export async function handleSubscription(
  deps: PaymentDeps,
  db: Db,
  snapshot: Stripe.Subscription,
  at: Date,
): Promise<Changes> {
  if (snapshot.ended_at !== null)
    await deps.jobs.enqueue(db, voidUnpaid, { subscription: snapshot.id }, { singletonKey: snapshot.id })
  const subscription = await saveSnapshot(deps, db, snapshot, at)
  const { ownerId: owner } = subscription
  // A change of plan that they began just before they were locked out.
  if (snapshot.pending_update && owner && (await isLockedOut(db, owner)))
    await deps.jobs.enqueue(db, cancelRenewals, { owner, unlessBack: true })
  return { subscription }
}
