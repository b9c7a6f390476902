import type Stripe from 'stripe'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

type Intent = Stripe.PaymentIntent

/** What a browser may see: neither metadata nor customer. */
export function publicView(intent: Intent): Partial<Intent> {
  const { metadata: _, customer: __, latest_charge: ___, ...visible } = intent
  return visible
}

type NewIntent = {
  amount: number
  customer: string | null
  description: string | null
  metadata: Stripe.Metadata
  types?: string[]
}

export function makeIntent(world: World, { types, ...input }: NewIntent): Intent {
  const id = world.id('pi')
  return world.put('payment_intent', {
    ...input,
    id,
    object: 'payment_intent',
    amount_received: 0,
    automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
    canceled_at: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${world.id('s').slice(2)}`,
    created: world.now(),
    currency: 'aud',
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    payment_method: null,
    payment_method_types: types ?? ['card', 'au_becs_debit'],
    processing: null,
    status: 'requires_payment_method',
  } as Intent)
}

/** The id of the intent that pays an invoice; null if there's none yet. */
export function intentIdOf({ payments }: Stripe.Invoice): string | null {
  return idOf(payments?.data[0]?.payment.payment_intent)
}

type Reason = Intent['cancellation_reason']
export function cancelIntent(world: World, id: string, cancellation_reason: Reason = null): Intent {
  const cancelled = world.change('payment_intent', id, {
    status: 'canceled',
    canceled_at: world.now(),
    cancellation_reason,
    next_action: null,
  })
  world.emit('payment_intent.canceled', cancelled)
  return cancelled
}
