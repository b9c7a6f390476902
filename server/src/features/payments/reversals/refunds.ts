import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { describeBuyer, resolveAlert } from '../alerts/store.ts'
import { enqueueCreditReturn } from '../customers/balance-transactions.ts'
import type { PaymentDeps } from '../deps.ts'
import { findByIntent } from '../store.ts'
import { dateOf, idOf } from '../stripe.ts'
import { upsertIntent } from '../stripe-store.ts'
import type { Changes } from '../webhook/handle-event.ts'
import { addUpIntent, type RefundStatus, saveRefund } from './store.ts'
import { requestKeyOf } from '../refunds/unconfirmed.ts'
import { amountOf, handleUnpaidRefund } from './wrong-amount.ts'

/** Handles news about a refund: to a bank account it takes days, and any may come back. */
export async function handleRefund(
  deps: PaymentDeps,
  db: Db,
  refund: Stripe.Refund,
  at: Date,
): Promise<Changes> {
  const intentId = idOf(refund.payment_intent)
  if (!intentId) return {}
  // Locks the intent: its refunds are added up one event after the other.
  await upsertIntent(db, intentId, {})
  const status = statusOf(refund)
  const isOfCredit = refund.metadata?.['creditRefund'] !== undefined
  const failureReason = refund.failure_reason ?? null
  const isNews = await saveRefund(db, {
    id: refund.id,
    intentId,
    amountCents: refund.amount,
    status,
    failureReason,
    isOfCredit,
    requestKey: requestKeyOf(refund) ?? null,
    createdAt: dateOf(refund.created),
    failedAt: status === 'failed' ? at : null,
  })
  if (isNews) await handleUnpaidRefund(deps, db, intentId, refund)
  if (isNews && status === 'pending' && refund.pending_reason === 'insufficient_funds')
    await alertWaiting(deps, db, intentId, refund)
  if (isNews && status !== 'pending') await resolveAlert(db, waitingAlert(refund), deps.now())
  // We may hear of that before we hear of the refund itself.
  const payment = isNews && isOfCredit && status === 'failed' ? await findByIntent(db, intentId) : undefined
  if (payment) await enqueueCreditReturn(deps, db, payment, refund.amount, 'refundFailed')
  const failed = { id: refund.id, amountCents: refund.amount, isOfCredit, failureReason }
  return {
    intent: await addUpIntent(db, intentId),
    ...(isNews && status === 'failed' && { failedRefund: failed }),
  }
}

/** Tells administrators that a refund waits until our balance at Stripe covers it. */
async function alertWaiting(
  deps: PaymentDeps,
  db: Db,
  intent: string,
  { id, amount, currency }: Stripe.Refund,
): Promise<void> {
  const payment = await findByIntent(db, intent)
  // Stripe's account may have other payments than ours.
  if (!payment) return
  await raiseAlert(deps, db, {
    ...waitingAlert({ id }),
    intent,
    message: `${describeBuyer(payment)}, payment ${intent}: our refund of ${amountOf(amount, currency)} waits, because our balance at Stripe doesn’t cover it. Add funds in Stripe’s Dashboard: after 45 days it fails.`,
  })
}

function waitingAlert({ id: subject }: Pick<Stripe.Refund, 'id'>) {
  return { kind: 'refundNotMade', subject } as const
}

function statusOf({ status }: Stripe.Refund): RefundStatus {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}
