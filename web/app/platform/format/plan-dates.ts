import { DAY_MS } from '@docketbox/contract/core/units'
import { lastDayOf, sydneyDay } from '@docketbox/contract/core/dates'
import { formatDayUnbroken, formatDayOfYearUnbroken } from './dates.ts'

const NEAR_DAYS = 300

/** The date in Sydney at an instant: `22 Dec 2026`, the same for readers in every time zone. */
export function planDate(instant: string): string {
  return formatDayUnbroken(sydneyDay(new Date(instant)))
}

/** The last day of a period in Sydney: `30 Nov 2026` for one that ends at midnight on 1 Dec. */
export function lastPlanDate(end: string): string {
  return formatDayUnbroken(lastDayOf(new Date(end)))
}

/** The date in Sydney, without the year while that can't be mistaken: `22 Dec`. */
export function shortPlanDate(instant: string): string {
  return shortDay(sydneyDay(new Date(instant)), instant)
}

/** The last day of a period in Sydney, without the year while that can't be mistaken: `30 Nov`. */
export function shortLastPlanDate(end: string): string {
  return shortDay(lastDayOf(new Date(end)), end)
}

function shortDay(day: string, instant: string): string {
  const distance = Math.abs(new Date(instant).getTime() - Date.now())
  return distance < NEAR_DAYS * DAY_MS ? formatDayOfYearUnbroken(day) : formatDayUnbroken(day)
}
