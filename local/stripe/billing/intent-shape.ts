import type Stripe from 'stripe'
import type { World } from '#stripe/store/world.ts'

type Intent = Stripe.PaymentIntent

/** What a browser may see: neither metadata nor customer. */
export function publicView(intent: Intent): Partial<Intent> {
  const {
    metadata: _,
    customer: __,
    latest_charge: ___,
    customer_account: ____,
    transfer_group: _____,
    ...visible
  } = intent
  return visible
}

type NewIntent = {
  amount: number
  customer: string | null
  description: string | null
  metadata: Stripe.Metadata
  types?: string[]
  receipt_email?: string | null
}

export function makeIntent(world: World, { types, receipt_email = null, ...input }: NewIntent): Intent {
  const id = world.id('pi')
  return world.put('payment_intent', {
    ...input,
    id,
    object: 'payment_intent',
    allowed_payment_method_types: types ?? null,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${world.id('s').slice(2)}`,
    confirmation_method: 'automatic',
    created: world.timeOf(input.customer),
    currency: 'aud',
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: types ?? ['card', 'au_becs_debit'],
    payment_record: null,
    processing: null,
    receipt_email,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  })
}
