import { z } from 'zod'
import { endAccessOf, type Recurring, runningMonths } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { releaseMonths } from '../checkout/months-store.ts'
import type { PaymentDeps } from '../deps.ts'
import { unusedCents } from '../money.ts'
import * as store from '../store.ts'
import { codeOf } from '../stripe.ts'
import { olderPlanEndedMail } from './mails.ts'

/** Refunds part of a payment: months that couldn't be granted, or that a subscription covers. */
export const refundPart = defineJob(
  'payments.refundUngranted',
  z.object({
    payment: z.uuid(),
    amountCents: z.int().min(1),
    why: z.enum(['ungranted', 'covered']).default('ungranted'),
  }),
  async ({ db, payments }, { payment: id, amountCents: amount, why }) => {
    const payment = await store.findById(db, id)
    if (!payment?.providerIntentId) return
    const stripe = await payments.client()
    await stripe.refunds
      .create(
        { payment_intent: payment.providerIntentId, amount, reason: 'duplicate' },
        { idempotencyKey: `${why}-${id}` },
      )
      .catch((error: unknown) => {
        // An administrator refunded it first.
        if (codeOf(error) !== 'charge_already_refunded') throw error
      })
  },
  { retries: 20, retryDelaySeconds: 60 },
)

/**
 * Ends a user's purchased months if one of their subscriptions renews and so covers them, and refunds the unused part.
 * @param plans the user's running subscriptions.
 */
export async function refundMonthsCoveredByPlan(
  deps: PaymentDeps,
  db: Db,
  ownerId: string,
  plans: readonly Recurring[],
): Promise<void> {
  const now = deps.now()
  if (!plans.some(({ cancelsAtPeriodEnd, periodEnd }) => !cancelsAtPeriodEnd && periodEnd > now)) return
  const months = await runningMonths(db, ownerId, now)
  const paymentIds = new Set(months.map(({ paymentId }) => paymentId))
  // In a fixed order, so that two transactions can't deadlock.
  for (const id of [...paymentIds].toSorted()) {
    const payment = await store.lock(db, { id })
    if (!payment) continue
    const priceCents = payment.amountCents / payment.months.length
    const unused = months
      .filter(({ paymentId }) => paymentId === id)
      .map(({ periodStart: start, periodEnd: end }) => unusedCents(priceCents, { start, end }, now))
      .reduce((sum, cents) => sum + cents, 0)
    const amountCents = Math.min(unused, payment.amountCents - payment.refundedCents)
    await endAccessOf(db, id, now)
    await releaseMonths(db, id)
    if (amountCents < 1) continue
    await deps.jobs.enqueue(db, refundPart, { payment: id, amountCents, why: 'covered' })
    const buyer = await store.findBuyer(db, ownerId)
    if (buyer) await deps.mail.queue(db, olderPlanEndedMail(deps, buyer, payment.planName, amountCents))
  }
}
