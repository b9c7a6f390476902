import type { Stripe } from 'stripe'

/**
 * Whether a plan ends with its period. The provider says so in two ways: a plan that was cancelled in its portal has
 * a moment at which it ends, and is not marked otherwise.
 */
export function endsWithPeriod({ cancel_at_period_end, cancel_at, items }: Stripe.Subscription): boolean {
  const periodEnd = items.data[0]?.current_period_end
  return cancel_at_period_end || (cancel_at !== null && periodEnd !== undefined && cancel_at <= periodEnd)
}

/** Takes the end of a plan back, whichever way it was set. */
export function withoutEnd({
  cancel_at_period_end,
  cancel_at,
}: Stripe.Subscription): Pick<Stripe.SubscriptionUpdateParams, 'cancel_at' | 'cancel_at_period_end'> {
  return cancel_at !== null && !cancel_at_period_end ? { cancel_at: '' } : { cancel_at_period_end: false }
}

/** A renewal that failed is tried again for days, for a period that has begun: only an end at once stops that. */
const owing: Stripe.Subscription.Status[] = ['past_due', 'unpaid', 'incomplete']

/** Lets a plan end with what is paid. */
export async function letEnd({ subscriptions }: Stripe, id: string): Promise<Stripe.Subscription> {
  const plan = await subscriptions.retrieve(id)
  if (plan.ended_at !== null) return plan
  if (owing.includes(plan.status)) return subscriptions.cancel(id)
  if (endsWithPeriod(plan)) return plan
  return subscriptions.update(id, { cancel_at_period_end: true })
}
