import type Stripe from 'stripe'
import { intentFor, issueInvoice, markPaid } from './billing.ts'
import { charge } from './charging.ts'
import { finalizeWith } from './finalizing.ts'
import { applyBalance } from './invoice-shape.ts'
import { badRequest } from '#stripe/api/fault.ts'
import { makeIntent } from './intent-shape.ts'
import { bookBalance } from '#stripe/objects/customer-balance.ts'
import { redeem } from '#stripe/objects/promotions.ts'
import { attach } from '#stripe/objects/payment-methods.ts'
import { itemIn, makeSubscription, periodLine } from './subscription-shape.ts'
import { idOf, type SessionPlan } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

type Session = Stripe.Checkout.Session

/** What paying a session costs now: its price less the customer's credit. */
export function dueOf(world: World, session: Session): number {
  return balanceFor(world, session).due
}

/** What a customer's balance pays of a session, together with what it paid in an earlier attempt. */
function balanceFor(world: World, session: Session) {
  const { balance } = world.get('customer', idOf(session.customer)!)
  const { taken = 0 } = world.get('plan', session.id).applied ?? {}
  const { due, endingBalance } = applyBalance(session.amount_total!, balance - taken)
  return { booked: endingBalance - balance, taken: taken + endingBalance - balance, endingBalance, due }
}

/** Takes what the balance pays when the customer tries to pay: before any invoice, so the invoice doesn't show it. */
function takeBalance(world: World, session: Session): number {
  const { booked, ...applied } = balanceFor(world, session)
  if (booked !== 0) bookFor(world, session, booked, 'checkout_session_subscription_payment')
  world.put('plan', { ...world.get('plan', session.id), applied })
  return applied.due
}

/** Returns what the balance paid for a session that expired, or whose debit failed. */
export function returnBalance(world: World, session: Session): void {
  const { applied, ...plan } = world.get('plan', session.id)
  if (!applied || applied.taken === 0) return
  bookFor(world, session, -applied.taken, 'checkout_session_subscription_payment_canceled')
  world.put('plan', plan)
}

function bookFor(
  world: World,
  { id, customer }: Session,
  amount: number,
  type: Stripe.CustomerBalanceTransaction.Type,
): void {
  bookBalance(world, idOf(customer)!, { amount, type, session: id })
}

/**
 * Pays on the hosted checkout page. Returns the intent after the attempt, undefined if credit paid for everything; a
 * decline leaves the session open for another.
 */
export function payCheckout(
  world: World,
  session: Session,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent | undefined {
  if (session.status !== 'open')
    throw badRequest('This checkout session is no longer open.', undefined, 'checkout_session_not_open')
  const due = takeBalance(world, session)
  if (due === 0) {
    completeCheckout(world, session.id, method, undefined)
    return undefined
  }
  const plan = world.get('plan', session.id)
  const intent = intentOf(world, session, plan, due)
  world.put('purpose', { id: intent.id, session: session.id })
  world.put('plan', { ...plan, awaiting: { paymentIntent: intent.id, paymentMethod: method.id } })
  const done = charge(world, intent, method.id, { returnUrl: `${world.origin}/c/pay/${session.id}/after` })
  // A bank debit takes days. The customer returns now, with nothing paid yet.
  if (done.status === 'processing') completeCheckout(world, session.id, method, done)
  return done
}

/** The intent of an earlier attempt, with what is due now, or a new one. */
function intentOf(world: World, session: Session, plan: SessionPlan, due: number): Stripe.PaymentIntent {
  if (plan.awaiting) return world.change('payment_intent', plan.awaiting.paymentIntent, { amount: due })
  const intent = makeIntent(world, {
    amount: due,
    customer: idOf(session.customer),
    description: 'Subscription creation',
    metadata: {},
    types: ['card', 'au_becs_debit'],
  })
  world.emit('payment_intent.created', intent)
  return intent
}

/** Completes the session that an intent paid for. */
export function completePaidCheckout(world: World, sessionId: string, paid: Stripe.PaymentIntent): void {
  const { awaiting } = world.get('plan', sessionId)
  completeCheckout(world, sessionId, world.get('PaymentMethod', awaiting!.paymentMethod), paid)
}

/** Starts the subscription a session sold. */
function completeCheckout(
  world: World,
  sessionId: string,
  { id: methodId }: Stripe.PaymentMethod,
  intent: Stripe.PaymentIntent | undefined,
): void {
  const { lines, subscriptionMetadata, promotionCode, applied } = world.get('plan', sessionId)
  const customer = idOf(world.get('checkout session', sessionId).customer)!
  const method = attach(world, world.get('PaymentMethod', methodId), customer)
  const subscription = makeSubscription(world, {
    customer,
    price: world.get('price', lines[0].price),
    metadata: subscriptionMetadata,
    method: method.id,
  })
  const draft = issueInvoice(world, {
    subscription,
    reason: 'subscription_create',
    lines: [periodLine(world, itemIn(subscription))],
    at: world.now(),
    discountCents: world.get('checkout session', sessionId).total_details?.amount_discount ?? 0,
  })
  if (promotionCode !== undefined) redeem(world, promotionCode)
  world.emit('customer.subscription.created', world.get('subscription', subscription.id))
  const open = finalizeWith(world, draft, { startingBalance: 0, ...applied! })
  if (intent) adoptIntent(world, open, intent)
  const isPending = intent?.status === 'processing'
  const issued = world.get('invoice', open.id)
  const invoice = isPending ? issued : markPaid(world, issued, intent ?? null)
  if (isPending) world.put('purpose', { id: intent.id, invoice: invoice.id })
  const complete = world.change('checkout session', sessionId, {
    subscription: subscription.id,
    invoice: invoice.id,
    customer_details: {
      email: world.get('customer', customer).email,
      name: method.billing_details.name,
    } as Stripe.Checkout.Session.CustomerDetails,
    payment_status: isPending ? 'unpaid' : intent ? 'paid' : 'no_payment_required',
    status: 'complete',
    url: null,
  })
  world.emit('checkout.session.completed', complete)
}

/** Sends the outcome of the bank debit that pays a completed checkout. */
export function settleCheckout(world: World, invoice: string, outcome: 'succeeded' | 'failed'): void {
  const session = world
    .all('checkout session')
    .find((row) => idOf(row.invoice) === invoice && row.payment_status === 'unpaid')
  if (!session) return
  const settled =
    outcome === 'succeeded'
      ? world.change('checkout session', session.id, { payment_status: 'paid' })
      : session
  if (outcome === 'failed') returnBalance(world, session)
  world.emit(`checkout.session.async_payment_${outcome}`, settled)
}

/** Links the invoice to the intent, which the page charged before the invoice existed. */
function adoptIntent(world: World, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): void {
  const own = intentFor(world, invoice)
  world.remove('payment_intent', own.id)
  world.remove('purpose', own.id)
  const payment = world.get('invoice', invoice.id).payments!.data[0]!
  const adopted = world.change('invoice_payment', payment.id, {
    payment: { type: 'payment_intent', payment_intent: intent.id },
  })
  world.change('invoice', invoice.id, {
    confirmation_secret: { client_secret: intent.client_secret!, type: 'payment_intent' },
    payments: { object: 'list', data: [adopted], has_more: false, url: '/v1/invoice_payments' },
  })
}
