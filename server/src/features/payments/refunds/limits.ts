import { paymentRefusals, type RefundLimits } from '@docketbox/contract'
import { Refusal } from '#platform/http/refusal.ts'
import type { PaymentDeps } from '../deps.ts'
import * as store from '../store.ts'
import { callStripe } from '../stripe.ts'
import { findCredit } from './credit.ts'
import { refundableOf } from './refundable.ts'
import { listUnconfirmed } from './requests-store.ts'

type LimitDeps = Pick<PaymentDeps, 'db' | 'payments'>

/** @throws Refusal `payments.notFound`. */
export async function findRefundLimits(deps: LimitDeps, id: string): Promise<RefundLimits> {
  // Before the payment, which then has what was confirmed.
  const requests = await listUnconfirmed(deps.db, [id])
  const payment = await store.findById(deps.db, id)
  if (!payment) throw new Refusal(paymentRefusals.notFound)
  const requestedCents = requests.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return { ...(await limitsOf(deps, payment)), requestedCents }
}

/** Credited amounts can't be refunded, unless a full refund takes the credit back. */
async function limitsOf(
  deps: LimitDeps,
  payment: store.PaymentRow,
): Promise<Omit<RefundLimits, 'requestedCents'>> {
  const leftCents = refundableOf(payment)
  const credit = await callStripe(deps, (stripe) => findCredit(deps.db, stripe, payment))
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

/** Whether an amount can be refunded now, or was credited to a later bill. */
export async function isAllowed(
  deps: LimitDeps,
  payment: store.PaymentRow,
  amountCents: number,
): Promise<boolean> {
  const { wholeCents, partCents } = await limitsOf(deps, payment)
  return amountCents <= partCents || amountCents === wholeCents
}
