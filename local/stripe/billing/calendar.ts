import type Stripe from 'stripe'

type Recurring = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>

/** The end of the n-th period from the anchor. A 31st becomes the last day of shorter months, then the 31st again. */
export function periodEnd(anchor: number, { interval, interval_count }: Recurring, periods: number): number {
  const steps = interval_count * periods
  if (interval === 'day') return anchor + steps * 86_400
  if (interval === 'week') return anchor + steps * 7 * 86_400
  return addMonths(anchor, interval === 'year' ? steps * 12 : steps)
}

/** The first period end strictly after a moment. */
export function nextPeriodEnd(anchor: number, recurring: Recurring, after: number): number {
  let periods = 1
  while (periodEnd(anchor, recurring, periods) <= after) periods++
  return periodEnd(anchor, recurring, periods)
}

function addMonths(seconds: number, months: number): number {
  const from = new Date(seconds * 1000)
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate()
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(from.getUTCMonth() + months)
  to.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return Math.floor(to.getTime() / 1000)
}
