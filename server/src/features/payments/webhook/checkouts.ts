import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import type { PaymentDeps } from '../deps.ts'
import { insertCustomer } from '../customers/store.ts'
import { paymentFailedMail } from '../mails.ts'
import { cancelRenewal } from '../plans/ending/cancel-renewals.ts'
import { assignSubscription } from '../plans/assign-subscription.ts'
import * as store from '../store.ts'
import { idOf, isOwnId } from '../stripe.ts'
import type { SubscriptionRow } from '../stripe-store.ts'
import { closeCheckouts } from '../plans/subscribing/close-checkouts.ts'
import type { Changes } from './handle-event.ts'
import type { Invoice } from './invoices.ts'
import { saveUnpaidInvoice } from './unpaid-invoices.ts'

/** Handles a completed checkout, which names the owner of a subscription. A bank debit isn't paid yet. */
export async function handleCheckoutCompleted(
  deps: PaymentDeps,
  db: Db,
  session: Stripe.Checkout.Session,
  at: Date,
): Promise<Changes> {
  const id = idOf(session.subscription)
  if (!id) return {}
  const subscription = await assignToBuyer(deps, db, session, id)
  if (!subscription?.ownerId) {
    deps.log.error(
      { session: session.id, subscription: id },
      'a subscription was paid by someone we do not know',
    )
    return {}
  }
  const done = { owner: subscription.ownerId, subscribed: id }
  await deps.jobs.enqueue(db, closeCheckouts, done, { singletonKey: id })
  if (session.payment_status === 'unpaid') await savePending(deps, db, session, at)
  return { subscription }
}

/** Assigns a checkout's subscription to the user who opened its page; undefined if we don't know them. */
async function assignToBuyer(
  deps: PaymentDeps,
  db: Db,
  { client_reference_id: reference, customer }: Stripe.Checkout.Session,
  id: string,
): Promise<SubscriptionRow | undefined> {
  const owner = isOwnId(reference) ? await store.findBuyer(db, reference) : undefined
  if (!owner) return undefined
  const customerId = idOf(customer)
  if (customerId) await insertCustomer(db, { ownerId: owner.id, id: customerId })
  return assignSubscription(deps, db, { id, customerId }, owner)
}

/** Handles a bank debit that failed days after the checkout. Cancels the subscription, so that nothing more is charged. */
export async function handleCheckoutFailed(
  deps: PaymentDeps,
  db: Db,
  session: Stripe.Checkout.Session,
  at: Date,
): Promise<Changes> {
  const id = idOf(session.subscription)
  if (!id) return {}
  // The event that the checkout is complete may come later.
  await assignToBuyer(deps, db, session, id)
  const unpaid = await savePending(deps, db, session, at)
  if (unpaid?.status !== 'failed') return {}
  const end = { subscription: id }
  await deps.jobs.enqueue(db, cancelRenewal, end, { singletonKey: id })
  if (!unpaid.buyer) return {}
  const state = { isLockedOut: await store.isLockedOut(db, unpaid.buyer.id), now: deps.now() }
  await deps.mail.queue(db, paymentFailedMail(deps, unpaid.buyer, unpaid.payment, state))
  return {}
}

async function savePending(deps: PaymentDeps, db: Db, { invoice: id }: Stripe.Checkout.Session, at: Date) {
  const stripe = await deps.payments.client()
  const invoice = await stripe.invoices.retrieve(idOf(id)!)
  return saveUnpaidInvoice(deps, db, invoice as Invoice, at)
}
