import { formatCents, formatDay, lastDayOf, paymentRefusals } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { runningRecurring } from '#features/subscriptions'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import { showCredit } from '../../customers/credit.ts'
import type { PaymentDeps } from '../../deps.ts'
import { callStripe, isUnavailable, wasSent } from '../../stripe.ts'
import { lockSubscription } from '../../stripe-store.ts'
import { requestLookUp } from '../../webhook/missed-events/look-up-outcome.ts'
import { dropUnanswered } from '../changes/during-change.ts'
import { cancelSubscription, resumeParams } from './cancellation.ts'
import { fullAccessUntil, refuseDisputed, requireCancellable, requireRenewable } from '../current-plan.ts'
import { saveSnapshot, syncSubscription } from '../sync-subscription.ts'

/**
 * Cancels a subscription at the end of its period, or resumes it.
 * @throws Refusal `payments.planDisputed` if it can't be resumed yet, `payments.planEnding` if it never can,
 * `payments.cancellationUnknown` if Stripe may have done it without saying so.
 */
export async function cancelPlan(
  deps: PaymentDeps,
  scope: Scope,
  isCancelled: boolean,
): Promise<{ message: string }> {
  const current = await (isCancelled ? requireCancellable : requireRenewable)(deps, scope)
  const { providerSubscriptionId, periodEnd } = current
  // We don't charge customers who are disputing a payment.
  if (!isCancelled) await refuseDisputed(deps, current)
  // Taken before asking Stripe, so that a change made meanwhile, such as in another tab, still counts.
  const askedAt = new Date(Math.floor(deps.now().getTime() / 1000) * 1000)
  if (isCancelled) await dropUnanswered(deps, providerSubscriptionId)
  const snapshot = await changeAtStripe(deps, providerSubscriptionId, isCancelled)
  // Stripe's event will say the same, but the user shouldn't have to wait for it.
  const { cancelsAtPeriodEnd } = await inTransaction(deps.db, async (db) => {
    const { seenAt } = await lockSubscription(db, snapshot.id)
    // If events are newer and differ, Stripe is asked again.
    const saved = await saveSnapshot(deps, db, snapshot, seenAt && seenAt > askedAt ? seenAt : askedAt)
    await syncSubscription(deps, db, saved)
    return saved
  })
  if (snapshot.ended_at !== null)
    return { message: `${await describeEnd(deps, scope, snapshot.id)} You won’t be charged again.` }
  if (!cancelsAtPeriodEnd) return { message: 'Your plan will renew as usual.' }
  // A bank debit for the renewal may still go through.
  if (periodEnd <= deps.now())
    return {
      message: 'We won’t renew your plan again. A renewal payment that’s under way may still go through.',
    }
  const { creditCents } = await showCredit(deps, scope)
  const credit = creditCents > 0 ? ` Your ${formatCents(creditCents)} credit stays in your account.` : ''
  return {
    message: `Your plan ends on ${formatDay(lastDayOf(periodEnd))}. Until then you have full access.${credit}`,
  }
}

function changeAtStripe(deps: PaymentDeps, id: string, isCancelled: boolean): Promise<Stripe.Subscription> {
  let isAsked = false
  const ask = async () => (isAsked = true)
  return callStripe(deps, async (stripe) => {
    try {
      if (isCancelled) return await cancelSubscription(stripe, id, 'customer', ask)
      const subscription = await stripe.subscriptions.retrieve(id)
      // It ended at Stripe, but the event hasn't arrived.
      if (subscription.ended_at !== null) return subscription
      await ask()
      return await stripe.subscriptions.update(id, resumeParams(subscription))
    } catch (error) {
      if (!isAsked || !isUnavailable(error) || !wasSent(error)) throw error
      await requestLookUp(deps)
      throw new Refusal(paymentRefusals.cancellationUnknown)
    }
  })
}

/** What's left of a plan that has ended at Stripe: we may still owe what was paid for. */
async function describeEnd(
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  { ownerId }: Scope,
  id: string,
): Promise<string> {
  const running = await runningRecurring(db, ownerId, now())
  const owed = running.find(({ providerSubscriptionId }) => providerSubscriptionId === id)
  return owed ? `Your plan won’t renew. ${fullAccessUntil(owed)}` : 'Your plan has ended.'
}
