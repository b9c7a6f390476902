import type { Recurring } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { creditedCents, positiveCents, totalOf } from '../invoices/lines.ts'
import { unusedCents } from '../money.ts'
import * as store from '../store.ts'
import { returnedCents, valueLeft } from './value-left.ts'

type Refund = { payment: string; amountCents: number }
/** What we return for a plan's unused time: refunds of its payments, and the credit that its latest bill used. */
export type UnusedValue = { refunds: Refund[]; credit?: Refund }

/**
 * Works out what the unused time of a plan is worth, by the plan's price: it doesn't matter whether a card, credit or the
 * unused time of an earlier plan paid for it, but what was refunded of that doesn't count. The latest payment is returned
 * first.
 */
export async function findUnusedValue(
  db: Db,
  { providerSubscriptionId: id, periodStart: start, periodEnd: end }: Recurring,
  now: Date,
): Promise<UnusedValue> {
  const bill = await store.findCurrentBill(db, id)
  if (!bill) return { refunds: [] }
  const bills = await store.listPaidBills(db, id)
  const value = valueLeft(
    bills.map((paid) => ({
      totalCents: totalOf(paid),
      creditedCents: creditedCents(paid),
      returnedCents: returnedCents(paid),
    })),
  )
  let leftCents = Math.min(value, unusedCents(positiveCents(bill), { start, end }, now))
  const take = (cents: number) => {
    const taken = Math.max(0, Math.min(leftCents, cents))
    leftCents -= taken
    return taken
  }
  // The refund of one that a bank is deciding on waits until we've won.
  const refundable = ({ disputeState, amountCents, refundedCents }: store.PaymentRow) =>
    disputeState === 'lost' ? 0 : amountCents - refundedCents
  const own = { payment: bill.id, amountCents: take(refundable(bill)) }
  const credit = { payment: bill.id, amountCents: take(bill.creditCents - bill.creditReturnedCents) }
  const earlier = bills
    .toReversed()
    .filter((payment) => payment.id !== bill.id && payment.providerIntentId !== null)
    .map((payment) => ({ payment: payment.id, amountCents: take(refundable(payment)) }))
  const refunds = [own, ...earlier].filter(({ amountCents }) => amountCents > 0)
  return { refunds, ...(credit.amountCents > 0 && { credit }) }
}
