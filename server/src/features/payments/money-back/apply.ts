import { formatCents } from '@docketbox/contract'
import { endAccessOf, reopenAccessOf } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { releaseMonths, reserveMonths } from '../checkout/months-store.ts'
import { releaseCredit } from '../customers/used-credit.ts'
import type { PaymentDeps } from '../deps.ts'
import { issueNote } from '../invoices/issue-note.ts'
import { cancelRenewal } from '../plans/cancel-renewals.ts'
import { endPlan } from '../plans/end-older-plans.ts'
import * as store from '../store.ts'
import { type IntentRow, lockSubscription, type SubscriptionRow } from '../stripe-store.ts'
import { removeRequests } from '../refunds/requests-store.ts'
import { raiseDisputeAlert } from './disputes.ts'
import { disputeMail, refundFailedMail } from './mails.ts'

type MoneyBack = Pick<store.PaymentRow, 'refundedCents' | 'refundState' | 'disputeState' | 'disputedCents'>

/**
 * Updates a payment to what was refunded or disputed. A full refund or a dispute ends the access it paid for, until
 * the refund fails or the dispute is won.
 * @returns the subscription whose access changes.
 */
export async function applyMoneyBack(
  deps: PaymentDeps,
  db: Db,
  intent: IntentRow,
): Promise<SubscriptionRow | undefined> {
  const { id, refundedCents, refundState, disputeState, disputedCents } = intent
  if (refundedCents === 0 && refundState === null && disputeState === null) return undefined
  const before = await store.lock(db, { providerIntentId: id })
  if (before?.status !== 'paid') return undefined
  const after = {
    refundedCents: Math.min(refundedCents, before.amountCents),
    refundState,
    disputeState,
    disputedCents: Math.min(disputedCents, before.amountCents),
  }
  if (Object.entries(after).every(([name, value]) => before[name as keyof MoneyBack] === value))
    return undefined
  const now = deps.now()
  const hasAccess = givesAccess({ ...before, ...after })
  const payment = await store.update(db, before.id, {
    ...after,
    updatedAt: now,
    ...(hasAccess !== givesAccess(before) && { accessEndedAt: hasAccess ? null : now }),
  })
  await tell(deps, db, before, payment)
  if (payment.accessEndedAt && payment.disputeState !== 'open') await releaseCredit(deps, db, payment)
  if (payment.kind === 'subscription') return followSubscription(deps, db, payment)
  await followMonths(db, before, payment)
  return undefined
}

function givesAccess({
  amountCents,
  refundedCents,
  disputeState,
}: MoneyBack & Pick<store.PaymentRow, 'amountCents'>): boolean {
  return refundedCents < amountCents && disputeState !== 'open' && disputeState !== 'lost'
}

/** Ends or reopens purchased months. They stay reserved while a dispute may still be won. */
async function followMonths(db: Db, before: store.PaymentRow, payment: store.PaymentRow): Promise<void> {
  const { id, accessEndedAt, ownerId } = payment
  if (accessEndedAt) {
    if (before.accessEndedAt === null) await endAccessOf(db, id, accessEndedAt)
    if (payment.disputeState !== 'open') await releaseMonths(db, id)
  } else if (before.accessEndedAt && ownerId !== null) {
    const reserved = await reserveMonths(db, ownerId, id, payment.months)
    await reopenAccessOf(db, id, {
      endedAt: before.accessEndedAt,
      months: reserved,
      now: payment.updatedAt,
    })
  }
}

/** Ends a subscription at Stripe that isn't paid for, or keeps it from renewing while a dispute is open. */
async function followSubscription(
  deps: PaymentDeps,
  db: Db,
  { id, providerSubscriptionId, disputeState, accessEndedAt }: store.PaymentRow,
): Promise<SubscriptionRow> {
  const subscription = await lockSubscription(db, providerSubscriptionId!)
  const current = await store.findCurrentCharge(db, subscription)
  // Otherwise it would renew and be charged again.
  if (accessEndedAt && current?.id === id && subscription.endedAt === null) {
    const end = { subscription: subscription.id }
    const key = { singletonKey: subscription.id }
    if (disputeState === 'open') await deps.jobs.enqueue(db, cancelRenewal, end, key)
    else await deps.jobs.enqueue(db, endPlan, { ...end, returned: id }, key)
  }
  return subscription
}

/** Mails the buyer what has changed; administrators hear of refunds that failed. */
async function tell(
  deps: PaymentDeps,
  db: Db,
  before: store.PaymentRow,
  payment: store.PaymentRow,
): Promise<void> {
  const newlyRefundedCents = payment.refundedCents - before.refundedCents
  if (newlyRefundedCents !== 0) {
    const reason = newlyRefundedCents > 0 ? 'refund' : 'refundFailed'
    await issueNote(deps, db, payment, { amountCents: newlyRefundedCents, reason })
  }
  const buyer = await store.findBuyer(db, payment.ownerId)
  if (payment.refundState === 'failed' && (before.refundState !== 'failed' || newlyRefundedCents < 0)) {
    const cents = newlyRefundedCents < 0 ? formatCents(-newlyRefundedCents) : 'A refund'
    await raiseAlert(deps, db, {
      kind: 'refundFailed',
      subject: payment.providerIntentId!,
      message: `${payment.buyerEmail}, payment ${payment.providerIntentId}: the bank returned our refund (${cents} of ${formatCents(payment.amountCents)}). Pay it to them another way.`,
    })
    // It can be asked for again.
    await removeRequests(db, payment.id)
    if (buyer) await deps.mail.queue(db, refundFailedMail(deps, buyer, payment))
  }
  if (payment.disputeState === null || payment.disputeState === before.disputeState) return
  await raiseDisputeAlert(deps, db, payment)
  if (buyer) await deps.mail.queue(db, disputeMail(deps, buyer, payment))
}
