import type { PaymentRow } from '../../store.ts'

/** A paid bill of a subscription, in cents. */
export type Bill = {
  /** Its total; negative if it left credit. */
  totalCents: number
  /** For unused time of the plan before. */
  creditedCents: number
  /** What was refunded of it or taken back. */
  returnedCents: number
}

/**
 * What's left of the money that paid for a subscription's current plan, in cents.
 * @param bills the oldest first.
 */
export function valueLeft(bills: readonly Bill[]): number {
  return bills.reduce(
    // A plan change takes over what's left of the plan before; a renewal starts again.
    (left, bill) => Math.max(0, Math.min(left, bill.creditedCents) + bill.totalCents - bill.returnedCents),
    0,
  )
}

/** A bill, and what would have been returned of it if we hadn't lost a dispute about it. */
export type DisputedBill = Bill & { invoice: string; returnedIfWonCents?: number }

/**
 * How much of the unused time that Stripe would credit was already returned, in cents.
 * @param bills the oldest first.
 * @returns in `lost`, how much of that is due to each dispute that we lost, by invoice: we may still win an appeal.
 */
export function alreadyReturned(
  bills: readonly DisputedBill[],
  unusedCents: number,
): { cents: number; lost: Record<string, number> } {
  const missing = (bills: readonly Bill[]) => Math.max(0, unusedCents - valueLeft(bills))
  const cents = missing(bills)
  const lost: Record<string, number> = {}
  let ifWon = [...bills]
  let leftCents = cents
  for (const [at, bill] of bills.entries()) {
    if (bill.returnedIfWonCents === undefined) continue
    const withThis = ifWon.with(at, { ...bill, returnedCents: bill.returnedIfWonCents })
    const missingCents = missing(withThis)
    if (missingCents >= leftCents) continue
    lost[bill.invoice] = leftCents - missingCents
    leftCents = missingCents
    ifWon = withThis
  }
  return { cents, lost }
}

/**
 * What was returned of a bill, other than credit that was refunded or taken back: that had left the plan before. We may
 * still win what a bank is deciding on.
 */
export function returnedCents(payment: PaymentRow): number {
  const { amountCents, refundedCents, creditRefundedCents, creditReturnedCents, disputeState } = payment
  const backCents = disputeState === 'lost' ? amountCents : refundedCents - creditRefundedCents
  return Math.max(0, backCents - payment.creditTakenCents) + creditReturnedCents
}
