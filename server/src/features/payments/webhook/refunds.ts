import type { Stripe } from 'stripe'
import { endAccessOf } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { releaseMonths } from '../checkout/months-store.ts'
import type { PaymentDeps } from '../deps.ts'
import { sendInvoice } from '../invoices/send-invoice.ts'
import { endPlan } from '../plans/end-older-plans.ts'
import { syncSubscription } from '../plans/sync-subscription.ts'
import * as store from '../store.ts'
import { idOf } from '../stripe.ts'
import { type IntentRow, lockSubscription, upsertIntent } from '../stripe-store.ts'

/** Handles how much of a charge has been refunded in total. */
export async function handleChargeRefunded(
  deps: PaymentDeps,
  db: Db,
  { payment_intent, amount_refunded: refundedCents }: Stripe.Charge,
): Promise<void> {
  const intentId = idOf(payment_intent)
  if (intentId) await applyRefund(deps, db, await upsertIntent(db, intentId, { refundedCents }))
}

/** Updates a payment to what was refunded; a full refund ends the access it paid for. */
export async function applyRefund(deps: PaymentDeps, db: Db, intent: IntentRow): Promise<void> {
  if (intent.refundedCents === 0) return
  const payment = await store.lock(db, { providerIntentId: intent.id })
  if (payment?.status !== 'paid' || payment.refundedCents >= intent.refundedCents) return
  const refundedCents = Math.min(intent.refundedCents, payment.amountCents)
  await store.update(db, payment.id, { refundedCents, updatedAt: deps.now() })
  const newlyRefundedCents = refundedCents - payment.refundedCents
  await deps.jobs.enqueue(db, sendInvoice, { payment: payment.id, newlyRefundedCents })
  if (refundedCents < payment.amountCents) return
  if (payment.kind === 'subscription') {
    const subscription = await lockSubscription(db, payment.providerSubscriptionId!)
    // Otherwise it would renew and be charged again.
    if (subscription.invoiceId === payment.providerInvoiceId && subscription.endedAt === null) {
      const { id } = subscription
      await deps.jobs.enqueue(db, endPlan, { subscription: id }, { singletonKey: id })
    }
    return syncSubscription(deps, db, subscription)
  }
  await endAccessOf(db, payment.id, deps.now())
  await releaseMonths(db, payment.id)
}
