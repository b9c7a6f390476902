import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { resolveAlert, wasRaised } from '../alerts/store.ts'
import type { PaymentDeps } from '../deps.ts'
import { findAccessLeft } from '../reversals/access-left.ts'
import { defineLastingJob } from '../jobs/lasting-job.ts'
import { type DisputeRow, findDispute, findLatestDispute } from '../reversals/store.ts'
import * as store from '../store.ts'
import { noteCorrections } from '../plans/unused-time/corrections.ts'
import { disputeNews } from './alert.ts'
import { findDisputedCredit, noCredit } from './disputed-credit.ts'
import { disputeMail, type Outcome } from './mails.ts'

/**
 * Tells administrators and the buyer about a dispute and the access that's left. Decisions are announced by a job,
 * because they ask Stripe about credit: if that fails, the decision must still count.
 * @param payment with the new state of the dispute, before its credit is settled.
 * @param refunds what we refund of months that were bought again, and what we owed before.
 */
export async function announceDispute(
  deps: PaymentDeps,
  db: Db,
  payment: store.PaymentRow,
  refunds: Pick<Outcome, 'owedCents' | 'returnedCents'>,
): Promise<void> {
  const { disputeState, disputedCents, creditTakenCents, providerSubscriptionId } = payment
  if (disputeState === null) return
  const dispute = await findLatestDispute(db, payment.providerIntentId!)
  const left = await findAccessLeft(db, payment, deps.now())
  if (disputeState === 'open') {
    const subject = `${dispute.id} ${disputeState}`
    return announce(deps, db, payment, { dispute, subject, left, credit: noCredit, ...refunds })
  }
  const bills = providerSubscriptionId === null ? [] : await store.listPaidBills(db, providerSubscriptionId)
  await deps.jobs.enqueue(db, announceDecision, {
    payment: payment.id,
    dispute: dispute.id,
    decidedAt: dispute.movedAt ?? deps.now(),
    decided: { disputeState: disputeState === 'won' ? 'won' : 'lost', disputedCents, creditTakenCents },
    bills: bills.flatMap(({ providerInvoiceId }) => providerInvoiceId ?? []),
    left,
    ...refunds,
  })
}

const date = z.coerce.date<Date | string>()

/**
 * Announces how a dispute was decided, once, even if the credit has been settled by then. Plan changes that cost less
 * because of it get their adjustment notes.
 */
export const announceDecision = defineLastingJob(
  'payments.announceDecision',
  z.object({
    payment: z.uuid(),
    dispute: z.string(),
    /** By Stripe's clock. */
    decidedAt: date,
    /** The payment at that time. */
    decided: z.object({
      disputeState: z.enum(['won', 'lost']),
      disputedCents: z.int(),
      creditTakenCents: z.int(),
    }),
    /** The invoices that we knew were paid: others get their notes when they're paid. */
    bills: z.array(z.string()),
    left: z.discriminatedUnion('state', [
      z.object({ state: z.enum(['stopped', 'over', 'replaced']) }),
      z.object({
        state: z.literal('running'),
        until: date,
        isPaidLater: z.boolean(),
        canResume: z.boolean(),
      }),
    ]),
    returnedCents: z.int(),
    /** Jobs of an earlier version have none. */
    owedCents: z.int().default(0),
  }),
  async (deps, { payment: id, dispute: disputeId, decidedAt, decided, bills, ...outcome }) => {
    const current = await store.findById(deps.db, id)
    const dispute = await findDispute(deps.db, disputeId)
    if (!current || !dispute) return
    const payment = { ...current, ...decided }
    // If it has been decided again, that decides about the credit, too.
    const isLatest = current.disputeState === decided.disputeState
    const credit = isLatest ? await findDisputedCredit(deps, payment, decidedAt) : noCredit
    const subject = `${disputeId} ${decided.disputeState} ${decidedAt.toISOString()}`
    await inTransaction(deps.db, async (db) => {
      if (await wasRaised(db, 'dispute', subject)) return
      // It's too late to send evidence.
      await resolveAlert(db, { kind: 'dispute', subject: `${disputeId} open` }, deps.now())
      if (credit.corrections) await noteCorrections(deps, db, credit.corrections, new Set(bills))
      await announce(deps, db, payment, { dispute, subject, credit, ...outcome })
    })
  },
  ({ payment, decided: { disputeState } }) => ({
    payment,
    what: `work out what it means for their credit that the dispute was ${disputeState}`,
    instead: 'They haven’t been told: check their credit, and write to them.',
  }),
)

async function announce(
  deps: PaymentDeps,
  db: Db,
  payment: store.PaymentRow,
  { dispute, subject, ...outcome }: Outcome & { dispute: DisputeRow; subject: string },
): Promise<void> {
  const message = disputeNews(payment, dispute, outcome)
  await raiseAlert(deps, db, { kind: 'dispute', subject, intent: payment.providerIntentId!, message })
  const buyer = await store.findBuyer(db, payment.ownerId)
  if (buyer) await deps.mail.queue(db, disputeMail(deps, buyer, payment, { dispute, ...outcome }))
}
