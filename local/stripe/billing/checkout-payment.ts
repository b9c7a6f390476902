import type Stripe from 'stripe'
import { finalize, intentFor, issueInvoice, markPaid } from './billing.ts'
import { charge } from './charging.ts'
import { makeCustomer } from '#stripe/objects/customers.ts'
import { badRequest } from '#stripe/api/fault.ts'
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
  const old = plan.awaiting?.paymentIntent
  const intent = old
    ? world.get('payment_intent', old)
    : makeIntent(world, {
        amount: session.amount_total!,
        customer: null,
        description: 'Subscription creation',
        metadata: {},
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

/** Completes a session whose intent succeeded, and starts the subscription it sold. */
export function completeCheckout(world: World, sessionId: string, paid: Stripe.PaymentIntent): void {
  const { awaiting, lines, subscriptionMetadata } = world.get('plan', sessionId)
  const { email, name, paymentMethod } = awaiting!
  const customer = makeCustomer(world, email, name)
  const method = attach(world, world.get('PaymentMethod', paymentMethod), customer.id)
  const intent = world.change('payment_intent', paid.id, { customer: customer.id })
  world.change('charge', idOf(intent.latest_charge)!, { customer: customer.id })
  const subscription = makeSubscription(world, {
    customer: customer.id,
    price: world.get('price', lines[0].price),
    metadata: subscriptionMetadata,
    method: method.id,
  })
  const draft = issueInvoice(world, {
    subscription,
    reason: 'subscription_create',
    lines: [periodLine(world, itemIn(subscription))],
    at: world.now(),
  })
  world.emit('customer.subscription.created', world.get('subscription', subscription.id))
  const open = finalize(world, draft)
  adoptIntent(world, open, intent)
  const invoice = markPaid(world, world.get('invoice', open.id), intent)
  const complete = world.change('checkout session', sessionId, {
    subscription: subscription.id,
    invoice: invoice.id,
    customer: customer.id,
    customer_details: { email, name } as Stripe.Checkout.Session.CustomerDetails,
    payment_status: 'paid',
    status: 'complete',
    url: null,
  })
  world.emit('checkout.session.completed', complete)
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
  })
}
