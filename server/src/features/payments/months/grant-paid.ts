import { fullName } from '@docketbox/contract/core/people/full-name'
import { insertAccessPeriod, isLapsed, runningRecurring, unendedRecurring } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import type { PaymentDeps } from '../deps.ts'
import { sendInvoice } from '../invoices/send-invoice.ts'
import { monthFrom } from './calendar.ts'
import { refundWhole } from '../refunds/owed/refund-whole.ts'
import { endUnpaidPlan } from '../plans/subscribing/close-checkouts.ts'
import { returnUnused } from '../plans/unused-time/return-unused.ts'
import { refundMonthsCoveredByPlan } from '../plans/unused-time/months.ts'
import * as store from '../store.ts'
import { reserveMonths } from './store.ts'

/**
 * Marks a payment of months as paid and grants them, in one transaction. Without a user to grant them to, refunds it.
 * @param payment locked until the transaction ends.
 */
export async function grantPaid(
  deps: PaymentDeps,
  db: Db,
  { id, ownerId }: store.PaymentRow,
  paid: { paidAt: Date; providerIntentId?: string },
): Promise<void> {
  const buyer = await store.findBuyer(db, ownerId)
  const payment = await store.markPaid(db, id, {
    ...paid,
    updatedAt: deps.now(),
    ...(buyer && {
      buyerName: fullName(buyer),
      buyerEmail: buyer.email,
      receiptMailedAt: deps.now(),
    }),
  })
  if (!buyer) {
    // The account was deleted meanwhile.
    const intent = payment.providerIntentId
    if (intent !== null) await deps.jobs.enqueue(db, refundWhole, { intent })
    return
  }
  await grantMonths(deps, db, payment, buyer.id)
  await deps.jobs.enqueue(db, sendInvoice, { payment: id })
  const running = await runningRecurring(db, buyer.id, deps.now())
  await refundMonthsCoveredByPlan(deps, db, buyer.id, running)
  await endUnpaidPlans(deps, db, buyer.id)
}

/** Otherwise Stripe might charge a renewal for days that the months cover. */
async function endUnpaidPlans({ jobs, now }: PaymentDeps, db: Db, ownerId: string): Promise<void> {
  const unpaid = (await unendedRecurring(db, ownerId)).filter((plan) => isLapsed(plan, now()))
  for (const { providerSubscriptionId: subscription } of unpaid)
    await jobs.enqueue(db, endUnpaidPlan, { subscription }, { singletonKey: subscription })
}

async function grantMonths(
  deps: PaymentDeps,
  db: Db,
  payment: store.PaymentRow,
  ownerId: string,
): Promise<void> {
  const { id: paymentId, planId, months, amountCents, creditCents } = payment
  const at = deps.now()
  const paidAt = payment.paidAt!
  // A card form can be left open past the end of a month.
  const current = months.filter((month) => monthFrom(month).end > at)
  const reserved = await reserveMonths(db, ownerId, paymentId, current)
  const granted = await Promise.all(
    reserved.map((month) => {
      const { start: periodStart, end: periodEnd } = monthFrom(month)
      const period = { kind: 'month', planId: planId!, month, periodStart, periodEnd, createdAt: paidAt }
      return insertAccessPeriod(db, { ownerId, paymentId, ...period }, at)
    }),
  )
  const missing = months.length - granted.filter(Boolean).length
  if (missing === 0) return
  deps.log.error({ payment: paymentId, missing }, 'paid months were taken or over and are refunded')
  const owedCents = Math.round(((amountCents + creditCents) * missing) / months.length)
  await returnUnused(deps, db, payment, owedCents, 'ungranted')
}
