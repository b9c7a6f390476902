import type Stripe from 'stripe'
import { finalize, intentFor, issueInvoice, markPaid, setStatus } from './billing.ts'
import { charge } from './charging.ts'
import { makeCustomer } from '#stripe/objects/customers.ts'
import { badRequest } from '#stripe/api/fault.ts'
import { totalOf } from '#stripe/objects/line-items.ts'
import { makeIntent } from './intent-shape.ts'
import { attach } from '#stripe/objects/payment-methods.ts'
import { itemIn, makeSubscription, periodLine } from './subscription-shape.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

type Payer = { email: string; name: string; method: Stripe.PaymentMethod }

/**
 * Pays on the hosted checkout page. Returns the intent after the attempt; a decline leaves the session open for
 * another.
 */
export function payCheckout(
  world: World,
  session: Stripe.Checkout.Session,
  payer: Payer,
): Stripe.PaymentIntent {
  if (session.status !== 'open')
    throw badRequest('This checkout session is no longer open.', undefined, 'checkout_session_not_open')
  const plan = world.get('plan', session.id)
  const amount = totalOf(session.line_items!.data)
  const old = idOf(session.payment_intent) ?? plan.awaiting?.paymentIntent
  const customer = idOf(session.customer)
  const metadata = plan.paymentMetadata
  const intent = old
    ? world.get('payment_intent', old)
    : makeIntent(world, {
        amount,
        customer,
        description: session.mode === 'subscription' ? 'Subscription creation' : null,
        metadata,
        types: ['card'],
      })
  world.put('purpose', { id: intent.id, session: session.id })
  world.put('plan', {
    ...plan,
    awaiting: {
      paymentIntent: intent.id,
      email: payer.email,
      name: payer.name,
      paymentMethod: payer.method.id,
    },
  })
  if (!old) world.emit('payment_intent.created', intent)
  return charge(world, intent, payer.method.id, { returnUrl: `${world.origin}/c/pay/${session.id}/after` })
}

/** Completes a session whose intent succeeded, and starts the subscription if it sold one. */
export function completeCheckout(world: World, sessionId: string, intent: Stripe.PaymentIntent): void {
  const session = world.get('checkout session', sessionId)
  const plan = world.get('plan', sessionId)
  const { email, name, paymentMethod } = plan.awaiting!
  const customerId = idOf(session.customer)
  const customer = customerId
    ? world.get('customer', customerId)
    : session.mode === 'subscription'
      ? makeCustomer(world, { email, name })
      : null
  if (customer && !customerId) world.emit('customer.created', customer)
  const sold =
    session.mode === 'subscription' && customer
      ? startSubscription(world, session, intent, customer, paymentMethod)
      : {}
  const complete = world.change('checkout session', sessionId, {
    ...sold,
    customer: customer?.id ?? null,
    customer_details: {
      address: null,
      business_name: null,
      email,
      individual_name: null,
      name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    payment_status: 'paid',
    status: 'complete',
    url: null,
    ...(session.mode === 'payment' && { payment_intent: intent.id }),
  })
  world.emit('checkout.session.completed', complete)
}

function startSubscription(
  world: World,
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent,
  customer: Stripe.Customer,
  methodId: string,
): Pick<Stripe.Checkout.Session, 'subscription' | 'invoice'> {
  const method = attach(world, world.get('PaymentMethod', methodId), customer.id)
  const own = world.change('payment_intent', intent.id, { customer: customer.id })
  world.change('charge', idOf(own.latest_charge)!, { customer: customer.id })
  const plan = world.get('plan', session.id)
  const line = plan.lines[0]!
  const subscription = makeSubscription(world, {
    customer: customer.id,
    price: world.get('price', line.price),
    quantity: line.quantity,
    metadata: plan.subscriptionMetadata,
    method: method.id,
  })
  const lines = [periodLine(world, itemIn(subscription))]
  const draft = issueInvoice(world, {
    subscription,
    reason: 'subscription_create',
    lines,
    at: world.timeOf(customer.id),
  })
  world.emit('customer.subscription.created', world.get('subscription', subscription.id))
  const open = finalize(world, draft)
  adoptIntent(world, open, own)
  const paid = markPaid(world, world.get('invoice', open.id), own)
  const current = world.get('subscription', subscription.id)
  if (current.status !== 'active') setStatus(world, current, 'active')
  return { subscription: subscription.id, invoice: paid.id }
}

/** Marks the invoice paid by the intent the page charged before the invoice existed. */
function adoptIntent(world: World, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): void {
  const own = intentFor(world, invoice)
  world.remove('payment_intent', own.id)
  world.remove('purpose', own.id)
  const payment = world.get('invoice', invoice.id).payments!.data[0]!
  const adopted = world.change('invoice_payment', payment.id, {
    payment: { type: 'payment_intent', payment_intent: intent.id },
  })
  world.change('invoice', invoice.id, {
    payments: { object: 'list', data: [adopted], has_more: false, url: '/v1/invoice_payments' },
    confirmation_secret: { client_secret: intent.client_secret!, type: 'payment_intent' },
  })
}
