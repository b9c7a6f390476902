import { formatDay, formatDayOfYear, lastDayOf, sydneyDay } from '@docketbox/contract/core/dates'

const NEAR_DAYS = 300
const DAY_MS = 24 * 60 * 60 * 1000

/** The date in Sydney at an instant: `22 Dec 2026`, the same for readers in every time zone. */
export function planDate(instant: string): string {
  return formatDay(sydneyDay(new Date(instant)))
}

/** The last day of a period in Sydney: `30 Nov 2026` for one that ends at midnight on 1 Dec. */
export function lastPlanDate(end: string): string {
  return formatDay(lastDayOf(new Date(end)))
}

/** The last day of a period, without the year while that can't be mistaken: `22 Dec`. */
export function shortLastPlanDate(end: string, now: Date = new Date()): string {
  const distance = Math.abs(new Date(end).getTime() - now.getTime())
  const day = lastDayOf(new Date(end))
  return distance < NEAR_DAYS * DAY_MS ? formatDayOfYear(day) : formatDay(day)
}
