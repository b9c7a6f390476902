/** A paid bill of a subscription, in cents. */
type PaidBill = {
  invoice: string
  /** Its total; negative if it left credit. */
  totalCents: number
  /** What was charged for it; credit paid for the rest. */
  chargedCents: number
  /** For unused time of the plan before. */
  creditedCents: number
}
/** Money that pays for the current plan. `invoice` is null for credit. */
type Part = { invoice: string | null; cents: number }

/**
 * Works out how much of each charge became credit because a cheaper plan replaced what it had paid for. The latest charge
 * pays for the plan that continues, so the oldest money becomes credit first.
 * @param bills the oldest first.
 * @returns cents by invoice.
 */
export function findBecameCredit(bills: readonly PaidBill[]): Map<string, number> {
  const became = new Map<string, number>()
  let plan: Part[] = []
  for (const { invoice, totalCents, chargedCents, creditedCents } of bills) {
    // A renewal starts again; a change takes over what's left, which the latest money paid for.
    const usedCents = sumOf(plan) - creditedCents
    const unused = skip(plan, usedCents)
    const kept = skip(unused, -totalCents)
    for (const part of first(unused, -totalCents))
      if (part.invoice !== null) became.set(part.invoice, (became.get(part.invoice) ?? 0) + part.cents)
    const used = { invoice: null, cents: Math.max(0, totalCents) - chargedCents }
    plan = [...kept, used, { invoice, cents: chargedCents }].filter(({ cents }) => cents > 0)
  }
  return became
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
