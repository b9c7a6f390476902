import { HOUR_MS } from '@docketbox/contract/core/units'
import type { Stripe } from 'stripe'
import type { PaymentDeps } from '../deps.ts'
import type { PaymentRow } from '../store.ts'
import { callStripe } from '../stripe.ts'
import type { UnconfirmedRequest } from './requests-store.ts'

/**
 * What was refunded of a payment, or is about to be, beyond what events have confirmed, in cents.
 * @param requests its refunds that no event has confirmed, listed before the payment was read.
 * @param ownKey the request that doesn't count.
 * @throws Refusal `payments.unavailable`.
 */
export async function sumUnconfirmed(
  { now, payments }: Pick<PaymentDeps, 'now' | 'payments'>,
  { providerIntentId, refundedCents }: PaymentRow,
  requests: readonly UnconfirmedRequest[],
  ownKey?: string,
): Promise<number> {
  const others = requests.filter(({ key }) => key !== ownKey)
  if (others.length === 0 || providerIntentId === null) return 0
  const { data: refunds } = await callStripe({ payments }, (stripe) =>
    stripe.refunds.list({ payment_intent: providerIntentId, limit: 100 }),
  )
  const madeCents = refunds
    .filter((refund) => refund.status !== 'failed' && refund.status !== 'canceled')
    .filter((refund) => ownKey === undefined || requestKeyOf(refund) !== ownKey)
    .reduce((sum, { amount }) => sum + amount, 0)
  const atStripe = new Set(refunds.map(requestKeyOf))
  // Stripe may be about to make it.
  const underWayCents = others
    .filter(({ key, requestedAt }) => !atStripe.has(key) && +now() - +requestedAt < HOUR_MS)
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  return Math.max(0, madeCents - refundedCents) + underWayCents
}

/** The key of the request that a refund was made for; undefined if it was made otherwise, such as in the dashboard. */
export function requestKeyOf({ metadata }: Stripe.Refund): string | undefined {
  return metadata?.['request']
}
