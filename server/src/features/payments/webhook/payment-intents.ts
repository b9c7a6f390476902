import { formatCents } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { closeForm, closeLocked } from '../months/closing/close-payment.ts'
import { grantPaid } from '../months/grant-paid.ts'
import type { PaymentDeps } from '../deps.ts'
import { paymentFailedMail } from '../mails.ts'
import { amountOf, wrongAmountMail } from '../reversals/wrong-amount.ts'
import { isBankDebit } from '../plans/bank-debit.ts'
import { refundWhole } from '../refunds/owed/refund-whole.ts'
import * as store from '../store.ts'
import { isOwnId } from '../stripe.ts'
import { upsertIntent } from '../stripe-store.ts'
import type { Changes } from './handle-event.ts'
import { attemptedMethod, saveAttempt } from './payment-methods.ts'

/**
 * Handles a snapshot of a payment intent for months. A success always wins. Of the other snapshots the latest counts; if
 * two are from the same second, we ask Stripe.
 */
export async function handlePaymentIntent(
  deps: PaymentDeps,
  db: Db,
  snapshot: Stripe.PaymentIntent,
  at: Date,
): Promise<Changes> {
  // The intent first, as events about its charge, refunds and disputes do: otherwise each waits for the other. Even if the
  // snapshot isn't of a success, because Stripe may say that it has succeeded since.
  const attempt = { method: attemptedMethod(snapshot), at, hasFailed: true }
  const locked = await saveAttempt(db, snapshot.id, attempt)
  const payment = await lockPayment(db, snapshot)
  // Invoices have their own events, which also bring lines and credit. We don't handle the account's other payments.
  if (payment?.kind !== 'months' || payment.status === 'paid') return {}
  if (snapshot.status === 'canceled' && snapshot.last_payment_error) {
    // Declined before it was cancelled. The later time, so that events from before the cancellation are ignored.
    const statusAt = at > payment.statusAt ? at : payment.statusAt
    await closeLocked(deps, db, payment, { status: 'failed', providerIntentId: snapshot.id, statusAt })
    return { intent: locked }
  }
  if (snapshot.status !== 'succeeded' && at < payment.statusAt) return {}
  const isAmbiguous =
    snapshot.status !== 'succeeded' && +at === +payment.statusAt && payment.providerIntentId !== null
  const intent = isAmbiguous
    ? await (await deps.payments.client()).paymentIntents.retrieve(snapshot.id)
    : snapshot
  if (intent.status === 'succeeded') return completePayment(deps, db, payment, intent, at)
  await updateStatus(deps, db, payment, intent, at)
  return { intent: locked }
}

async function lockPayment(
  db: Db,
  { id, metadata }: Stripe.PaymentIntent,
): Promise<store.PaymentRow | undefined> {
  const payment = await store.lock(db, { providerIntentId: id })
  const ownId = metadata['payment']
  return payment ?? (isOwnId(ownId) ? store.lock(db, { id: ownId }) : undefined)
}

async function updateStatus(
  deps: PaymentDeps,
  db: Db,
  payment: store.PaymentRow,
  intent: Stripe.PaymentIntent,
  at: Date,
): Promise<void> {
  const { id } = payment
  const values = { providerIntentId: intent.id, statusAt: at, updatedAt: deps.now() }
  if (payment.status === 'canceled' || payment.status === 'expired') return
  if (intent.status === 'processing') {
    await store.update(db, id, { ...values, status: 'open', isLive: false })
    return
  }
  if (intent.status === 'canceled') {
    const status = payment.status === 'failed' ? 'failed' : 'canceled'
    await closeLocked(deps, db, payment, { ...values, status })
    return
  }
  if (intent.status !== 'requires_payment_method' || !intent.last_payment_error) return
  if (!(await wasProcessing(deps, payment, intent))) {
    await store.update(db, id, { ...values, status: 'failed' })
    return
  }
  await closeLocked(deps, db, payment, { ...values, status: 'failed' })
  await deps.jobs.enqueue(db, closeForm, { payment: id })
  const buyer = await store.findBuyer(db, payment.ownerId)
  if (!buyer) return
  const isLockedOut = await store.isLockedOut(db, buyer.id)
  await deps.mail.queue(db, paymentFailedMail(deps, buyer, payment, { isLockedOut, now: deps.now() }))
}

/** Whether the bank has processed a debit, even if we only hear of it now that it has failed. */
async function wasProcessing(
  deps: PaymentDeps,
  payment: store.PaymentRow,
  intent: Stripe.PaymentIntent,
): Promise<boolean> {
  if (!payment.isLive) return payment.status === 'open'
  if (!isBankDebit(attemptedMethod(intent) ?? '') || intent.latest_charge === null) return false
  // A bank that refuses its customer makes no charge, and they can try again on the form. The latest charge may be a
  // declined card’s. The error only names its own charge if a card caused it.
  const stripe = await deps.payments.client()
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent.id, {
    expand: ['latest_charge'],
  })
  const method = typeof charge === 'object' ? charge?.payment_method_details?.type : undefined
  return isBankDebit(method ?? '')
}

/** Grants the paid months in the same transaction as the payment. */
async function completePayment(
  deps: PaymentDeps,
  db: Db,
  payment: store.PaymentRow,
  intent: Stripe.PaymentIntent,
  at: Date,
): Promise<Changes> {
  const isAsOrdered =
    intent.amount_received === payment.amountCents &&
    intent.currency === 'aud' &&
    payment.creditReturnedCents === 0
  if (!isAsOrdered) {
    await refundWrongAmount(deps, db, payment, intent, at)
    return {}
  }
  // Locks the intent: an event about its refund either waits here or finds the payment.
  const locked = await upsertIntent(db, intent.id, {})
  await grantPaid(deps, db, payment, { paidAt: at, providerIntentId: intent.id })
  return { intent: locked }
}

/** Refunds a payment that doesn't match its order, in whatever currency, and closes it. */
async function refundWrongAmount(
  deps: PaymentDeps,
  db: Db,
  payment: store.PaymentRow,
  intent: Stripe.PaymentIntent,
  at: Date,
): Promise<void> {
  if (payment.isWrongAmount) return
  await closeLocked(deps, db, payment, {
    isWrongAmount: true,
    status: 'canceled',
    providerIntentId: intent.id,
    statusAt: at,
  })
  const arrived = amountOf(intent.amount_received, intent.currency)
  await deps.jobs.enqueue(db, refundWhole, { intent: intent.id })
  await raiseAlert(deps, db, {
    kind: 'wrongAmount',
    subject: intent.id,
    intent: intent.id,
    message: `Payment ${intent.id} arrived with ${arrived} instead of ${formatCents(payment.amountCents)} AUD. We’ll refund it, and haven’t given access for it. If we can’t, there’s another alert.`,
  })
  const buyer = await store.findBuyer(db, payment.ownerId)
  if (buyer) await deps.mail.queue(db, wrongAmountMail(deps, buyer, payment, arrived))
}
