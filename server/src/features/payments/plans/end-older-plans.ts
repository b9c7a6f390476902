import { z } from 'zod'
import { type Recurring, runningRecurring } from '#features/subscriptions'
import { defineJob } from '#platform/jobs/jobs.ts'
import type { PaymentDeps } from '../deps.ts'
import { olderPlanEndedMail } from '../refunds/mails.ts'
import { unusedCents } from '../money.ts'
import * as store from '../store.ts'
import { takeBackCredit } from '../refunds/credit.ts'
import { ignoreMissing, ignoreReturned, typeOf } from '../stripe.ts'
import { endedByRefund } from './cancellation.ts'

/** After a second subscription, ends the older ones immediately and refunds their unused time. */
export const endOlderPlans = defineJob(
  'payments.endOlderPlans',
  z.object({ owner: z.uuid() }),
  async (deps, { owner }) => {
    const [, ...older] = await runningRecurring(deps.db, owner, deps.now())
    for (const plan of older) {
      const end = { subscription: plan.providerSubscriptionId, ...(await unusedPayment(deps, plan)) }
      await deps.jobs.enqueue(deps.db, endPlan, end, { singletonKey: end.subscription })
    }
  },
  { retries: 20, retryDelaySeconds: 30, policy: 'short' },
)

async function unusedPayment(
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  { providerSubscriptionId: id, periodStart: start, periodEnd: end }: Recurring,
): Promise<{ payment: string; amountCents: number } | undefined> {
  const latest = await store.findCurrentCharge(db, { id, invoiceId: null })
  if (!latest?.providerIntentId) return undefined
  const { id: payment, amountCents, refundedCents } = latest
  const unused = unusedCents(amountCents, { start, end }, now())
  return { payment, amountCents: Math.min(unused, amountCents - refundedCents) }
}

/**
 * Ends a plan immediately and refunds a fixed amount. The amount comes with the job: once the plan has ended it can't
 * be worked out again, and a retry must ask for the same.
 */
export const endPlan = defineJob(
  'payments.endPlan',
  z.object({
    subscription: z.string(),
    payment: z.uuid().optional(),
    amountCents: z.int().default(0),
    /** The payment whose money went back, so that the plan isn't paid for any more. */
    returned: z.uuid().optional(),
  }),
  async (deps, { subscription, payment: id, amountCents, returned: returnedId }) => {
    const stripe = await deps.payments.client()
    const returned = returnedId === undefined ? undefined : await store.findById(deps.db, returnedId)
    const reason = returned ? endedByRefund(returned.providerInvoiceId!) : {}
    await stripe.subscriptions.cancel(subscription, reason).catch(ignoreMissing)
    if (returned) await takeBackCredit(deps.db, stripe, returned)
    const payment = id === undefined ? undefined : await store.findById(deps.db, id)
    if (!payment?.providerIntentId || amountCents < 1) return
    try {
      await stripe.refunds.create(
        { payment_intent: payment.providerIntentId, amount: amountCents },
        { idempotencyKey: `older-plan-${subscription}` },
      )
    } catch (error) {
      // An earlier run refunded a moment before.
      if (typeOf(error) !== 'StripeIdempotencyError') ignoreReturned(error)
      return
    }
    const buyer = await store.findBuyer(deps.db, payment.ownerId)
    if (buyer)
      await deps.mail.queue(
        deps.db,
        olderPlanEndedMail(deps, buyer, payment.planName, { refundedCents: amountCents, creditCents: 0 }),
      )
  },
  { retries: 20, retryDelaySeconds: 30, policy: 'exclusive' },
)
