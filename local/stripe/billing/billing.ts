import type Stripe from 'stripe'
import { charge } from './charging.ts'
import { draftInvoice, type InvoiceOrder } from './invoice-shape.ts'
import { cancelIntent, intentIdOf, makeIntent } from './intent-shape.ts'
import { idOf } from '#stripe/store/tables.ts'
import { bookBalance } from '#stripe/objects/customer-balance.ts'
import type { World } from '#stripe/store/world.ts'

const day = 86_400
/** When to retry a failed renewal; after the last attempt the subscription is cancelled. */
const retryAfterSeconds = [3 * day, 5 * day, 7 * day]
export const finalizesAfterSeconds = 3600

export function issueInvoice(world: World, order: Omit<InvoiceOrder, 'id'>): Stripe.Invoice {
  const invoice = world.put('invoice', draftInvoice(world, { ...order, id: world.id('in') }))
  world.change('subscription', order.subscription.id, { latest_invoice: invoice.id })
  world.emit('invoice.created', invoice)
  return invoice
}

type Collection = {
  /** Used instead of the stored payment method. */
  method?: string
  offSession: boolean
  /** A failure leaves the invoice and subscription unchanged; the caller undoes the change. */
  isTentative?: boolean
}

/** Attempts to collect payment for an open invoice. */
export function collect(world: World, invoice: Stripe.Invoice, how: Collection): Stripe.Invoice {
  if (invoice.amount_remaining === 0) return markPaid(world, invoice, null)
  const methodId = how.method ?? defaultMethod(world, idOf(invoice.customer)!, subscriptionOf(world, invoice))
  const intent = intentFor(world, invoice)
  const purpose = world.get('purpose', intent.id)
  world.put('purpose', { ...purpose, isCollecting: true })
  const done = methodId ? charge(world, intent, methodId, { offSession: how.offSession }) : undefined
  world.put('purpose', purpose)
  const after = world.get('invoice', invoice.id)
  if (done?.status === 'succeeded' || how.isTentative) return after
  // A bank debit is decided days later.
  if (done?.status === 'processing')
    return world.change('invoice', after.id, { attempted: true, next_payment_attempt: null })
  return markFailed(world, after, done)
}

/** Follows up what was decided after the attempt, such as a failed authentication. */
export function failLater(world: World, intent: Stripe.PaymentIntent): void {
  const purpose = world.find('purpose', intent.id)
  const invoice = purpose?.invoice ? world.get('invoice', purpose.invoice) : undefined
  if (invoice?.status === 'open' && !purpose?.isCollecting) markFailed(world, invoice)
}

/** Ends an open invoice unpaid: its intent is cancelled, and the customer gets back the credit it used. */
export function voidInvoice(world: World, invoice: Stripe.Invoice): Stripe.Invoice {
  const voided_at = world.now()
  const voided = world.change('invoice', invoice.id, {
    status: 'void',
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at },
  })
  const used = (invoice.ending_balance ?? 0) - invoice.starting_balance
  if (used !== 0)
    bookBalance(world, idOf(invoice.customer)!, {
      amount: -used,
      type: 'unapplied_from_invoice',
      invoice: invoice.id,
    })
  world.emit('invoice.voided', voided)
  const intent = intentIdOf(invoice)
  if (intent) cancelIntent(world, intent, 'void_invoice')
  return voided
}

/** The intent that pays an invoice: created once, reused by later attempts. */
export function intentFor(world: World, invoice: Stripe.Invoice): Stripe.PaymentIntent {
  const old = intentIdOf(invoice)
  if (old) return world.get('payment_intent', old)
  const description =
    invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update'
  const intent = makeIntent(world, {
    amount: invoice.amount_remaining,
    customer: idOf(invoice.customer),
    description,
    metadata: {},
  })
  const payment = world.put('invoice_payment', {
    ...world.base('inpay', 'invoice_payment'),
    amount_paid: null,
    amount_requested: invoice.amount_remaining,
    currency: 'aud',
    invoice: invoice.id,
    is_default: true,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
  world.put('purpose', { id: intent.id, invoice: invoice.id })
  world.change('invoice', invoice.id, {
    confirmation_secret: { client_secret: intent.client_secret!, type: 'payment_intent' },
    payments: { object: 'list', data: [payment], has_more: false, url: '/v1/invoice_payments' },
  })
  world.emit('payment_intent.created', intent)
  return intent
}

/** The payment method that a subscription's invoices are charged to. */
export function defaultMethod(world: World, customer: string, row?: Stripe.Subscription): string | null {
  const { invoice_settings } = world.get('customer', customer)
  return idOf(row?.default_payment_method) ?? idOf(invoice_settings.default_payment_method)
}

export function subscriptionOf(world: World, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
  const id = idOf(invoice.parent?.subscription_details?.subscription)
  return id ? world.get('subscription', id) : undefined
}

export function markPaid(
  world: World,
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent | null,
): Stripe.Invoice {
  const now = world.now()
  const amount = intent?.amount_received ?? 0
  const old = invoice.payments?.data[0]
  const payment =
    old && intent
      ? world.change('invoice_payment', old.id, {
          amount_paid: amount,
          status: 'paid',
          status_transitions: { canceled_at: null, paid_at: now },
        })
      : undefined
  const paid = world.change('invoice', invoice.id, {
    status: 'paid',
    amount_paid: amount,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.attempt_count + (intent ? 1 : 0),
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
    ...(payment && invoice.payments && { payments: { ...invoice.payments, data: [payment] } }),
  })
  if (payment) world.emit('invoice_payment.paid', payment)
  world.emit('invoice.paid', paid)
  world.emit('invoice.payment_succeeded', paid)
  const subscription = subscriptionOf(world, paid)
  if (subscription && ['incomplete', 'past_due'].includes(subscription.status))
    setStatus(world, subscription, 'active')
  return paid
}

function markFailed(world: World, invoice: Stripe.Invoice, intent?: Stripe.PaymentIntent): Stripe.Invoice {
  const attempts = invoice.attempt_count + 1
  // A plan change isn't tried again by Stripe, and changes nothing.
  const isTriedOnce = invoice.billing_reason !== 'subscription_cycle'
  const wait = isTriedOnce ? undefined : retryAfterSeconds[attempts - 1]
  const failed = world.change('invoice', invoice.id, {
    attempted: true,
    attempt_count: attempts,
    next_payment_attempt: wait === undefined ? null : world.now() + wait,
  })
  world.emit('invoice.updated', failed, { attempt_count: invoice.attempt_count })
  if (intent?.status === 'requires_action') world.emit('invoice.payment_action_required', failed)
  world.emit('invoice.payment_failed', failed)
  const subscription = subscriptionOf(world, failed)
  if (!subscription || isTriedOnce) return failed
  if (wait === undefined) endSubscription(world, subscription, 'payment_failed')
  else if (subscription.status === 'active') setStatus(world, subscription, 'past_due')
  return failed
}

export function setStatus(
  world: World,
  subscription: Stripe.Subscription,
  status: Stripe.Subscription.Status,
): Stripe.Subscription {
  const changed = world.change('subscription', subscription.id, { status })
  world.emit('customer.subscription.updated', changed, { status: subscription.status })
  return changed
}

export function endSubscription(
  world: World,
  subscription: Stripe.Subscription,
  reason: 'payment_failed' | 'cancellation_requested',
  comment: string | null = null,
): Stripe.Subscription {
  const now = world.now()
  const ended = world.change('subscription', subscription.id, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: { comment, feedback: null, feedback_option: null, reason },
  })
  // An ended subscription is never charged again.
  for (const row of world.of('invoice', ended.id))
    if (row.status === 'open')
      world.change('invoice', row.id, { auto_advance: false, next_payment_attempt: null })
  world.emit('customer.subscription.deleted', ended)
  return ended
}
