import type Stripe from 'stripe'

/** The first period end strictly after a moment. A 31st becomes the last day of shorter months, then the 31st again. */
export function nextPeriodEnd(
  anchor: number,
  { interval_count: months }: Stripe.Price.Recurring,
  after: number,
): number {
  const start = Temporal.Instant.fromEpochMilliseconds(anchor * 1000).toZonedDateTimeISO('UTC')
  for (let periods = 1; ; periods++) {
    const end = start.add({ months: months * periods }).epochMilliseconds / 1000
    if (end > after) return end
  }
}
