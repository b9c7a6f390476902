import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import type { PaymentDeps } from '../deps.ts'
import type { Changes } from './handle-event.ts'
import { sendInvoice } from '../invoices/send-invoice.ts'
import { saveSnapshot } from '../plans/sync-subscription.ts'
import * as store from '../store.ts'
import { idOf, isOwnId } from '../stripe.ts'
import { upsertSubscription } from '../stripe-store.ts'
import { insertCustomer } from '../customers/store.ts'
import { closeCheckouts } from '../subscribing/close-checkouts.ts'

/** Handles a completed checkout, which says who a subscription belongs to. */
export async function handleCheckoutCompleted(
  deps: PaymentDeps,
  db: Db,
  session: Stripe.Checkout.Session,
): Promise<Changes> {
  const subscriptionId = idOf(session.subscription)
  if (!subscriptionId) return {}
  const reference = session.client_reference_id
  const owner = isOwnId(reference) ? await store.findBuyer(db, reference) : undefined
  if (!owner) {
    deps.log.error(
      { session: session.id, subscription: subscriptionId },
      'a subscription was paid by someone we do not know',
    )
    return {}
  }
  const customerId = idOf(session.customer)
  if (customerId) await insertCustomer(db, { ownerId: owner.id, id: customerId })
  const subscription = await upsertSubscription(db, subscriptionId, { ownerId: owner.id, customerId })
  const done = { owner: owner.id, subscribed: subscriptionId }
  await deps.jobs.enqueue(db, closeCheckouts, done, { singletonKey: subscriptionId })
  for (const { id, invoiceNumber, receiptMailedAt } of await store.assignOwner(db, subscriptionId, owner)) {
    if (invoiceNumber === null || receiptMailedAt !== null) continue
    await deps.jobs.enqueue(db, sendInvoice, { payment: id })
    await store.update(db, id, { receiptMailedAt: deps.now() })
  }
  return { subscription }
}

/** Handles what a subscription looked like at a moment. */
export async function handleSubscription(
  deps: PaymentDeps,
  db: Db,
  snapshot: Stripe.Subscription,
  at: Date,
): Promise<Changes> {
  return { subscription: await saveSnapshot(deps, db, snapshot, at) }
}
