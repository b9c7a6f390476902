import { z } from 'zod'
import { type Recurring, runningRecurring } from '#features/subscriptions'
import type { Deps } from '#platform/deps'
import { defineJob } from '#platform/jobs'
import { queueMail } from '#platform/mail'
import { isMissing } from '#platform/payments'
import { olderPlanEndedMail } from './mails.ts'
import { unusedShare } from './money.ts'
import * as store from './store.ts'

/** Somebody who subscribed a second time keeps the newer plan; the older one ends at once and its unused rest is given back. */
export const endOlderPlans = defineJob(
  'payments.endOlderPlans',
  z.object({ owner: z.uuid() }),
  async (deps, { owner }) => {
    const [, ...older] = await runningRecurring(deps.db, owner, deps.now())
    for (const plan of older) await endNow(deps, plan)
  },
  { retries: 20, retryDelaySeconds: 30, policy: 'short' },
)

async function endNow(deps: Deps, plan: Recurring): Promise<void> {
  const stripe = await deps.payments.client()
  await stripe.subscriptions.cancel(plan.providerSubscriptionId).catch((thrown: unknown) => {
    if (!isMissing(thrown)) throw thrown
  })
  const last = await store.findLatestPaid(deps.db, plan.providerSubscriptionId)
  if (!last?.providerIntentId) return
  const period = { start: plan.periodStart, end: plan.periodEnd }
  const backCents = Math.min(
    unusedShare(last.amountCents, period, deps.now()),
    last.amountCents - last.refundedCents,
  )
  if (backCents < 1) return
  const refund = await stripe.refunds.create(
    { payment_intent: last.providerIntentId, amount: backCents },
    { idempotencyKey: `older-plan-${plan.providerSubscriptionId}` },
  )
  const buyer = await store.findBuyer(deps.db, plan.ownerId)
  if (buyer) await queueMail(deps, deps.db, olderPlanEndedMail(deps, buyer, last.planName, refund.amount))
}
