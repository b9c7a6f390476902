/** A paid bill of a subscription, in cents. */
export type PaidBill = {
  invoice: string
  /** Its total; negative if it left credit. */
  totalCents: number
  /** The amount that was charged; credit paid for the rest. */
  chargedCents: number
  /** For unused time of the plan before. */
  creditedCents: number
  /** Amounts of earlier charges that it didn't credit, because banks had taken them back, by invoice. */
  lostCents?: Record<string, number>
  /** Whether it was refunded: that returns what it had used of earlier charges. */
  isReturned?: boolean
}
/** The parts of a charge that a refund would pay twice, in cents. */
export type Traced = {
  /** Went to the customer's credit, because a cheaper plan replaced what it had paid for. */
  movedToBalanceCents: number
  /** Pays for the current plan, which a later bill started. */
  paysCurrentPlanCents: number
  /** Went back to the customer's credit, of the credit that paid the rest of its bill. */
  returnedByPlanChangesCents: number
}
export const untraced: Traced = {
  movedToBalanceCents: 0,
  paysCurrentPlanCents: 0,
  returnedByPlanChangesCents: 0,
}

/** Money that pays for the current plan, and the bill that it paid. */
type Part = { invoice: string; cents: number; isCredit?: boolean; paysCurrentPlan?: boolean }

/**
 * Works out where the money of each charge went. The latest charge pays for the plan that continues, so the oldest money
 * is used first, and becomes credit first. A renewal starts again: what paid for the month before has been used.
 * @param bills the oldest first.
 * @returns by invoice; those whose money was only used aren't in it.
 */
export function traceCharges(bills: readonly PaidBill[]): Map<string, Traced> {
  const traced = new Map<string, Traced>()
  const add = ({ invoice, cents }: Part, name: keyof Traced) => {
    const before = traced.get(invoice) ?? untraced
    traced.set(invoice, { ...before, [name]: before[name] + cents })
  }
  let plan: Part[] = []
  for (const { invoice, totalCents, chargedCents, creditedCents, lostCents, isReturned = false } of bills) {
    const paid = plan.map((part) => ({
      ...part,
      cents: Math.max(0, part.cents - (part.isCredit ? 0 : (lostCents?.[part.invoice] ?? 0))),
    }))
    // A renewal starts again; a change takes over what's left, which the latest money paid for.
    const unused = skip(paid, sumOf(paid) - creditedCents)
    for (const part of first(unused, -totalCents))
      add(part, part.isCredit ? 'returnedByPlanChangesCents' : 'movedToBalanceCents')
    const kept = skip(unused, -totalCents).map((part) => ({
      ...part,
      paysCurrentPlan: part.paysCurrentPlan === true || !isReturned,
    }))
    const used = { invoice, cents: Math.max(0, totalCents) - chargedCents, isCredit: true }
    plan = [...kept, used, { invoice, cents: chargedCents }].filter(({ cents }) => cents > 0)
  }
  for (const part of plan) if (part.paysCurrentPlan && !part.isCredit) add(part, 'paysCurrentPlanCents')
  return traced
}

/** The parts after the first `cents`. */
function skip(parts: readonly Part[], cents: number): Part[] {
  let leftCents = Math.max(0, cents)
  return parts.flatMap((part) => {
    const skipped = Math.min(leftCents, part.cents)
    leftCents -= skipped
    return skipped < part.cents ? [{ ...part, cents: part.cents - skipped }] : []
  })
}

/** The parts that make up the first `cents`. */
function first(parts: readonly Part[], cents: number): Part[] {
  let leftCents = Math.max(0, cents)
  return parts.flatMap((part) => {
    const taken = Math.min(leftCents, part.cents)
    leftCents -= taken
    return taken > 0 ? [{ ...part, cents: taken }] : []
  })
}

function sumOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { cents }) => sum + cents, 0)
}
