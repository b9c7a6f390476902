import { endAccessOf, type Recurring, runningMonths } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { olderPlanEndedMail } from '../mails.ts'
import { unusedShare } from '../money.ts'
import { refundPart } from './refund-part.ts'
import { releaseMonths } from '../checkout/months-store.ts'
import * as store from '../store.ts'

type Needs = Pick<Deps, 'config' | 'jobs' | 'mail' | 'now' | 'publicUrl'>

/** A plan that renews, and is paid, covers every month: whoever has one pays for no other. */
export function coversMonths({ cancelsAtPeriodEnd, periodEnd }: Recurring, now: Date): boolean {
  return !cancelsAtPeriodEnd && periodEnd > now
}

/** Ends the months that somebody has bought beside a plan which covers them, and gives back what is unused of them. */
export async function giveBackMonths(deps: Needs, db: Db, ownerId: string): Promise<void> {
  const at = deps.now()
  const months = await runningMonths(db, ownerId, at)
  const ids = new Set(months.map(({ paymentId }) => paymentId))
  for (const id of [...ids].toSorted()) {
    const payment = await store.lock(db, { id })
    if (!payment) continue
    const priceCents = payment.amountCents / payment.months.length
    const unusedCents = months
      .filter(({ paymentId }) => paymentId === id)
      .reduce(
        (sum, { periodStart: start, periodEnd: end }) => sum + unusedShare(priceCents, { start, end }, at),
        0,
      )
    const amountCents = Math.min(unusedCents, payment.amountCents - payment.refundedCents)
    await endAccessOf(db, id, at)
    await releaseMonths(db, id)
    if (amountCents < 1) continue
    await deps.jobs.enqueue(db, refundPart, { payment: id, amountCents, why: 'covered' })
    const buyer = await store.findBuyer(db, ownerId)
    if (buyer) await deps.mail.queue(db, olderPlanEndedMail(deps, buyer, payment.planName, amountCents))
  }
}
