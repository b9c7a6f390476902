import { addDays } from '@docketbox/contract/core/dates'
import { DAY_MS } from '@docketbox/contract/core/units'
import type { OfferedMonth } from '@docketbox/contract/payments/months'
import { formatDayOfYearUnbroken } from '#platform/format/dates.ts'

type Period = Pick<OfferedMonth, 'startsOn' | 'endsOn' | 'daysLeft'>

/** When a month starts and ends (`1 Feb – 28 Feb`), or how many days are left of the current one. */
export function monthPeriod({ startsOn, endsOn, daysLeft }: Period): string {
  const days = (Date.parse(endsOn) - Date.parse(startsOn)) / DAY_MS + 1
  if (daysLeft >= days) return `${formatDayOfYearUnbroken(startsOn)} – ${formatDayOfYearUnbroken(endsOn)}`
  return daysLeft === 1 ? 'Ends today' : `${daysLeft} days left, until ${formatDayOfYearUnbroken(endsOn)}`
}

/** `13 Dec` for `2026-12-12`. */
export function dayAfter(day: string): string {
  return formatDayOfYearUnbroken(addDays(day, 1))
}
