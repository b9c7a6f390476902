import type { Recurring } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { creditedCents, positiveCents, totalOf } from '../../invoices/lines.ts'
import { unusedCents } from '../../money.ts'
import * as store from '../../store.ts'
import { returnedCents, valueLeft } from './value-left.ts'

type Refund = { payment: string; amountCents: number }
/** What we return for a plan's unused time: refunds of its payments, and credit that its bills used. */
export type UnusedValue = { refunds: Refund[]; credits: UsedCredit[] }
/** `returnedCents` is how much of a payment's credit had been returned before. */
type UsedCredit = Refund & { returnedCents: number }

/**
 * Works out what the unused time of a plan is worth, by the plan's price: it doesn't matter whether a card, credit or the
 * unused time of an earlier plan paid for it, but what was refunded of that doesn't count. The latest payment is returned
 * first, and its credit before its card, because a refund of all that the card paid counts as a full one.
 */
export async function findUnusedValue(
  db: Db,
  { providerSubscriptionId: id, periodStart: start, periodEnd: end }: Recurring,
  now: Date,
): Promise<UnusedValue> {
  const bill = await store.findCurrentBill(db, id)
  if (!bill) return { refunds: [], credits: [] }
  const bills = await store.listPaidBills(db, id)
  const worthCents = valueLeft(
    bills.map((paid) => ({
      totalCents: totalOf(paid),
      creditedCents: creditedCents(paid),
      returnedCents: returnedCents(paid),
    })),
  )
  let leftCents = Math.min(worthCents, unusedCents(positiveCents(bill), { start, end }, now))
  const take = (cents: number) => {
    const taken = Math.max(0, Math.min(leftCents, cents))
    leftCents -= taken
    return taken
  }
  // A payment that a bank is deciding on isn't refunded until we've won.
  const refundable = ({ disputeState, amountCents, refundedCents }: store.PaymentRow) =>
    disputeState === 'lost' ? 0 : amountCents - refundedCents
  const value: UnusedValue = { refunds: [], credits: [] }
  for (const paid of [bill, ...bills.filter(({ id }) => id !== bill.id).toReversed()]) {
    const { id: payment, creditCents, creditReturnedCents: returnedCents } = paid
    const credit = { payment, amountCents: take(creditCents - returnedCents), returnedCents }
    if (credit.amountCents > 0) value.credits.push(credit)
    const refund = { payment, amountCents: take(refundable(paid)) }
    if (refund.amountCents > 0) value.refunds.push(refund)
  }
  return value
}
