import { endAccessOf, listMonthsEndedAt, reopenAccessOf } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { releaseMonths, reserveMonths } from '../months/store.ts'
import { releaseUnusedCredit, retakeCredit } from '../customers/used-credit.ts'
import type { PaymentDeps } from '../deps.ts'
import { issueNote } from '../invoices/adjustment-notes/issue-note.ts'
import { cancelRenewal } from '../plans/ending/cancel-renewals.ts'
import { endPlan } from '../plans/ending/end-older-plans.ts'
import { syncSubscription } from '../plans/sync-subscription.ts'
import * as store from '../store.ts'
import { type IntentRow, lockSubscription, type SubscriptionRow } from '../stripe-store.ts'
import { sumWaitingRefunds } from '../refunds/owed/refund-part.ts'
import { isTakenBack } from '../refunds/refundable.ts'
import { settleCreditLater } from '../customers/settle-credit.ts'
import { refundMonthsBoughtAgain, refundReopenedMonths } from '../plans/unused-time/months.ts'
import { announceDispute } from '../disputes/announce.ts'
import { announceFailedRefund } from './announce-failed-refund.ts'
import { type FailedRefund, listFailedRefunds } from './store.ts'

type Reversals = Pick<
  store.PaymentRow,
  'refundedCents' | 'creditRefundedCents' | 'refundState' | 'disputeState' | 'disputedCents'
>

/**
 * Updates a payment to what was refunded or disputed. A full refund or a dispute ends the access it paid for, until
 * the refund fails or the dispute is won.
 * @param failedRefund one that just came back.
 */
export async function applyReversals(
  deps: PaymentDeps,
  db: Db,
  intent: IntentRow,
  failedRefund?: FailedRefund,
): Promise<void> {
  const { id, refundedCents, creditRefundedCents, refundState, disputeState, disputedCents } = intent
  if (refundedCents === 0 && refundState === null && disputeState === null) return
  const before = await store.lock(db, { providerIntentId: id })
  if (before?.status !== 'paid') return
  const after = {
    refundedCents: Math.min(refundedCents, before.amountCents),
    creditRefundedCents: Math.min(creditRefundedCents, before.amountCents),
    refundState,
    disputeState,
    disputedCents: Math.min(disputedCents, before.amountCents),
  }
  const isKnown = Object.entries(after).every(([name, value]) => before[name as keyof Reversals] === value)
  const { payment, creditCents } = isKnown
    ? { payment: before, creditCents: 0 }
    : await saveReversals(deps, db, before, after)
  // We may hear of refunds before their payment.
  const isFirst = before.refundedCents === 0 && before.refundState === null
  const failed = isFirst ? await listFailedRefunds(db, id) : failedRefund ? [failedRefund] : []
  for (const refund of failed)
    await announceFailedRefund(deps, db, payment, refund, { creditTakenCents: Math.max(0, -creditCents) })
}

/** @returns the payment, and how much credit it returned, in cents; negative if it used some again. */
async function saveReversals(
  deps: PaymentDeps,
  db: Db,
  before: store.PaymentRow,
  after: Reversals,
): Promise<{ payment: store.PaymentRow; creditCents: number }> {
  const now = deps.now()
  const hasAccess = givesAccess({ ...before, ...after })
  const payment = await store.update(db, before.id, {
    ...after,
    updatedAt: now,
    ...(hasAccess !== givesAccess(before) && { accessEndedAt: hasAccess ? null : now }),
  })
  const isBack = hasAccess && before.accessEndedAt !== null
  const creditCents = isBack
    ? -(await retakeCredit(deps, db, payment))
    : !hasAccess && payment.disputeState !== 'open'
      ? await releaseUnusedCredit(deps, db, payment)
      : 0
  if (isBack && payment.kind === 'subscription') await requestSettling(deps, db, payment.id)
  await noteRefund(deps, db, { before, payment, creditCents })
  const isChanged = payment.disputeState !== before.disputeState
  const owedCents = isChanged && payment.disputeState === 'won' ? await sumWaitingRefunds(db, payment.id) : 0
  let returnedCents = 0
  if (payment.kind === 'subscription')
    await syncSubscription(deps, db, await followSubscription(deps, db, before, payment))
  else returnedCents = await followMonths(deps, db, before, payment)
  if (isChanged) await announceDispute(deps, db, payment, { returnedCents, owedCents })
  return { payment, creditCents }
}

function requestSettling({ jobs }: PaymentDeps, db: Db, payment: string): Promise<void> {
  return jobs.enqueue(db, settleCreditLater, { payment }, { singletonKey: payment })
}

/** Refunded credit came from an earlier plan, so refunding it ends no access. */
function givesAccess(payment: Reversals & Pick<store.PaymentRow, 'amountCents'>): boolean {
  const { amountCents, refundedCents, creditRefundedCents } = payment
  const isPaidFor = refundedCents < amountCents || creditRefundedCents === amountCents
  return isPaidFor && !isTakenBack(payment)
}

/**
 * Ends or reopens purchased months. They stay reserved while a dispute may still be won.
 * @returns what we return for those that were bought again, or that a subscription covers, in cents.
 */
async function followMonths(
  deps: PaymentDeps,
  db: Db,
  before: store.PaymentRow,
  payment: store.PaymentRow,
): Promise<number> {
  const { id, accessEndedAt, ownerId } = payment
  if (accessEndedAt) {
    if (before.accessEndedAt === null) await endAccessOf(db, id, accessEndedAt)
    if (payment.disputeState !== 'open') await releaseMonths(db, id)
  } else if (before.accessEndedAt && ownerId !== null) {
    const endedAt = before.accessEndedAt
    // A subscription that covered the others still does.
    const ended = (await listMonthsEndedAt(db, id, endedAt)).map(({ month }) => month)
    const months = await reserveMonths(db, ownerId, id, ended)
    await reopenAccessOf(db, id, { endedAt, months, now: payment.updatedAt })
    // Money that a failed refund returned is paid out another way.
    if (!isTakenBack(before)) return 0
    const boughtAgainCents = await refundMonthsBoughtAgain(deps, db, id, endedAt)
    return boughtAgainCents + (await refundReopenedMonths(deps, db, ownerId))
  }
  return 0
}

/**
 * Ends a subscription at Stripe that isn't paid for, or keeps it from renewing after a dispute, even about a payment that
 * isn't the current one.
 */
async function followSubscription(
  deps: PaymentDeps,
  db: Db,
  before: store.PaymentRow,
  { id, providerSubscriptionId, disputeState, accessEndedAt }: store.PaymentRow,
): Promise<SubscriptionRow> {
  const subscription = await lockSubscription(db, providerSubscriptionId!)
  const current = await store.findCurrentCharge(db, subscription)
  const isCurrent = current?.id === id
  const end = { subscription: subscription.id }
  const key = { singletonKey: subscription.id }
  if (!accessEndedAt) return subscription
  const isRunning = subscription.endedAt === null
  const isReturned = disputeState !== 'open'
  const endsPlan = isRunning && isCurrent && isReturned
  if (endsPlan) await deps.jobs.enqueue(db, endPlan, { ...end, returned: id }, key)
  else if (isReturned) await requestSettling(deps, db, id)
  // Only at first: once the bank has decided, its customer may have resumed it.
  if (isRunning && !endsPlan && isTakenBack({ disputeState }) && !isTakenBack(before))
    await deps.jobs.enqueue(db, cancelRenewal, end, key)
  return subscription
}

function withoutCredit({ refundedCents, creditRefundedCents }: Reversals): number {
  return refundedCents - creditRefundedCents
}

/**
 * Issues an adjustment note for what was refunded, or came back.
 * @param news `creditCents` is how much credit the payment returned; negative if it used some again.
 */
async function noteRefund(
  deps: PaymentDeps,
  db: Db,
  news: { before: store.PaymentRow; payment: store.PaymentRow; creditCents: number },
): Promise<void> {
  const { before, payment, creditCents } = news
  // Credit from a plan change got its note then.
  const amountCents = withoutCredit(payment) - withoutCredit(before) + creditCents
  if (amountCents === 0) return
  const reason = amountCents > 0 ? 'refund' : 'refundFailed'
  await issueNote(deps, db, payment, { amountCents, creditCents, reason })
}
