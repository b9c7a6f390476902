import {
  endAccessOf,
  listMonthsEndedAt,
  type Recurring,
  runningMonths,
  runningRecurring,
} from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { closeForm } from '../../months/closing/close-payment.ts'
import { releaseMonths } from '../../months/store.ts'
import type { PaymentDeps } from '../../deps.ts'
import { unusedCents } from '../../money.ts'
import * as store from '../../store.ts'
import { returnUnused } from './return-unused.ts'
import { olderPlanEndedMail } from '../ending/mails.ts'

/** Locks the payments of a user's purchased months, before anything that changes the user's access, as payments do. */
export async function lockRunningMonths({ now }: PaymentDeps, db: Db, ownerId: string): Promise<void> {
  await lockPayments(db, await runningMonths(db, ownerId, now()))
}

/**
 * Ends a user's purchased months if one of their renewing subscriptions covers them, refunds what's unused, and emails
 * the user. Closes an open card form for more months.
 * @param plans the user's running subscriptions.
 */
export async function refundMonthsCoveredByPlan(
  deps: PaymentDeps,
  db: Db,
  ownerId: string,
  plans: readonly Recurring[],
): Promise<void> {
  const ended = await endCoveredMonths(deps, db, ownerId, plans)
  const buyer = ended.length > 0 ? await store.findBuyer(db, ownerId) : undefined
  for (const { payment, ...returned } of ended)
    if (buyer && returned.refundedCents + returned.creditCents > 0)
      await deps.mail.queue(db, olderPlanEndedMail(deps, buyer, payment, returned))
}

/** The same without an email: the one about the dispute we've won says it. @returns the cents refunded. */
export async function refundReopenedMonths(deps: PaymentDeps, db: Db, ownerId: string): Promise<number> {
  const running = await runningRecurring(db, ownerId, deps.now())
  const ended = await endCoveredMonths(deps, db, ownerId, running)
  return ended.reduce((sum, { refundedCents, creditCents }) => sum + refundedCents + creditCents, 0)
}

/** @returns what's given back of each payment. */
async function endCoveredMonths(
  deps: PaymentDeps,
  db: Db,
  ownerId: string,
  plans: readonly Recurring[],
): Promise<{ payment: store.PaymentRow; refundedCents: number; creditCents: number }[]> {
  const now = deps.now()
  if (!plans.some(({ cancelsAtPeriodEnd, periodEnd }) => !cancelsAtPeriodEnd && periodEnd > now)) return []
  // A month that began while a cancelled plan was still running has added nothing.
  const coveredSince = new Date(Math.min(+now, ...plans.map(({ createdAt }) => +createdAt)))
  const unpaid = await store.findLive(db, ownerId)
  if (unpaid) await deps.jobs.enqueue(db, closeForm, { payment: unpaid.id })
  const months = await runningMonths(db, ownerId, now)
  const ended = []
  for (const payment of await lockPayments(db, months)) {
    const { id } = payment
    const its = months.filter(({ paymentId }) => paymentId === id)
    const unused = unusedOf(payment, its, coveredSince)
    await endAccessOf(db, id, now)
    await releaseMonths(db, id)
    ended.push({ payment, ...(await returnUnused(deps, db, payment, unused, 'covered')) })
  }
  return ended
}

/**
 * Gives back what months cost that their owner bought again after a dispute had ended them, once we've won it.
 * @param endedAt when the dispute ended them. Those that are still free have been reopened.
 * @returns how much, in cents.
 */
export async function refundMonthsBoughtAgain(
  deps: PaymentDeps,
  db: Db,
  id: string,
  endedAt: Date,
): Promise<number> {
  const boughtAgain = await listMonthsEndedAt(db, id, endedAt)
  const payment = await store.lock(db, { id })
  if (!payment || boughtAgain.length === 0) return 0
  const owedCents = unusedOf(payment, boughtAgain, endedAt)
  const { refundedCents, creditCents } = await returnUnused(deps, db, payment, owedCents, 'boughtAgain')
  return refundedCents + creditCents
}

/** What months of a payment were worth at a moment, in cents. */
function unusedOf(
  { amountCents, creditCents, months: { length } }: store.PaymentRow,
  months: readonly { periodStart: Date; periodEnd: Date }[],
  at: Date,
): number {
  const priceCents = (amountCents + creditCents) / length
  return months
    .map(({ periodStart: start, periodEnd: end }) => unusedCents(priceCents, { start, end }, at))
    .reduce((sum, cents) => sum + cents, 0)
}

/** In a fixed order, so that two transactions can't deadlock. */
async function lockPayments(
  db: Db,
  months: Awaited<ReturnType<typeof runningMonths>>,
): Promise<store.PaymentRow[]> {
  const locked: store.PaymentRow[] = []
  for (const id of [...new Set(months.map(({ paymentId }) => paymentId))].toSorted()) {
    const payment = await store.lock(db, { id })
    if (payment) locked.push(payment)
  }
  return locked
}
