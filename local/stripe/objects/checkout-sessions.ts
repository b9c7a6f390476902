import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, integer, metadata, paging, text, url } from '#stripe/api/accept.ts'
import { badRequest, notModelled } from '#stripe/api/fault.ts'
import { returnBalance } from '#stripe/billing/checkout-payment.ts'
import { cancelIntent } from '#stripe/billing/intent-shape.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, type Route } from '#stripe/api/route.ts'
import type { World } from '#stripe/store/world.ts'
import { centsOf, nameOfPrice, priceForSale, recurringOf } from './catalogue.ts'
import { discountOn, isRedeemable } from './promotions.ts'

type Session = Stripe.Checkout.Session

const MIN_LIFE_SECONDS = 1800
const MAX_LIFE_SECONDS = 86_400

const creating = {
  mode: z.literal('subscription'),
  customer: text.optional(),
  client_reference_id: z
    .string()
    .regex(/^[\w-]{1,200}$/)
    .optional(),
  line_items: z.tuple([z.strictObject({ price: text, quantity: z.literal('1') })]),
  discounts: z.tuple([z.strictObject({ promotion_code: text })]).optional(),
  metadata: metadata.optional(),
  subscription_data: z
    .strictObject({ metadata, billing_mode: z.strictObject({ type: z.literal('flexible') }).optional() })
    .optional(),
  success_url: url,
  cancel_url: url.optional(),
  expires_at: integer.optional(),
}

const unpaid: Stripe.PaymentIntent.Status[] = ['requires_payment_method', 'requires_action']

/** Ends an open session: its page can't be paid any more, nor what waits for the bank's page. */
export function expireSession(world: World, session: Session): Session {
  const { awaiting } = world.get('plan', session.id)
  const intent = awaiting && world.get('payment_intent', awaiting.paymentIntent)
  if (intent && unpaid.includes(intent.status)) cancelIntent(world, intent.id)
  returnBalance(world, session)
  const expired = world.change('checkout session', session.id, { status: 'expired', url: null })
  world.emit('checkout.session.expired', expired)
  return expired
}

function openSession(world: World, read: z.output<z.ZodObject<typeof creating>>): Session {
  if (!read.customer) throw notModelled('a checkout without a customer', 'customer')
  const customer = world.get('customer', read.customer, 'customer')
  const price = priceForSale(world, read.line_items[0].price, 'line_items[0][price]')
  recurringOf(price)
  const life = (read.expires_at ?? world.now() + MAX_LIFE_SECONDS) - world.now()
  if (life < MIN_LIFE_SECONDS || life > MAX_LIFE_SECONDS)
    throw badRequest(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.',
      'expires_at',
    )
  const promotionCode = read.discounts?.[0].promotion_code
  const discountCents = promotionCode === undefined ? 0 : discountOf(world, promotionCode, centsOf(price))
  const id = world.id('cs_test')
  const item = {
    id: world.id('li'),
    object: 'item',
    amount_subtotal: centsOf(price),
    amount_discount: discountCents,
    amount_total: centsOf(price) - discountCents,
    currency: 'aud',
    description: nameOfPrice(world, price),
    price,
    quantity: 1,
  } as Stripe.LineItem
  world.put('plan', {
    id,
    lines: [{ price: price.id, quantity: 1 }],
    subscriptionMetadata: read.subscription_data?.metadata ?? {},
    ...(promotionCode !== undefined && { promotionCode }),
  })
  return world.put('checkout session', {
    id,
    object: 'checkout.session',
    amount_subtotal: item.amount_subtotal,
    amount_total: item.amount_total,
    cancel_url: read.cancel_url ?? null,
    client_reference_id: read.client_reference_id ?? null,
    created: world.now(),
    currency: 'aud',
    customer: customer.id,
    customer_details: { email: customer.email, name: null } as Stripe.Checkout.Session.CustomerDetails,
    customer_email: null,
    discounts: promotionCode === undefined ? [] : [{ coupon: null, promotion_code: promotionCode }],
    expires_at: world.now() + life,
    invoice: null,
    line_items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/checkout/sessions/${id}/line_items`,
    },
    livemode: false,
    metadata: read.metadata ?? {},
    mode: 'subscription',
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: read.success_url,
    total_details: { amount_discount: discountCents, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${world.origin}/c/pay/${id}`,
  } as Session)
}

/** A code's current discount on a price. */
function discountOf(world: World, id: string, cents: number): number {
  const code = world.get('promotion_code', id, 'discounts[0][promotion_code]')
  if (!isRedeemable(world, code))
    throw badRequest(`The promotion code ${code.code} is not active.`, 'discounts[0][promotion_code]')
  return discountOn(world, cents, code)
}

export const checkoutSessionRoutes: Route[] = [
  post('/v1/checkout/sessions', ({ world, input }) => openSession(world, accept(input, creating))),
  get('/v1/checkout/sessions', ({ world, input }) => {
    const { customer, status, ...page } = accept(input, {
      ...paging,
      customer: text.optional(),
      status: z.enum(['open', 'complete', 'expired']).optional(),
    })
    const rows = customer
      ? world.of('checkout session', world.get('customer', customer, 'customer').id)
      : world.all('checkout session')
    const isListed = (row: Session) => !status || row.status === status
    return listOf('/v1/checkout/sessions', rows.filter(isListed), page)
  }),
  get('/v1/checkout/sessions/:id', ({ world, params }) => world.get('checkout session', params['id']!)),
  post('/v1/checkout/sessions/:id/expire', ({ world, params, input }) => {
    accept(input, {})
    const session = world.get('checkout session', params['id']!)
    if (session.status !== 'open')
      throw badRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    return expireSession(world, session)
  }),
  get('/v1/checkout/sessions/:id/line_items', ({ world, params, input }) => {
    const { id, line_items } = world.get('checkout session', params['id']!)
    return listOf(`/v1/checkout/sessions/${id}/line_items`, line_items!.data, accept(input, paging))
  }),
]
