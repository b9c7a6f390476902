import type { Stripe } from 'stripe'
import { idOf, ignoreMissing } from '../../stripe.ts'
import { voidUnlessPaid } from '../changes/change-attempt.ts'

/** Whether a subscription ends, or has ended, because that was asked for. */
export function endsWithPeriod(subscription: Stripe.Subscription): boolean {
  const { cancel_at_period_end, cancel_at, items, ended_at, cancellation_details: details } = subscription
  const periodEnd = items.data[0]?.current_period_end
  if (ended_at !== null && details?.reason === 'cancellation_requested') return true
  return cancel_at_period_end || (cancel_at !== null && periodEnd !== undefined && cancel_at <= periodEnd)
}

/** The update that resumes a cancelled subscription, whichever way it was cancelled. */
export function resumeParams({
  cancel_at_period_end,
  cancel_at,
}: PlannedEnd): Pick<Stripe.SubscriptionUpdateParams, 'cancel_at' | 'cancel_at_period_end'> {
  return isCancelledInPortal({ cancel_at, cancel_at_period_end })
    ? { cancel_at: '' }
    : { cancel_at_period_end: false }
}

type PlannedEnd = Pick<Stripe.Subscription, 'cancel_at' | 'cancel_at_period_end'>

/** Stripe's portal only sets a date to end on. */
function isCancelledInPortal({ cancel_at, cancel_at_period_end }: PlannedEnd): boolean {
  return cancel_at !== null && !cancel_at_period_end
}

/**
 * Names the end of a subscription cancelled in Stripe's portal the way that a plan change can undo. It still ends
 * on the same day.
 */
export async function convertCancellation(
  { subscriptions }: Stripe,
  subscription: Stripe.Subscription,
): Promise<void> {
  if (isCancelledInPortal(subscription))
    await subscriptions.update(subscription.id, { cancel_at_period_end: true })
}

const REFUND_COMMENT = 'Ended by the refund of '

/** Notes at Stripe which invoice's refund ended a subscription. */
export function endedByRefund(invoiceId: string): Stripe.SubscriptionCancelParams {
  return { cancellation_details: { comment: REFUND_COMMENT + invoiceId } }
}

/** The invoice whose refund ended a subscription; null if it ended otherwise. */
export function refundedInvoiceOf(subscription: Stripe.Subscription): string | null {
  return invoiceInComment(REFUND_COMMENT, subscription)
}

const UNPAID_COMMENT = 'Ended without payment of '
const CUSTOMER_UNPAID_COMMENT = 'Ended by the customer without payment of '

/**
 * Ends a subscription immediately, because its latest invoice isn't paid. Notes at Stripe which one that is: if it's paid
 * at the same moment, it has to be refunded.
 */
export async function endUnpaid(
  { subscriptions }: Stripe,
  { id, latest_invoice }: Stripe.Subscription,
  by: 'customer' | 'us' = 'us',
): Promise<Stripe.Subscription> {
  const comment = `${by === 'customer' ? CUSTOMER_UNPAID_COMMENT : UNPAID_COMMENT}${idOf(latest_invoice)}`
  const ended = await subscriptions
    .cancel(id, { cancellation_details: { comment } })
    // Stripe has no such subscription to cancel once another tab has.
    .catch(ignoreMissing)
  return ended ?? subscriptions.retrieve(id)
}

/** The unpaid invoice that made us end a subscription; null if it ended otherwise. */
export function unpaidInvoiceOf(subscription: Stripe.Subscription): string | null {
  return (
    invoiceInComment(UNPAID_COMMENT, subscription) ?? invoiceInComment(CUSTOMER_UNPAID_COMMENT, subscription)
  )
}

/** Whether the customer ended a subscription whose latest invoice isn't paid. */
export function isEndedByCustomer(subscription: Stripe.Subscription): boolean {
  return invoiceInComment(CUSTOMER_UNPAID_COMMENT, subscription) !== null
}

const CUSTOMER_COMMENT = 'Cancelled by the customer'

/** Whether the customer cancelled a subscription, in the product or in Stripe's portal: it wasn't us. */
export function isCancelledByCustomer(subscription: Stripe.Subscription): boolean {
  const { cancellation_details: details } = subscription
  return details?.comment === CUSTOMER_COMMENT || isCancelledInPortal(subscription)
}

function invoiceInComment(
  start: string,
  { cancellation_details: details }: Stripe.Subscription,
): string | null {
  const comment = details?.comment
  return comment?.startsWith(start) ? comment.slice(start.length) : null
}

/** Stripe retries a failed renewal for days, for a period that has begun: only an immediate end stops that. */
export const owing: Stripe.Subscription.Status[] = ['past_due', 'unpaid', 'incomplete']

/**
 * Ends a subscription with what's paid, or immediately if a renewal is outstanding. A plan change that waits for the
 * bank can't be paid any more.
 * @param by is noted at Stripe, so that a cancellation is confirmed by mail whichever way we hear of it first.
 * @param isStillDue is asked last, because Stripe may take its time to answer until then.
 */
export async function cancelSubscription(
  stripe: Stripe,
  id: string,
  by: 'customer' | 'us',
  isStillDue?: () => Promise<boolean>,
): Promise<Stripe.Subscription> {
  const subscription = await withoutPendingChange(stripe, id)
  if (subscription.ended_at !== null) return subscription
  if (isStillDue && !(await isStillDue())) return subscription
  if (owing.includes(subscription.status)) return endUnpaid(stripe, subscription, by)
  if (endsWithPeriod(subscription)) return subscription
  const comment = by === 'customer' ? CUSTOMER_COMMENT : ''
  return stripe.subscriptions.update(id, { cancel_at_period_end: true, cancellation_details: { comment } })
}

async function withoutPendingChange(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  const subscription = await stripe.subscriptions.retrieve(id)
  if (!subscription.pending_update) return subscription
  await voidUnlessPaid(stripe, subscription.latest_invoice)
  return stripe.subscriptions.retrieve(id)
}
