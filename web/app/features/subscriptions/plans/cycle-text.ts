import type { PlanCard } from '@docketbox/contract/subscriptions/endpoints'

/** `monthly` or `every 6 months`, to follow a price; `for 30 days` for the trial. */
export function cycleText({ cycleLabel, months, priceCents }: PlanCard): string {
  if (priceCents === 0) return `for ${cycleLabel}`
  return months === 1 || months === 3 ? cycleLabel.toLowerCase() : `every ${months} months`
}
