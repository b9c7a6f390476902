import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, integer, metadata, paging, text, url } from '#stripe/api/accept.ts'
import { badRequest } from '#stripe/api/fault.ts'
import { lineItemsOf, modeOf, totalOf } from './line-items.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, type Route } from '#stripe/api/route.ts'
import type { SessionPlan } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

type Opening = {
  lines: SessionPlan['lines']
  mode: 'payment' | 'subscription'
  customer: string | null
  email: string | null
  clientReference: string | null
  metadata: Stripe.Metadata
  successUrl: string | null
  cancelUrl: string | null
  paymentLink: string | null
  expiresAt: number
  subscriptionMetadata: Stripe.Metadata
  paymentMetadata: Stripe.Metadata
}

export const sessionLengthSeconds = 86_400

export function openSession(world: World, opening: Opening): Stripe.Checkout.Session {
  const id = world.id('cs_test')
  const items = lineItemsOf(world, opening.lines)
  const total = totalOf(items)
  world.put('plan', {
    id,
    lines: opening.lines,
    subscriptionMetadata: opening.subscriptionMetadata,
    paymentMetadata: opening.paymentMetadata,
  })
  return world.put('checkout session', {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: false,
    allowed_payment_method_types: null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: 'auto',
    cancel_url: opening.cancelUrl,
    client_reference_id: opening.clientReference,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: world.now(),
    currency: 'aud',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: opening.customer,
    customer_account: null,
    customer_creation: opening.mode === 'subscription' ? 'always' : 'if_required',
    customer_details: null,
    customer_email: opening.email,
    discounts: [],
    expires_at: opening.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    line_items: {
      object: 'list',
      data: items,
      has_more: false,
      url: `/v1/checkout/sessions/${id}/line_items`,
    },
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: opening.metadata,
    mode: opening.mode,
    origin_context: null,
    payment_intent: null,
    payment_link: opening.paymentLink,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: 'auto',
    subscription: null,
    success_url: opening.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${world.origin}/c/pay/${id}`,
    wallet_options: null,
  })
}

const ownMetadata = z.strictObject({ metadata: metadata.optional() }).optional()

/** Up to 200 letters, digits, dashes and underscores; as at Stripe, anything else is ignored. */
export function clientReferenceOf(input: string | undefined | null): string | null {
  return input && /^[\w-]{1,200}$/.test(input) ? input : null
}

/** Opens a checkout session for one visit to a payment link. */
export function openFromLink(
  world: World,
  link: Stripe.PaymentLink,
  query: { client_reference_id?: string; prefilled_email?: string },
) {
  const plan = world.get('plan', link.id)
  const redirect = link.after_completion.redirect?.url ?? null
  const email =
    query.prefilled_email && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(query.prefilled_email)
      ? query.prefilled_email
      : null
  return openSession(world, {
    ...plan,
    mode: modeOf(link.line_items!.data),
    customer: null,
    email,
    clientReference: clientReferenceOf(query.client_reference_id),
    metadata: link.metadata,
    successUrl: redirect,
    cancelUrl: null,
    paymentLink: link.id,
    expiresAt: world.now() + sessionLengthSeconds,
  })
}

export const checkoutSessionRoutes: Route[] = [
  post('/v1/checkout/sessions', ({ world, input }) => {
    const read = accept(input, {
      mode: z.enum(['payment', 'subscription']),
      line_items: z.array(z.strictObject({ price: text, quantity: integer.default(1) })),
      success_url: url,
      cancel_url: url.optional(),
      customer: text.optional(),
      customer_email: text.optional(),
      client_reference_id: text.optional(),
      expires_at: integer.optional(),
      metadata: metadata.optional(),
      subscription_data: ownMetadata,
      payment_intent_data: ownMetadata,
      allowed_payment_method_types: z.array(z.literal('card')).optional(),
    })
    if (read.customer && read.customer_email)
      throw badRequest('You may only specify one of these parameters: customer, customer_email.', 'customer')
    if (read.customer) world.get('customer', read.customer, 'customer')
    if (modeOf(lineItemsOf(world, read.line_items)) !== read.mode) {
      throw badRequest(`You specified \`${read.mode}\` mode but the price type does not fit it.`, 'mode')
    }
    const expiresAt = read.expires_at ?? world.now() + sessionLengthSeconds
    if (expiresAt < world.now() + 1800 || expiresAt > world.now() + sessionLengthSeconds) {
      throw badRequest(
        'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.',
        'expires_at',
      )
    }
    return openSession(world, {
      lines: read.line_items,
      mode: read.mode,
      customer: read.customer ?? null,
      email: read.customer_email ?? null,
      clientReference: read.client_reference_id ?? null,
      metadata: read.metadata ?? {},
      successUrl: read.success_url,
      cancelUrl: read.cancel_url ?? null,
      paymentLink: null,
      expiresAt,
      subscriptionMetadata: read.subscription_data?.metadata ?? {},
      paymentMetadata: read.payment_intent_data?.metadata ?? {},
    })
  }),
  get('/v1/checkout/sessions', ({ world, input }) => {
    const read = accept(input, {
      ...paging,
      customer: text.optional(),
      payment_intent: text.optional(),
      payment_link: text.optional(),
      subscription: text.optional(),
      status: text.optional(),
    })
    const { limit, starting_after, ending_before, created, ...filters } = read
    const rows = world
      .all('checkout session')
      .filter((row) =>
        Object.entries(filters).every(
          ([name, value]) => value === undefined || row[name as keyof typeof row] === value,
        ),
      )
    return listOf('/v1/checkout/sessions', rows, { limit, starting_after, ending_before, created })
  }),
  get('/v1/checkout/sessions/:id', ({ world, params }) => world.get('checkout session', params['id']!)),
  post('/v1/checkout/sessions/:id/expire', ({ world, params, input }) => {
    accept(input, {})
    const session = world.get('checkout session', params['id']!)
    if (session.status !== 'open')
      throw badRequest(`Only Checkout Sessions with a status in ["open"] can be expired.`)
    const expired = world.change('checkout session', session.id, { status: 'expired', url: null })
    world.emit('checkout.session.expired', expired)
    return expired
  }),
  get('/v1/checkout/sessions/:id/line_items', ({ world, params, input }) => {
    const session = world.get('checkout session', params['id']!)
    return listOf(
      `/v1/checkout/sessions/${session.id}/line_items`,
      session.line_items!.data.toReversed(),
      accept(input, paging),
    )
  }),
]
