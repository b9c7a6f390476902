import { formatDay, lastDayOf, paymentRefusals } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { isLapsed, type Recurring, runningRecurring, unendedRecurring } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import type { PaymentDeps } from '../deps.ts'
import { isDisputed } from '../store.ts'
import { callStripe, idOf } from '../stripe.ts'

/**
 * The subscription that a user has now.
 * @throws Refusal `payments.noSubscription`.
 */
export async function requireRecurring(
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  { ownerId }: Scope,
): Promise<Recurring> {
  const [current] = await runningRecurring(db, ownerId, now())
  if (!current) throw new Refusal(paymentRefusals.noSubscription)
  return current
}

/**
 * The subscription that a user has now, unless Stripe has ended it.
 * @throws Refusal `payments.noSubscription`, `payments.planEnding`.
 */
export async function requireRenewable(
  deps: Pick<PaymentDeps, 'db' | 'now'>,
  scope: Scope,
): Promise<Recurring> {
  const current = await requireRecurring(deps, scope)
  const { message } = paymentRefusals.planEnding
  if (current.hasEndedAtStripe)
    throw new Refusal(paymentRefusals.planEnding, { message: `${message} ${fullAccessUntil(current)}` })
  return current
}

export function fullAccessUntil({ periodEnd }: Pick<Recurring, 'periodEnd'>): string {
  return `You have full access until ${formatDay(lastDayOf(periodEnd))}.`
}

/** Whether a user can have a cancelled subscription renew again. */
export async function canResume(
  db: Db,
  { hasEndedAtStripe, providerSubscriptionId }: Recurring,
): Promise<boolean> {
  return !hasEndedAtStripe && !(await isDisputed(db, providerSubscriptionId))
}

/** @throws Refusal `payments.planDisputed` while a bank decides on one of a subscription's payments. */
export async function refuseDisputed(
  { db }: Pick<PaymentDeps, 'db'>,
  { providerSubscriptionId }: Pick<Recurring, 'providerSubscriptionId'>,
): Promise<void> {
  if (await isDisputed(db, providerSubscriptionId)) throw new Refusal(paymentRefusals.planDisputed)
}

/** @throws Refusal `payments.renewalUnpaid` while Stripe charges the renewal: its period isn't worth anything yet. */
export async function refuseUnpaidRenewal(
  deps: Pick<PaymentDeps, 'payments'>,
  { latest_invoice }: Stripe.Subscription,
): Promise<void> {
  const id = idOf(latest_invoice)
  if (!id) return
  const { billing_reason, status } = await callStripe(deps, (stripe) => stripe.invoices.retrieve(id))
  if (billing_reason === 'subscription_cycle' && (status === 'draft' || status === 'open'))
    throw new Refusal(paymentRefusals.renewalUnpaid)
}

/**
 * The subscription that a user can cancel: the one they have, or else one whose renewal Stripe still tries to charge.
 * @throws Refusal `payments.noSubscription`.
 */
export async function requireCancellable(
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  { ownerId }: Scope,
): Promise<Recurring> {
  const [running] = await runningRecurring(db, ownerId, now())
  const current =
    running ?? (await unendedRecurring(db, ownerId)).find((subscription) => isLapsed(subscription, now()))
  if (!current) throw new Refusal(paymentRefusals.noSubscription)
  return current
}
