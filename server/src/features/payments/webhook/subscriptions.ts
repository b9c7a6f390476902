import type { Stripe } from 'stripe'
import { findPlanByPrice } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import type { PaymentDeps } from '../deps.ts'
import { planEndedMail } from '../mails.ts'
import { pendingPriceOf } from '../plans/changes/change-attempt.ts'
import { cancelRenewal, cancelRenewals, voidUnpaid } from '../plans/ending/cancel-renewals.ts'
import { requestClosing } from '../plans/subscribing/close-withdrawn.ts'
import { saveSnapshot } from '../plans/sync-subscription.ts'
import { findBuyer, isLockedOut } from '../store.ts'
import { lockSubscription, type SubscriptionRow } from '../stripe-store.ts'
import type { Changes } from './handle-event.ts'

export async function handleSubscription(
  deps: PaymentDeps,
  db: Db,
  snapshot: Stripe.Subscription,
  at: Date,
): Promise<Changes> {
  if (snapshot.ended_at !== null)
    await deps.jobs.enqueue(db, voidUnpaid, { subscription: snapshot.id }, { singletonKey: snapshot.id })
  const before = await lockSubscription(db, snapshot.id)
  const subscription = await saveSnapshot(deps, db, snapshot, at)
  const { ownerId: owner } = subscription
  // A plan change that they began just before they were locked out.
  if (snapshot.pending_update && owner && (await isLockedOut(db, owner)))
    await deps.jobs.enqueue(db, cancelRenewals, { owner })
  // Or one to a plan that was withdrawn just before.
  const pendingPrice = pendingPriceOf(snapshot)
  const pendingPlan = pendingPrice === undefined ? undefined : await findPlanByPrice(db, pendingPrice)
  if (pendingPlan?.isActive === false) await requestClosing(deps, db, pendingPlan)
  // They cancelled it while the renewal was being paid, and that has failed: Stripe would try again.
  if (snapshot.status === 'past_due' && subscription.cancelsAtPeriodEnd)
    await deps.jobs.enqueue(db, cancelRenewal, { subscription: snapshot.id }, { singletonKey: snapshot.id })
  const hasJustEnded = before.endedAt === null && subscription.endedAt !== null
  if (hasJustEnded && snapshot.cancellation_details?.reason === 'payment_failed')
    await mailEnd(deps, db, subscription)
  return { subscription }
}

/** Tells a customer that their plan has ended, because the last attempt to charge its renewal failed. */
async function mailEnd(deps: PaymentDeps, db: Db, { ownerId, priceId }: SubscriptionRow): Promise<void> {
  const buyer = await findBuyer(db, ownerId)
  const plan = priceId === null ? undefined : await findPlanByPrice(db, priceId)
  if (buyer && plan)
    await deps.mail.queue(db, planEndedMail(deps, buyer, plan, await isLockedOut(db, buyer.id)))
}
