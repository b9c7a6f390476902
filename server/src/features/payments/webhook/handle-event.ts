import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { handleCustomerUpdated } from '../customers/credit.ts'
import type { PaymentDeps } from '../deps.ts'
import { applyReversals } from '../reversals/apply.ts'
import { handleDispute, handleFraudWarning } from '../disputes/disputes.ts'
import { handleRefund } from '../reversals/refunds.ts'
import type { FailedRefund } from '../reversals/store.ts'
import { syncSubscription } from '../plans/sync-subscription.ts'
import { dateOf } from '../stripe.ts'
import { type IntentRow, recordEvent, type SubscriptionRow } from '../stripe-store.ts'
import { handleInvoicePaid, handleInvoicePayment } from './invoices.ts'
import { applyMethod, handleCharge } from './payment-methods.ts'
import { handlePaymentIntent } from './payment-intents.ts'
import { handleCheckoutCompleted, handleCheckoutFailed } from './checkouts.ts'
import { handleSubscription } from './subscriptions.ts'
import { handleActionRequired, handleInvoiceFailed, handleInvoiceVoided } from './unpaid-invoices.ts'

/** The changes of an event. Refunds and access that depend on them are then updated. */
export type Changes = {
  intent?: IntentRow | undefined
  subscription?: SubscriptionRow
  /** The intent's refund that just came back. */
  failedRefund?: FailedRefund
}

type Handler<Type extends Stripe.Event['type']> = (
  deps: PaymentDeps,
  db: Db,
  object: Extract<Stripe.Event, { type: Type }>['data']['object'],
  at: Date,
) => Promise<Changes>

const handlers = {
  'payment_intent.succeeded': handlePaymentIntent,
  'payment_intent.processing': handlePaymentIntent,
  'payment_intent.payment_failed': handlePaymentIntent,
  'payment_intent.canceled': handlePaymentIntent,
  'charge.pending': handleCharge,
  'charge.succeeded': handleCharge,
  'charge.failed': handleCharge,
  'refund.created': handleRefund,
  'refund.updated': handleRefund,
  'refund.failed': handleRefund,
  'charge.dispute.created': handleDispute,
  'charge.dispute.updated': handleDispute,
  'charge.dispute.funds_withdrawn': handleDispute,
  'charge.dispute.funds_reinstated': handleDispute,
  'charge.dispute.closed': handleDispute,
  'radar.early_fraud_warning.created': handleFraudWarning,
  'checkout.session.completed': handleCheckoutCompleted,
  'checkout.session.async_payment_succeeded': handleCheckoutCompleted,
  'checkout.session.async_payment_failed': handleCheckoutFailed,
  'customer.updated': handleCustomerUpdated,
  'invoice.paid': handleInvoicePaid,
  'invoice.payment_failed': handleInvoiceFailed,
  'invoice.payment_action_required': handleActionRequired,
  'invoice.voided': handleInvoiceVoided,
  'invoice_payment.paid': handleInvoicePayment,
  'customer.subscription.created': handleSubscription,
  'customer.subscription.updated': handleSubscription,
  'customer.subscription.deleted': handleSubscription,
} satisfies { [Type in Stripe.Event['type']]?: Handler<Type> }

/** The events we handle; others are only recorded. */
export const eventTypes = Object.keys(handlers) as (keyof typeof handlers)[]

/**
 * Handles a Stripe event once, in one transaction. Events may repeat and arrive in any order.
 * @returns false if it was handled before.
 */
export function handleEvent(deps: PaymentDeps, event: Stripe.Event): Promise<boolean> {
  return inTransaction(deps.db, async (db) => {
    const at = dateOf(event.created)
    const isNew = await recordEvent(db, {
      id: event.id,
      type: event.type,
      createdAt: at,
      receivedAt: deps.now(),
    })
    const handle = handlers[event.type as keyof typeof handlers] as Handler<typeof event.type> | undefined
    if (!isNew || !handle) return isNew
    const { intent, subscription, failedRefund } = await handle(deps, db, event.data.object as never, at)
    if (intent) {
      await applyMethod(db, intent)
      await applyReversals(deps, db, intent, failedRefund)
    }
    if (subscription) await syncSubscription(deps, db, subscription)
    return true
  })
}
