import { addDays } from '@docketbox/contract/core/dates'
import { formatDayUnbroken, formatDayOfYearUnbroken } from '#platform/format/dates.ts'

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(day).getUTCDay()
  return addDays(day, weekday === 0 ? -6 : 1 - weekday)
}

/** The seven days of a week, from its Monday on. */
export function daysOfWeek(monday: string): string[] {
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index))
}

/** `4 Aug – 10 Aug 2025` */
export function formatWeek(monday: string): string {
  return `${formatDayOfYearUnbroken(monday)} – ${formatDayUnbroken(addDays(monday, 6))}`
}

/** A week of a job or a business by its own key, as in `2025-08-04 business`. */
export type Week = { monday: string; isForBusiness: boolean | undefined }

export function keyOfWeek({ monday, isForBusiness }: Week): string {
  return isForBusiness === undefined ? monday : `${monday} ${isForBusiness ? 'business' : 'job'}`
}

export function parseWeek(key: string): Week {
  const [monday, purpose] = key.split(' ')
  return { monday: monday!, isForBusiness: purpose === undefined ? undefined : purpose === 'business' }
}

let weekdays: Intl.DateTimeFormat | undefined

/** As in `Mon`. */
export function weekdayOf(day: string): string {
  weekdays ??= new Intl.DateTimeFormat('en-AU', { weekday: 'short', timeZone: 'UTC' })
  return weekdays.format(new Date(day))
}
