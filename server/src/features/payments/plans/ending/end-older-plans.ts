import type { Stripe } from 'stripe'
import { z } from 'zod'
import { endRecurring, runningRecurring } from '#features/subscriptions'
import { inTransaction } from '#platform/database/transaction.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { releaseCredit } from '../../customers/used-credit.ts'
import type { PaymentDeps } from '../../deps.ts'
import { issueNote } from '../../invoices/adjustment-notes/issue-note.ts'
import { olderPlanEndedMail } from './mails.ts'
import { defineLastingJob } from '../../jobs/lasting-job.ts'
import { findAttempt } from '../changes/change-attempt.ts'
import * as store from '../../store.ts'
import { type Attempt, refundOwed, tomorrow } from '../../refunds/owed/refund-owed.ts'
import { requestRefund } from '../../refunds/owed/refund-part.ts'
import { settleCredit } from '../../customers/settle-credit.ts'
import { ignoreMissing, typeOf } from '../../stripe.ts'
import { endedByRefund } from './cancellation.ts'
import { findUnusedValue } from '../unused-time/unused-value.ts'

/** After a second subscription, ends the older ones immediately and refunds their unused time. */
export const endOlderPlans = defineJob(
  'payments.endOlderPlans',
  z.object({ owner: z.uuid() }),
  async (deps, { owner }) => {
    const [, ...older] = await runningRecurring(deps.db, owner, deps.now())
    for (const plan of older) {
      const unused = await findUnusedValue(deps.db, plan, deps.now())
      const end = { subscription: plan.providerSubscriptionId, requestedAt: deps.now(), ...unused }
      await deps.jobs.enqueue(deps.db, endPlan, end, { singletonKey: end.subscription })
    }
  },
  { retries: 20, retryDelaySeconds: 30, policy: 'short' },
)

const part = z.object({ payment: z.uuid(), amountCents: z.int().min(1) })
type Part = z.infer<typeof part>
type Owed = Part & Attempt
const usedCredit = part.extend({ returnedCents: z.int().default(0) })
type UsedCredit = z.infer<typeof usedCredit>

/**
 * Ends a plan immediately and refunds a fixed amount. The amount comes with the job: once the plan has ended it can't
 * be worked out again, and a retry must ask for the same.
 */
export const endPlan = defineLastingJob(
  'payments.endPlan',
  z.object({
    subscription: z.string(),
    refunds: z.array(part).default([]),
    credits: z.array(usedCredit).default([]),
    /** The only refund and the only credit, in jobs that an earlier version enqueued. */
    credit: usedCredit.optional(),
    payment: z.uuid().optional(),
    amountCents: z.int().default(0),
    requestedAt: z.coerce.date<Date | string>().optional(),
    /** The payment whose money went back, so that the plan isn't paid for any more. */
    returned: z.uuid().optional(),
  }),
  async (deps, { subscription, returned: returnedId, ...end }) => {
    const credits = end.credit ? [end.credit] : end.credits
    const refunds =
      end.payment === undefined ? end.refunds : [{ payment: end.payment, amountCents: end.amountCents }]
    const stripe = await deps.payments.client()
    const returned = returnedId === undefined ? undefined : await store.findById(deps.db, returnedId)
    const reason = returned ? endedByRefund(returned.providerInvoiceId!) : {}
    await stripe.subscriptions.cancel(subscription, reason).catch(ignoreMissing)
    if (returned) await settleCredit(deps, stripe, returned.id)
    // A plan that an appeal gave back had already ended at Stripe, so no event follows.
    else await endRecurring(deps.db, subscription, deps.now())
    // First, because a refund of the whole payment returns all of its credit.
    let creditCents = 0
    for (const credit of credits) creditCents += await returnUsed(deps, credit)
    let refundedCents = 0
    const owed: Owed[] = []
    for (const [at, refund] of refunds.entries()) {
      const key = `older-plan-${subscription}${at > 0 ? `-${at}` : ''}`
      const attempt = { key, tries: 0, refusals: 0, requestedAt: end.requestedAt }
      const made = await refundUnused(deps, stripe, refund, attempt)
      if (typeof made === 'number') refundedCents += made
      else owed.push({ ...refund, ...attempt, ...made })
    }
    await inTransaction(deps.db, async (db) => {
      // Queued last: a run that fails before would refund them at the same time.
      for (const refund of owed) await requestRefund(deps, db, { ...refund, why: 'older' }, tomorrow())
      if (refundedCents + creditCents === 0) return
      const paid = await store.findById(db, (refunds[0] ?? credits[0])!.payment)
      const buyer = await store.findBuyer(db, paid?.ownerId ?? null)
      if (buyer && paid)
        await deps.mail.queue(db, olderPlanEndedMail(deps, buyer, paid, { refundedCents, creditCents }))
    })
  },
  ({ subscription, returned }) => ({
    subscription,
    what: `end ${subscription} at Stripe`,
    instead:
      returned === undefined
        ? 'In Stripe’s Dashboard, cancel it, check what was refunded first, and refund the rest of its unused time.'
        : 'In Stripe’s Dashboard, cancel it.',
  }),
  { policy: 'exclusive' },
)

/** @returns how much it refunded, in cents; 0 if another refund did. Or what must be tried tomorrow. */
async function refundUnused(
  deps: PaymentDeps,
  stripe: Stripe,
  { payment: id, amountCents: amount }: Part,
  attempt: Attempt,
): ReturnType<typeof refundOwed> {
  const payment = await store.findById(deps.db, id)
  if (!payment || amount < 1) return 0
  const { providerIntentId, providerInvoiceId } = payment
  // Which intent paid has its own event, which may arrive later.
  const intent = providerIntentId ?? (await findAttempt(stripe, providerInvoiceId))?.intent.id
  if (!intent) return 0
  try {
    return await refundOwed(deps, { payment_intent: intent, amount }, attempt)
  } catch (error) {
    // Refunded by an earlier job, at another moment's value.
    if (typeOf(error) !== 'StripeIdempotencyError') throw error
    return 0
  }
}

/** Returns credit that one of the plan's bills used, once. */
function returnUsed(
  deps: Pick<PaymentDeps, 'db' | 'jobs' | 'now'>,
  { payment: id, amountCents, returnedCents }: UsedCredit,
): Promise<number> {
  return inTransaction(deps.db, async (db) => {
    const payment = await store.lock(db, { id })
    // After an earlier run, more has been returned.
    if (payment?.creditReturnedCents !== returnedCents) return 0
    const back = await releaseCredit(deps, db, payment, Math.min(amountCents, payment.creditCents))
    if (!back) return 0
    const creditCents = back.amountCents
    await issueNote(deps, db, payment, { amountCents: creditCents, creditCents, reason: 'refund' })
    return creditCents
  })
}
