import { formatCents } from '@docketbox/contract'
import { DAY_MS } from '@docketbox/contract/core/units'
import type { Stripe } from 'stripe'
import { inTransaction } from '#platform/database/transaction.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import { customerOf } from '../../alerts/store.ts'
import type { PaymentDeps } from '../../deps.ts'
import * as store from '../../store.ts'
import {
  codeOf,
  createOnce,
  isAboveRemainder,
  isChargeDisputed,
  reasonOf,
  typeOf,
  wasMadeSince,
} from '../../stripe.ts'
import { isDisputeLost } from '../../stripe-store.ts'

type OwedRefund = Stripe.RefundCreateParams & { payment_intent: string }
export type Attempt = {
  key: string
  /** Number of earlier attempts: Stripe may repeat its refusal for an idempotency key. */
  tries: number
  /** When its job was queued. Earlier refunds with the same key are others. */
  requestedAt?: Date | undefined
}

/**
 * Makes a refund that we owe, or what other refunds leave of it, unless they or a lost dispute have already returned the
 * money, or an earlier run has made it: Stripe forgets idempotency keys after a day. If Stripe refuses, for example because our balance is empty, administrators get an alert.
 * @returns how much it refunded, in cents; undefined if we still owe it: Stripe refused, or the bank is deciding on a
 * dispute, which we may win.
 */
export async function refundOwed(
  deps: PaymentDeps,
  refund: OwedRefund,
  { key, tries, requestedAt }: Attempt,
): Promise<number | undefined> {
  const stripe = await deps.payments.client()
  const ownKey = tries === 0 ? key : `${key}-try-${tries}`
  const earlier = await listOwed(stripe, refund.payment_intent)
  const made = earlier.find((one) => isFor(one, key) && wasMadeSince(one, requestedAt))
  if (made) return made.amount
  try {
    const created = await create(stripe, refund, ownKey).catch(async (error: unknown) => {
      if (!isAboveRemainder(error)) throw error
      const amount = await remainderOf(stripe, refund.payment_intent)
      // The amount belongs to the key: nothing is left once it has been refunded.
      if (amount < 1) return undefined
      return create(stripe, { ...refund, amount }, `${ownKey}-left-${amount}`)
    })
    return created?.amount ?? 0
  } catch (error) {
    if (isChargeDisputed(error)) return (await isDisputeLost(deps.db, refund.payment_intent)) ? 0 : undefined
    if (codeOf(error) === 'charge_already_refunded') return 0
    if (typeOf(error) !== 'StripeInvalidRequestError' || codeOf(error) === 'resource_missing') throw error
    await alertRefused(deps, refund, error)
    return undefined
  }
}

/** Whether a refund is one of the tries of a key, or what other refunds left of it. An earlier version named them `key-1`. */
function isFor({ metadata }: Stripe.Refund, key: string): boolean {
  const owed = metadata?.['owed'] ?? ''
  return owed.startsWith(key) && /^(?:-(?:try-)?\d+)?(?:-left-\d+)?$/.test(owed.slice(key.length))
}

async function alertRefused(
  deps: PaymentDeps,
  { payment_intent: intent, amount }: OwedRefund,
  error: unknown,
): Promise<void> {
  const payment = await store.findByIntent(deps.db, intent)
  const customer = payment ? customerOf(payment) : `Payment ${intent}`
  const refund = amount === undefined ? 'the refund' : `the refund of ${formatCents(amount)}`
  const message = `${customer}: Stripe refused ${refund} that we owe: ${reasonOf(error)}. We’ll try again every day.`
  await inTransaction(deps.db, (db) =>
    raiseAlert(deps, db, { kind: 'refundNotMade', subject: `owed ${intent}`, intent, message }),
  )
}

function create(stripe: Stripe, refund: OwedRefund, key: string): Promise<Stripe.Refund> {
  return createOnce<Stripe.Refund>(
    key,
    (options) => stripe.refunds.create({ ...refund, metadata: { owed: key } }, options),
    async () =>
      (await listOwed(stripe, refund.payment_intent)).find(({ metadata }) => metadata?.['owed'] === key),
  )
}

async function listOwed(stripe: Stripe, payment_intent: string): Promise<Stripe.Refund[]> {
  return (await stripe.refunds.list({ payment_intent, limit: 100 })).data
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
