import { paymentRefusals, monthLabel } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { Refusal } from '#platform/http/refusal.ts'
import { withCustomer } from '../customers/customer.ts'
import { takeCredit } from '../customers/used-credit.ts'
import type { PaymentDeps } from '../deps.ts'
import { type PaymentRow, update } from '../store.ts'
import { callStripe, codeOf, createOnce, ignoreMissing } from '../stripe.ts'

type Intent = Pick<Stripe.PaymentIntent, 'id' | 'status' | 'client_secret'>
type IntentDeps = Pick<PaymentDeps, 'db' | 'now' | 'payments'>

const payable: Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]

/**
 * The client secret of a payment's intent, which is created if there's none yet; undefined if it was cancelled, or can't
 * be paid because the credit it uses is gone.
 * @throws Refusal `payments.paymentUnderWay` if it's paid or being paid.
 */
export async function openIntent(deps: IntentDeps, payment: PaymentRow): Promise<string | undefined> {
  const intent = await retrieveOrCreateIntent(deps, payment)
  if (intent.status === 'canceled') return undefined
  if (!payable.includes(intent.status)) throw new Refusal(paymentRefusals.paymentUnderWay)
  return intent.client_secret!
}

/**
 * Makes sure that a payment can no longer be paid.
 * @throws Refusal `payments.paymentUnderWay` if it's paid or being paid.
 */
export async function cancelIntent(deps: IntentDeps, payment: PaymentRow): Promise<void> {
  const intent = await retrieveOrCreateIntent(deps, payment)
  if (intent.status === 'canceled') return
  if (!payable.includes(intent.status)) throw new Refusal(paymentRefusals.paymentUnderWay)
  const { status } = await callStripe(deps, (stripe) =>
    stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' }).catch((error: unknown) => {
      if (codeOf(error) !== 'payment_intent_unexpected_state') throw error
      return stripe.paymentIntents.retrieve(intent.id)
    }),
  )
  if (status !== 'canceled') throw new Refusal(paymentRefusals.paymentUnderWay)
}

async function retrieveOrCreateIntent(deps: IntentDeps, payment: PaymentRow): Promise<Intent> {
  const { providerIntentId, id, planName, months, amountCents, creditCents } = payment
  const ownerId = payment.ownerId!
  if (providerIntentId) return retrieveIntent(deps, providerIntentId)
  const isCovered = creditCents === 0 || (await takeCredit(deps, payment))
  // Without enough credit, or with nothing left to pay, there's no intent that could be paid.
  if (!isCovered || amountCents === 0) return { id: '', status: 'canceled', client_secret: null }
  const intent = await withCustomer(deps, ownerId, (customer) =>
    callStripe(deps, (stripe) =>
      createOnce<Stripe.PaymentIntent>(
        // Returns the first intent if we crashed before saving its ID.
        `payment-${id}-${customer}`,
        (options) =>
          stripe.paymentIntents.create(
            {
              amount: amountCents,
              currency: 'aud',
              customer,
              automatic_payment_methods: { enabled: true },
              description: `${planName}: ${months.map(monthLabel).join(', ')}`,
              metadata: { payment: id, owner: ownerId },
            },
            options,
          ),
        async () => {
          const { data } = await stripe.paymentIntents.list({ customer, limit: 100 })
          return data.find(({ metadata }) => metadata['payment'] === id)
        },
      ),
    ),
  )
  await update(deps.db, id, { providerIntentId: intent.id })
  return intent
}

/** An intent that Stripe doesn't have can't be paid, so it counts as cancelled. */
function retrieveIntent(deps: IntentDeps, id: string): Promise<Intent> {
  return callStripe(deps, (stripe) =>
    stripe.paymentIntents.retrieve(id).catch((error: unknown): Intent => {
      ignoreMissing(error)
      return { id, status: 'canceled', client_secret: null }
    }),
  )
}
