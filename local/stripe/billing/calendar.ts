import type Stripe from 'stripe'

type Recurring = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>

/** The end of the n-th period counted from the anchor: a 31st falls on the last day of a shorter month and returns to the 31st after it. */
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
