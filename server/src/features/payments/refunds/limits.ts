import { paymentRefusals, type RefundLimits, type RefusalSpec } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { PaymentDeps } from '../deps.ts'
import * as store from '../store.ts'
import { callForAdmin, callStripe } from '../stripe.ts'
import { type Credit, findCredit, findReturnedByPlanChanges } from './credit.ts'
import { refundableOf } from './refundable.ts'
import { listUnconfirmed } from './requests-store.ts'
import { sumUnconfirmed } from './unconfirmed.ts'

type LimitDeps = Pick<PaymentDeps, 'db' | 'payments'>

/** @throws Refusal `payments.notFound` or `payments.refundLimitsUnavailable`. */
export async function findRefundLimits(deps: LimitDeps, id: string): Promise<RefundLimits> {
  // Requests first: if one is confirmed in between, the payment already includes it.
  const requests = await listUnconfirmed(deps.db, [id])
  const payment = await store.findById(deps.db, id)
  if (!payment) throw new Refusal(paymentRefusals.notFound)
  const requestedCents = requests.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return callForAdmin(deps, paymentRefusals.refundLimitsUnavailable, async (stripe) => {
    const credit = await findCredit(deps.db, stripe, payment)
    const creditBackCents = await findCreditBack(deps.db, stripe, payment)
    const refundableCents = refundableOf(payment)
    return { refundableCents, ...limitsOf(refundableCents, credit), creditBackCents, requestedCents }
  })
}

/** How much credit a full refund of what a card or bank account paid returns, in cents. */
async function findCreditBack(db: Db, stripe: Stripe, payment: store.PaymentRow): Promise<number> {
  const usedCents = payment.creditCents - payment.creditReturnedCents
  if (usedCents < 1 || payment.amountCents === 0) return 0
  return Math.max(0, usedCents - (await findReturnedByPlanChanges(db, stripe, payment)))
}

type CreditLimits = Pick<RefundLimits, 'wholeCents' | 'partCents' | 'creditedCents' | 'takenBackCents'>

/** Credited amounts can't be refunded, unless a full refund takes the credit back. */
function limitsOf(leftCents: number, credit: Credit): CreditLimits {
  const { creditedCents, isCurrent, isSpent } = credit
  const partCents = Math.max(0, leftCents - creditedCents)
  const canTakeBack = isCurrent && !isSpent
  return {
    wholeCents: canTakeBack ? leftCents : partCents,
    partCents,
    creditedCents,
    takenBackCents: canTakeBack ? credit.leftCents : 0,
  }
}

/**
 * Checks whether an amount can be refunded now: neither other refunds, even those we haven't heard of yet, nor later bills
 * have used it.
 * @param seen the payment when the refund was requested.
 * @returns undefined if it can.
 */
export async function findRefusal(
  deps: LimitDeps & Pick<PaymentDeps, 'now'>,
  seen: store.PaymentRow,
  { amountCents, key }: { amountCents: number; key: string },
): Promise<RefusalSpec | undefined> {
  const { id } = seen
  // Requests first: if one is confirmed in between, the payment already includes it.
  const requests = await listUnconfirmed(deps.db, [id])
  const payment = (await store.findById(deps.db, id)) ?? seen
  const otherCents = await sumUnconfirmed(deps, payment, requests, key)
  const credit = await callStripe(deps, (stripe) => findCredit(deps.db, stripe, payment))
  const isWithin = (leftCents: number) => {
    const { wholeCents, partCents } = limitsOf(leftCents, credit)
    return amountCents <= partCents || amountCents === wholeCents
  }
  if (isWithin(refundableOf(payment) - otherCents)) return undefined
  return isWithin(refundableOf(seen)) ? paymentRefusals.refundOutdated : paymentRefusals.alreadyCredited
}
