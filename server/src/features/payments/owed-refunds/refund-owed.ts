import { DAY_MS } from '@docketbox/contract/core/units'
import type { Stripe } from 'stripe'
import type { PaymentDeps } from '../deps.ts'
import { codeOf, createOnce, ignoreReturned, isAboveRemainder } from '../stripe.ts'
import { isDisputeLost } from '../stripe-store.ts'

type OwedRefund = Stripe.RefundCreateParams & { payment_intent: string }

/**
 * Makes a refund that we owe, or what other refunds leave of it, unless they or a lost dispute have already returned the
 * money.
 * @param tries number of earlier attempts: Stripe may repeat its refusal for an idempotency key.
 * @returns how much it refunded, in cents; undefined while the bank decides on a dispute, because we still owe the refund if
 * we win.
 */
export async function refundOwed(
  { db, payments }: Pick<PaymentDeps, 'db' | 'payments'>,
  refund: OwedRefund,
  { key, tries }: { key: string; tries: number },
): Promise<number | undefined> {
  const stripe = await payments.client()
  const ownKey = tries === 0 ? key : `${key}-${tries}`
  try {
    const made = await create(stripe, refund, ownKey).catch(async (error: unknown) => {
      if (!isAboveRemainder(error)) throw error
      const amount = await remainderOf(stripe, refund.payment_intent)
      // The amount belongs to the key: nothing is left once it has been refunded.
      if (amount < 1) return undefined
      return create(stripe, { ...refund, amount }, `${ownKey}-left-${amount}`)
    })
    return made?.amount ?? 0
  } catch (error) {
    if (codeOf(error) === 'charge_disputed')
      return (await isDisputeLost(db, refund.payment_intent)) ? 0 : undefined
    ignoreReturned(error)
    return 0
  }
}

function create(stripe: Stripe, refund: OwedRefund, key: string): Promise<Stripe.Refund> {
  return createOnce<Stripe.Refund>(
    key,
    (options) => stripe.refunds.create({ ...refund, metadata: { owed: key } }, options),
    async () => {
      const { data } = await stripe.refunds.list({ payment_intent: refund.payment_intent, limit: 100 })
      return data.find(({ metadata }) => metadata?.['owed'] === key)
    },
  )
}

/** What hasn't been refunded of a payment, in cents. */
async function remainderOf(stripe: Stripe, intent: string): Promise<number> {
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, {
    expand: ['latest_charge'],
  })
  return charge === null || typeof charge === 'string' ? 0 : charge.amount - charge.amount_refunded
}

export function tomorrow(): { startAfter: Date } {
  return { startAfter: new Date(Date.now() + DAY_MS) }
}
