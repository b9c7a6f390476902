/** The least a card can be charged. */
export const MIN_CHARGE_CENTS = 50

/** How much credit pays for a price: all of it, or so much that a card can be charged the rest. */
export function creditFor(priceCents: number, availableCents: number): number {
  if (availableCents >= priceCents) return priceCents
  return Math.max(0, Math.min(availableCents, priceCents - MIN_CHARGE_CENTS))
}
