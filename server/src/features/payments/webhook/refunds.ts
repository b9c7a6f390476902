import type { Stripe } from 'stripe'
import { endAccessOf } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { releaseMonths } from '../checkout/months-store.ts'
import { releaseCredit } from '../customers/used-credit.ts'
import type { PaymentDeps } from '../deps.ts'
import { sendInvoice } from '../invoices/send-invoice.ts'
import { endPlan } from '../plans/end-older-plans.ts'
import type { Changes } from './handle-event.ts'
import * as store from '../store.ts'
import { idOf } from '../stripe.ts'
import { type IntentRow, lockSubscription, type SubscriptionRow, upsertIntent } from '../stripe-store.ts'

/** Handles how much of a charge has been refunded in total. */
export async function handleChargeRefunded(
  _: PaymentDeps,
  db: Db,
  { payment_intent, amount_refunded: refundedCents }: Stripe.Charge,
): Promise<Changes> {
  const intentId = idOf(payment_intent)
  return intentId ? { intent: await upsertIntent(db, intentId, { refundedCents }) } : {}
}

/**
 * Updates a payment to what was refunded; a full refund ends the access it paid for.
 * @returns the subscription whose access changes.
 */
export async function applyRefund(
  deps: PaymentDeps,
  db: Db,
  intent: IntentRow,
): Promise<SubscriptionRow | undefined> {
  if (intent.refundedCents === 0) return undefined
  const payment = await store.lock(db, { providerIntentId: intent.id })
  if (payment?.status !== 'paid' || payment.refundedCents >= intent.refundedCents) return undefined
  const refundedCents = Math.min(intent.refundedCents, payment.amountCents)
  await store.update(db, payment.id, { refundedCents, updatedAt: deps.now() })
  const newlyRefundedCents = refundedCents - payment.refundedCents
  await deps.jobs.enqueue(db, sendInvoice, { payment: payment.id, newlyRefundedCents })
  if (refundedCents < payment.amountCents) return undefined
  await releaseCredit(deps, db, payment)
  if (payment.kind === 'subscription') {
    const subscription = await lockSubscription(db, payment.providerSubscriptionId!)
    // Otherwise it would renew and be charged again.
    if (subscription.invoiceId === payment.providerInvoiceId && subscription.endedAt === null) {
      const { id } = subscription
      await deps.jobs.enqueue(db, endPlan, { subscription: id }, { singletonKey: id })
    }
    return subscription
  }
  await endAccessOf(db, payment.id, deps.now())
  await releaseMonths(db, payment.id)
  return undefined
}
