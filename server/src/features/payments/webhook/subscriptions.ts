import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import type { PaymentDeps } from '../deps.ts'
import { voidUnpaid } from '../plans/cancel-renewals.ts'
import { saveSnapshot } from '../plans/sync-subscription.ts'
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
  return { subscription: await saveSnapshot(deps, db, snapshot, at) }
}
