import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import type { PaymentDeps } from '../deps.ts'
import { insertCustomer } from '../customers/store.ts'
import { sendInvoice } from '../invoices/send-invoice.ts'
import { paymentFailedMail } from '../mails.ts'
import { cancelRenewal } from '../ending-plans/cancel-renewals.ts'
import * as store from '../store.ts'
import { idOf, isOwnId } from '../stripe.ts'
import { upsertSubscription } from '../stripe-store.ts'
import { closeCheckouts } from '../subscribing/close-checkouts.ts'
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
  if (session.payment_status === 'unpaid') await savePending(deps, db, session, at)
  return { subscription }
}

/** Handles a bank debit that failed days after the checkout. Cancels the subscription, so that nothing more is charged. */
export async function handleCheckoutFailed(
  deps: PaymentDeps,
  db: Db,
  session: Stripe.Checkout.Session,
  at: Date,
): Promise<Changes> {
  const unpaid = await savePending(deps, db, session, at)
  if (unpaid?.status !== 'failed') return {}
  const end = { subscription: idOf(session.subscription)! }
  await deps.jobs.enqueue(db, cancelRenewal, end, { singletonKey: end.subscription })
  if (unpaid.buyer) await deps.mail.queue(db, paymentFailedMail(deps, unpaid.buyer, unpaid.payment))
  return {}
}

async function savePending(deps: PaymentDeps, db: Db, { invoice: id }: Stripe.Checkout.Session, at: Date) {
  const stripe = await deps.payments.client()
  const invoice = await stripe.invoices.retrieve(idOf(id)!)
  return saveUnpaidInvoice(deps, db, invoice as Invoice, at)
}
