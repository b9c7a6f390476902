import { formatCents } from '@docketbox/contract'
import { DAY_MS } from '@docketbox/contract/core/units'
import type { Stripe } from 'stripe'
import { inTransaction } from '#platform/database/transaction.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import { describeBuyer, resolveAlert } from '../../alerts/store.ts'
import type { PaymentDeps } from '../../deps.ts'
import * as store from '../../store.ts'
import {
  codeOf,
  createOnce,
  isAboveRemainder,
  isCallRefused,
  isChargeDisputed,
  reasonOf,
  wasMadeSince,
} from '../../stripe.ts'
import { isDisputeLost } from '../../stripe-store.ts'

type OwedRefund = Stripe.RefundCreateParams & { payment_intent: string }
export type Attempt = {
  key: string
  /** Number of earlier attempts: Stripe may repeat its refusal for an idempotency key. */
  tries: number
  /** How many of them Stripe refused. The others waited for the end of a dispute. */
  refusals: number
  /** When its job was queued. Earlier refunds with the same key are others. */
  requestedAt?: Date | undefined
  /** Whether it waits even after a lost dispute: nothing else returns the money if we win an appeal, however late. */
  waitsForAppeal?: boolean
}

/** One a day. */
const MAX_REFUSALS = 30

/**
 * Makes a refund that we owe, or what other refunds leave of it, unless they or a lost dispute have already returned the
 * money, or an earlier run has made it: Stripe forgets idempotency keys after a day. If Stripe refuses, for example because
 * our balance is empty, administrators get an alert.
 * @returns how much it refunded, in cents, 0 if we gave up; or what to try tomorrow, because Stripe refused, or we may still
 * win the dispute or an appeal.
 */
export async function refundOwed(
  deps: PaymentDeps,
  refund: OwedRefund,
  { key, tries, refusals, requestedAt, waitsForAppeal = false }: Attempt,
): Promise<number | Pick<Attempt, 'refusals' | 'tries'>> {
  const stripe = await deps.payments.client()
  const ownKey = tries === 0 ? key : `${key}-try-${tries}`
  const finish = async (cents: number) => {
    if (refusals > 0) await resolveAlert(deps.db, refusedAlert(refund), deps.now())
    return cents
  }
  try {
    const earlier = await listOwed(stripe, refund.payment_intent)
    const made = earlier.find((one) => isFor(one, key) && wasMadeSince(one, requestedAt))
    return await finish((made ?? (await createUpToRemainder(stripe, refund, ownKey)))?.amount ?? 0)
  } catch (error) {
    if (isChargeDisputed(error)) {
      const isLost = await isDisputeLost(deps.db, refund.payment_intent)
      return isLost && !waitsForAppeal ? 0 : { refusals, tries: tries + 1 }
    }
    if (codeOf(error) === 'charge_already_refunded') return finish(0)
    if (!isCallRefused(error) || codeOf(error) === 'resource_missing') throw error
    const next = { refusals: refusals + 1, tries: tries + 1 }
    const isLast = next.refusals >= MAX_REFUSALS
    await alertRefused(deps, refund, error, isLast)
    return isLast ? 0 : next
  }
}

/** Whether a refund is one of the tries of a key, or what other refunds left of it. An earlier version named them `key-1`. */
function isFor({ metadata }: Stripe.Refund, key: string): boolean {
  const owed = metadata?.['owed'] ?? ''
  return owed.startsWith(key) && /^(?:-(?:try-)?\d+)?(?:-left-\d+)?$/.test(owed.slice(key.length))
}

async function alertRefused(
  deps: PaymentDeps,
  owed: OwedRefund,
  error: unknown,
  isLast: boolean,
): Promise<void> {
  const { payment_intent: intent, amount } = owed
  const payment = await store.findByIntent(deps.db, intent)
  const customer = payment ? describeBuyer(payment) : `Payment ${intent}`
  const refund = amount === undefined ? 'the refund' : `the refund of ${formatCents(amount)}`
  const next = isLast
    ? 'We’ve tried for a month, and won’t try again. Pay it another way.'
    : 'We’ll try again every day.'
  const message = `${customer}: Stripe refused ${refund} that we owe: ${reasonOf(error)}. ${next}`
  await inTransaction(deps.db, (db) => raiseAlert(deps, db, { ...refusedAlert(owed), intent, message }))
}

function refusedAlert({ payment_intent: intent }: OwedRefund) {
  return { kind: 'refundNotMade', subject: `owed ${intent}` } as const
}

/** @returns undefined if nothing is left to refund. */
async function createUpToRemainder(
  stripe: Stripe,
  refund: OwedRefund,
  key: string,
): Promise<Stripe.Refund | undefined> {
  try {
    return await create(stripe, refund, key)
  } catch (error) {
    if (!isAboveRemainder(error)) throw error
    const amount = await remainderOf(stripe, refund.payment_intent)
    // The amount belongs to the key: nothing is left once it has been refunded.
    return amount < 1 ? undefined : create(stripe, { ...refund, amount }, `${key}-left-${amount}`)
  }
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
