import type Stripe from 'stripe'
import { get, type Route } from '#stripe/api/route.ts'
import type { World } from '#stripe/store/world.ts'

const EXPIRES_AFTER_SECONDS = 86_400

/** Opens a checkout session for one visit to a payment link. As at Stripe, a malformed reference or email is ignored. */
export function openFromLink(
  world: World,
  link: Stripe.PaymentLink,
  query: { client_reference_id?: string; prefilled_email?: string },
): Stripe.Checkout.Session {
  const id = world.id('cs_test')
  const { prefilled_email: email = '', client_reference_id: reference = '' } = query
  const { data: items } = link.line_items!
  world.put('plan', { ...world.get('plan', link.id), id })
  return world.put('checkout session', {
    id,
    object: 'checkout.session',
    amount_total: items[0]!.amount_total,
    client_reference_id: /^[\w-]{1,200}$/.test(reference) ? reference : null,
    created: world.now(),
    currency: 'aud',
    customer: null,
    customer_details: null,
    customer_email: /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email) ? email : null,
    expires_at: world.now() + EXPIRES_AFTER_SECONDS,
    invoice: null,
    line_items: { ...link.line_items!, url: `/v1/checkout/sessions/${id}/line_items` },
    livemode: false,
    metadata: link.metadata,
    mode: 'subscription',
    payment_intent: null,
    payment_link: link.id,
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: link.after_completion.redirect!.url,
    url: `${world.origin}/c/pay/${id}`,
  } as Stripe.Checkout.Session)
}

export const checkoutSessionRoutes: Route[] = [
  get('/v1/checkout/sessions/:id', ({ world, params }) => world.get('checkout session', params['id']!)),
]
