import { paymentRefusals, type RefundLimits, type refundBody } from '@docketbox/contract'
import type { z } from 'zod'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Db } from '#platform/database/database.ts'
import type { Actor } from '#platform/security/actor.ts'
import { audit, type AuditEntry } from '#platform/security/audit-log.ts'
import type { PaymentDeps } from '../deps.ts'
import * as store from '../store.ts'
import { sumOpen } from '../credit-refunds/store.ts'
import { countFailedRefunds } from '../money-back/store.ts'
import { addRequest, removeRequest } from './requests-store.ts'
import { moveMoney } from '../money-call.ts'
import { callStripe, typeOf } from '../stripe.ts'
import { findCredit } from './credit.ts'
import { refundAsCredit } from './refund-as-credit.ts'
import { isPaidWithCredit, isTakenBack, refundableOf } from './refundable.ts'

/** @throws Refusal `payments.notFound`. */
export async function findRefundLimits(
  deps: Pick<PaymentDeps, 'db' | 'payments'>,
  id: string,
): Promise<RefundLimits> {
  const payment = await store.findById(deps.db, id)
  if (!payment) throw new Refusal(paymentRefusals.notFound)
  return limitsOf(deps, payment)
}

/** Credited amounts can't be refunded, unless a full refund takes the credit back. */
async function limitsOf(
  deps: Pick<PaymentDeps, 'db' | 'payments'>,
  payment: store.PaymentRow,
): Promise<RefundLimits> {
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

/**
 * Refunds a payment at Stripe, whose event then updates the payment and, after a full refund, ends the access. The
 * audit log is written first: no refund may exist without someone who answers for it.
 * @throws Refusal `payments.notRefundable`, `payments.disputed`, `payments.alreadyCredited`, `payments.refundOutdated`, or
 * `payments.refundUnknown` if Stripe didn't answer.
 */
export async function refundPayment(
  deps: PaymentDeps,
  actor: Actor,
  id: string,
  { amountCents, refundableCents, reason }: z.infer<typeof refundBody>,
): Promise<{ message: string }> {
  const payment = await store.findById(deps.db, id)
  if (!payment) throw new Refusal(paymentRefusals.notFound)
  if (isTakenBack(payment)) throw new Refusal(paymentRefusals.disputed)
  const leftCents = refundableOf(payment)
  if (leftCents > 0 && (refundableCents ?? leftCents) !== leftCents)
    throw new Refusal(paymentRefusals.refundOutdated)
  const amount = amountCents ?? leftCents
  if (amount < 1 || amount > leftCents) throw new Refusal(paymentRefusals.notRefundable)
  if (isPaidWithCredit(payment)) return refundAsCredit(deps, actor, payment, { amountCents: amount, reason })
  // A credit refund in progress may come from this payment.
  if (payment.ownerId !== null && (await sumOpen(deps.db, payment.ownerId)) > 0)
    throw new Refusal(paymentRefusals.refundOutdated)
  const { wholeCents, partCents } = await limitsOf(deps, payment)
  if (amount > partCents && amount !== wholeCents) throw new Refusal(paymentRefusals.alreadyCredited)
  const failed = await countFailedRefunds(deps.db, payment.providerIntentId!)
  const at = deps.now()
  const log = (db: Db, action: AuditEntry['action'], details: Record<string, string | number>) =>
    audit(db, { at, actorId: actor.id, action, subjectId: id, details })
  const request = { paymentId: id, refundedCents: payment.refundedCents, amountCents: amount }

  await inTransaction(deps.db, async (db) => {
    // Pressed again, or by two administrators: the same refund.
    if (await addRequest(db, { ...request, requestedAt: at }))
      await log(db, 'payments.refund', { amountCents: amount, reason })
  })
  try {
    await moveMoney(deps, (stripe, options) =>
      stripe.refunds.create(
        { payment_intent: payment.providerIntentId!, amount, reason: 'requested_by_customer' },
        // A double click is one refund; the next one starts from another total, or after one that failed.
        { ...options, idempotencyKey: `refund-${id}-${payment.refundedCents}-${amount}-${failed}` },
      ),
    )
  } catch (error) {
    const { outcomeUnknown, unavailable, notRefundable, refundUnknown } = paymentRefusals
    const refused = error instanceof Refusal ? error.spec : undefined
    if (refused === outcomeUnknown) throw new Refusal(refundUnknown)
    // Refunded in Stripe's dashboard a moment ago: its event hasn't arrived yet.
    const isTooLate = typeOf(error) === 'StripeInvalidRequestError'
    if (!isTooLate && refused !== unavailable) throw error
    await inTransaction(deps.db, async (db) => {
      if (await removeRequest(db, request)) await log(db, 'payments.refundRefused', { amountCents: amount })
    })
    throw isTooLate ? new Refusal(notRefundable) : error
  }
  return { message: 'Refund requested.' }
}
