import type Stripe from 'stripe'
import { failLater, markPaid } from '#stripe/billing/billing.ts'
import { completePaidCheckout, settleCheckout } from '#stripe/billing/checkout-payment.ts'
import { applyPendingUpdate } from '#stripe/billing/pending-updates.ts'
import type { World } from '#stripe/store/world.ts'

/** Follows up payments: marks an invoice paid or failed, completes a checkout, and applies a change that's paid. */
export function followPayments(world: World): void {
  world.onEvent((event) => {
    if (event.type === 'invoice.paid') applyPendingUpdate(world, event.data.object as Stripe.Invoice)
    if (event.type === 'payment_intent.payment_failed') {
      const failed = event.data.object as Stripe.PaymentIntent
      failLater(world, failed)
      const invoice = world.find('purpose', failed.id)?.invoice
      if (invoice) settleCheckout(world, invoice, 'failed')
    }
    if (event.type !== 'payment_intent.succeeded') return
    const { id } = event.data.object as Stripe.PaymentIntent
    const purpose = world.find('purpose', id)
    const intent = world.get('payment_intent', id)
    if (purpose?.invoice) {
      markPaid(world, world.get('invoice', purpose.invoice), intent)
      settleCheckout(world, purpose.invoice, 'succeeded')
    }
    if (purpose?.session) completePaidCheckout(world, purpose.session, intent)
  })
}
