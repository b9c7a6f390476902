import type { Stripe } from 'stripe'
import {
  findPlanByPrice,
  hasLaterRecurring,
  runningRecurring,
  upsertRecurring,
} from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import type { PaymentDeps } from '../deps.ts'
import { refundLateBills } from '../webhook/late-bills.ts'
import { wasRefundedAfter } from '../reversals/store.ts'
import { lockRunningMonths, refundMonthsCoveredByPlan } from './unused-time/months.ts'
import * as store from '../store.ts'
import { dateOf, idOf } from '../stripe.ts'
import { lockSubscription, type SubscriptionRow, upsertSubscription } from '../stripe-store.ts'
import { cancelRenewal, cancelRenewals } from './ending/cancel-renewals.ts'
import {
  endsWithPeriod,
  isCancelledByCustomer,
  isEndedByCustomer,
  refundedInvoiceOf,
  unpaidInvoiceOf,
} from './ending/cancellation.ts'
import { endOlderPlans } from './ending/end-older-plans.ts'
import { cancelledMail } from './ending/mails.ts'
import { assignToCustomer } from './assign-subscription.ts'

/** Saves what a subscription looked like at a moment. The latest snapshot counts, but an end is final. */
export async function saveSnapshot(
  deps: PaymentDeps,
  db: Db,
  snapshot: Stripe.Subscription,
  at: Date,
): Promise<SubscriptionRow> {
  const existing = await lockSubscription(db, snapshot.id)
  const isOutdated = existing.seenAt !== null && at < existing.seenAt
  const isAmbiguous =
    existing.seenAt !== null &&
    +at === +existing.seenAt &&
    (existing.cancelsAtPeriodEnd !== endsWithPeriod(snapshot) ||
      existing.activeUntil?.getTime() !== activeUntilOf(snapshot)?.getTime())
  const latest = isAmbiguous
    ? await (await deps.payments.client()).subscriptions.retrieve(snapshot.id)
    : snapshot
  const saved = await upsertSubscription(db, snapshot.id, {
    customerId: idOf(snapshot.customer),
    createdAt: dateOf(snapshot.created),
    endedAt: existing.endedAt ?? endOf(snapshot) ?? endOf(latest),
    refundedInvoiceId: refundedInvoiceOf(snapshot) ?? refundedInvoiceOf(latest),
    unpaidInvoiceId: unpaidInvoiceOf(snapshot) ?? unpaidInvoiceOf(latest),
    ...(!isOutdated && {
      seenAt: at,
      cancelsAtPeriodEnd: endsWithPeriod(latest),
      activeUntil: activeUntilOf(latest),
    }),
  })
  const hasEnded = saved.endedAt !== null
  const isNews = hasEnded
    ? existing.endedAt === null
    : saved.cancelsAtPeriodEnd && !existing.cancelsAtPeriodEnd
  if (isNews && (hasEnded ? isEndedByCustomer : isCancelledByCustomer)(latest))
    await confirmCancellation(deps, db, saved)
  return saved
}

async function confirmCancellation(
  deps: PaymentDeps,
  db: Db,
  { ownerId, priceId, periodEnd, endedAt }: SubscriptionRow,
): Promise<void> {
  const buyer = await store.findBuyer(db, ownerId)
  const plan = priceId === null ? undefined : await findPlanByPrice(db, priceId)
  if (!buyer || !plan || !periodEnd) return
  const state = endedAt !== null ? 'ended' : periodEnd > deps.now() ? periodEnd : 'renewing'
  await deps.mail.queue(db, cancelledMail(deps, buyer, plan.name, state))
}

function endOf({ status, ended_at }: Stripe.Subscription): Date | null {
  const isOver = ['canceled', 'incomplete_expired', 'unpaid'].includes(status)
  return isOver && ended_at !== null ? dateOf(ended_at) : null
}

/** Stripe starts a period before it's paid for, and calls it active until a payment fails. */
function activeUntilOf({ status, items }: Stripe.Subscription): Date | null {
  const [item] = items.data
  return item ? dateOf(status === 'active' ? item.current_period_end : item.current_period_start) : null
}

function isRenewalPending({ endedAt, activeUntil, periodEnd }: SubscriptionRow): boolean {
  return endedAt === null && activeUntil !== null && periodEnd !== null && activeUntil > periodEnd
}

/**
 * Turns what we know about a subscription into access, as soon as we know enough: whose it is (from the checkout, or else
 * the customer) and what's paid until when (from an invoice). Called after every change, because events arrive in any order.
 * @param saved locked until the transaction ends.
 */
export async function syncSubscription(deps: PaymentDeps, db: Db, saved: SubscriptionRow): Promise<void> {
  const { id, customerId, priceId, periodStart, periodEnd, refundedInvoiceId } = saved
  const isRenewing = saved.endedAt === null && !saved.cancelsAtPeriodEnd
  // It may have been resumed in Stripe's portal, or by a change that was under way.
  if (isRenewing && (await store.isDisputed(db, id)))
    await deps.jobs.enqueue(db, cancelRenewal, { subscription: id }, { singletonKey: id })
  if (!customerId || !priceId || !periodStart || !periodEnd) return
  const subscription = saved.ownerId === null ? await assignToCustomer(deps, db, saved) : saved
  if (!subscription?.ownerId) return
  const { ownerId } = subscription
  const plan = await findPlanByPrice(db, priceId)
  if (!plan) return alertUnknownPrice(deps, db, { ownerId, subscription: id, price: priceId })
  const charge = await store.findCurrentCharge(db, subscription)
  const accessEndedAt = charge?.accessEndedAt ?? null
  // We ended it for a refund that has failed since, or a dispute that was won on appeal: the customer keeps what they paid for.
  const isOwed =
    accessEndedAt === null &&
    refundedInvoiceId !== null &&
    charge?.providerInvoiceId === refundedInvoiceId &&
    !(await isReplaced(db, subscription, charge))
  if (charge && isLate(charge, subscription))
    await deps.jobs.enqueue(db, refundLateBills, { subscription: id }, { singletonKey: id })
  const createdAt = subscription.createdAt ?? (await fetchCreatedAt(deps, db, id))
  const now = deps.now()
  await lockRunningMonths(deps, db, ownerId)
  await upsertRecurring(
    db,
    {
      ownerId,
      planId: plan.id,
      providerSubscriptionId: id,
      providerCustomerId: customerId,
      periodStart,
      periodEnd,
      cancelsAtPeriodEnd: subscription.cancelsAtPeriodEnd || isOwed,
      isRenewalPending: isRenewalPending(subscription),
      endedAt: isOwed ? null : (subscription.endedAt ?? accessEndedAt),
      createdAt,
    },
    now,
  )
  const running = await runningRecurring(db, ownerId, now)
  await refundMonthsCoveredByPlan(deps, db, ownerId, running)
  // A checkout or portal that was open when they were locked out still works.
  if (running.some((plan) => !plan.cancelsAtPeriodEnd) && (await store.isLockedOut(db, ownerId)))
    await deps.jobs.enqueue(db, cancelRenewals, { owner: ownerId })
  if (running.length > 1)
    await deps.jobs.enqueue(db, endOlderPlans, { owner: ownerId }, { singletonKey: ownerId })
}

/** Whether a bill was paid once its subscription had ended, or at the moment we ended it because of that bill. */
function isLate(
  { paidAt, providerInvoiceId }: store.PaymentRow,
  { endedAt, unpaidInvoiceId }: SubscriptionRow,
): boolean {
  if (endedAt === null || paidAt === null) return false
  return paidAt > endedAt || (unpaidInvoiceId !== null && providerInvoiceId === unpaidInvoiceId)
}

/** When Stripe created a subscription whose own events haven't arrived. */
async function fetchCreatedAt({ payments }: PaymentDeps, db: Db, id: string): Promise<Date> {
  const stripe = await payments.client()
  const createdAt = dateOf((await stripe.subscriptions.retrieve(id)).created)
  await upsertSubscription(db, id, { createdAt })
  return createdAt
}

/** Tells administrators that a customer pays for a subscription without getting access for it. */
async function alertUnknownPrice(
  deps: PaymentDeps,
  db: Db,
  { ownerId, subscription, price }: { ownerId: string; subscription: string; price: string },
): Promise<void> {
  const buyer = await store.findBuyer(db, ownerId)
  await raiseAlert(deps, db, {
    kind: 'unknownPrice',
    subject: subscription,
    user: ownerId,
    message: `${buyer?.email ?? 'A customer'} paid for ${subscription} but has no access: none of our plans has its price, ${price}. In Stripe’s Dashboard, change it to a plan’s price, or cancel it and refund them.`,
  })
}

/**
 * Whether its owner bought another plan after it had ended. Then its unused time was refunded, or returned as credit, or its
 * refund has failed: in each case it's paid another way.
 */
async function isReplaced(
  db: Db,
  { id, ownerId, endedAt }: SubscriptionRow,
  { providerIntentId, refundState }: store.PaymentRow,
): Promise<boolean> {
  if (ownerId === null || endedAt === null || providerIntentId === null) return false
  if (!(await hasLaterRecurring(db, ownerId, { besides: id, after: endedAt }))) return false
  return (
    refundState === 'failed' ||
    (await wasRefundedAfter(db, providerIntentId, endedAt)) ||
    (await hasReturnedCredit(db, id))
  )
}

/** Whether credit that paid for a subscription was returned other than with a refund: only another plan does that. */
async function hasReturnedCredit(db: Db, id: string): Promise<boolean> {
  const bills = await store.listPaidBills(db, id)
  return bills.some(
    ({ creditReturnedCents, creditReleasedCents }) => creditReturnedCents > creditReleasedCents,
  )
}
