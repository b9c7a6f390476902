/** The least a card can be charged. */
export const MIN_CHARGE_CENTS = 50

/** How much credit to use for a price: enough for all of it, or less, so that a card can be charged the rest. */
export function creditFor(priceCents: number, availableCents: number): number {
  if (availableCents >= priceCents) return priceCents
  return Math.max(0, Math.min(availableCents, priceCents - MIN_CHARGE_CENTS))
}
