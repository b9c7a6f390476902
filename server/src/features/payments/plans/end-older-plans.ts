import { z } from 'zod'
import { type Recurring, runningRecurring } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { isMissing } from '#platform/payments/stripe-client.ts'
import { olderPlanEndedMail } from '../mails.ts'
import { unusedShare } from '../money.ts'
import * as store from '../store.ts'

/** Somebody who subscribed a second time keeps the newer plan; the older one ends at once and its unused rest is given back. */
export const endOlderPlans = defineJob(
  'payments.endOlderPlans',
  z.object({ owner: z.uuid() }),
  async (deps, { owner }) => {
    const [, ...older] = await runningRecurring(deps.db, owner, deps.now())
    for (const plan of older) {
      const end = { subscription: plan.providerSubscriptionId, ...(await unusedOf(deps, plan)) }
      await deps.jobs.enqueue(deps.db, endPlan, end, { singletonKey: end.subscription })
    }
  },
  { retries: 20, retryDelaySeconds: 30, policy: 'short' },
)

/** The last payment of a plan, and what of it is not used yet. */
async function unusedOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { providerSubscriptionId, periodStart: start, periodEnd: end }: Recurring,
): Promise<{ payment: string; amountCents: number } | undefined> {
  const last = await store.findLatestPaid(db, providerSubscriptionId)
  if (!last?.providerIntentId) return undefined
  const unusedCents = unusedShare(last.amountCents, { start, end }, now())
  return { payment: last.id, amountCents: Math.min(unusedCents, last.amountCents - last.refundedCents) }
}

/**
 * Ends one plan and gives an amount back that was settled before: once it has ended, nothing tells any more what was
 * owed, and a second attempt must ask for the same.
 */
export const endPlan = defineJob(
  'payments.endPlan',
  z.object({
    subscription: z.string(),
    payment: z.uuid().optional(),
    amountCents: z.int().default(0),
  }),
  async (deps, { subscription, payment: id, amountCents }) => {
    const stripe = await deps.payments.client()
    await stripe.subscriptions.cancel(subscription).catch((thrown: unknown) => {
      if (!isMissing(thrown)) throw thrown
    })
    const payment = id === undefined ? undefined : await store.findById(deps.db, id)
    if (!payment?.providerIntentId || amountCents < 1) return
    try {
      await stripe.refunds.create(
        { payment_intent: payment.providerIntentId, amount: amountCents },
        { idempotencyKey: `older-plan-${subscription}` },
      )
    } catch (thrown) {
      // It was ended twice, the second time a moment later: the first time counts. Or it was given back by hand.
      const { type, code } = thrown as { type?: unknown; code?: unknown }
      if (type === 'StripeIdempotencyError' || code === 'charge_already_refunded') return
      throw thrown
    }
    const buyer = payment.ownerId === null ? undefined : await store.findBuyer(deps.db, payment.ownerId)
    if (buyer) await deps.mail.queue(deps.db, olderPlanEndedMail(deps, buyer, payment.planName, amountCents))
  },
  { retries: 20, retryDelaySeconds: 30, policy: 'exclusive' },
)
