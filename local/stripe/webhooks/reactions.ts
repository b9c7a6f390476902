import type Stripe from 'stripe'
import { markPaid } from '#stripe/billing/billing.ts'
import { completeCheckout } from '#stripe/billing/checkout-payment.ts'
import type { World } from '#stripe/store/world.ts'

/** Follows up a successful payment: marks its invoice paid or completes its checkout. */
export function followPayments(world: World): void {
  world.onEvent((event) => {
    if (event.type !== 'payment_intent.succeeded') return
    const { id } = event.data.object as Stripe.PaymentIntent
    const purpose = world.find('purpose', id)
    const intent = world.get('payment_intent', id)
    if (purpose?.invoice) markPaid(world, world.get('invoice', purpose.invoice), intent)
    if (purpose?.session) completeCheckout(world, purpose.session, intent)
  })
}
