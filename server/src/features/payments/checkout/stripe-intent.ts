import { paymentRefusals } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import type { Deps } from '#platform/config/deps.ts'
import { isMissing, isProviderAway } from '#platform/payments/stripe-client.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { labelOf } from '../months.ts'
import { change, type PaymentRow } from '../store.ts'

/** The part of an intent that matters here. */
type Intent = Pick<Stripe.PaymentIntent, 'id' | 'status' | 'client_secret'>
type Needs = Pick<Deps, 'db' | 'payments'>

const payable: Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]

/** Calls the provider; being out of reach is an expected no. */
export async function atProvider<T>(
  { payments }: Pick<Deps, 'payments'>,
  ask: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  try {
    return await ask(await payments.client())
  } catch (thrown) {
    if (isProviderAway(thrown)) throw new Refusal(paymentRefusals.unavailable, { retryAfterSeconds: 60 })
    throw thrown
  }
}

/** The client secret of a payment's intent, made when there is none yet. Nothing when the intent was cancelled meanwhile. */
export async function openIntent(deps: Needs, payment: PaymentRow): Promise<string | undefined> {
  const intent = await intentOf(deps, payment)
  if (intent.status === 'canceled') return undefined
  if (!payable.includes(intent.status)) throw new Refusal(paymentRefusals.paymentUnderWay)
  return intent.client_secret!
}

/**
 * Makes sure that a payment can no longer be paid.
 * @throws Refusal `payments.paymentUnderWay` when it was paid, or is being paid, already.
 */
export async function cancelIntent(deps: Needs, payment: PaymentRow): Promise<void> {
  const intent = await intentOf(deps, payment)
  if (intent.status === 'canceled') return
  if (!payable.includes(intent.status)) throw new Refusal(paymentRefusals.paymentUnderWay)
  const after = await atProvider(deps, (stripe) =>
    stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' }).catch((thrown: unknown) => {
      if ((thrown as { code?: unknown }).code !== 'payment_intent_unexpected_state') throw thrown
      return stripe.paymentIntents.retrieve(intent.id)
    }),
  )
  if (after.status !== 'canceled') throw new Refusal(paymentRefusals.paymentUnderWay)
}

/** The key makes a second creation answer with the first, even when our note of it was lost. */
async function intentOf(deps: Needs, payment: PaymentRow): Promise<Intent> {
  const { providerIntentId, id, ownerId, planName, months, amountCents } = payment
  if (providerIntentId) return known(deps, providerIntentId)
  const intent = await atProvider(deps, (stripe) =>
    stripe.paymentIntents.create(
      {
        amount: amountCents,
        currency: 'aud',
        automatic_payment_methods: { enabled: true },
        description: `${planName}: ${months.map(labelOf).join(', ')}`,
        metadata: { payment: id, owner: ownerId ?? '' },
      },
      { idempotencyKey: `payment-${id}` },
    ),
  )
  await change(deps.db, id, { providerIntentId: intent.id })
  return intent
}

/** An intent that the provider does not know (any more) cannot be paid: it counts as cancelled. */
function known(deps: Needs, id: string): Promise<Intent> {
  return atProvider(deps, (stripe) =>
    stripe.paymentIntents.retrieve(id).catch((thrown: unknown): Intent => {
      if (!isMissing(thrown)) throw thrown
      return { id, status: 'canceled', client_secret: null }
    }),
  )
}
