import { DAY_MS } from '@docketbox/contract/core/units'
import { formatDay } from '@docketbox/contract/core/dates'

/** Created on first use: loading the locale data would delay screens without dates. */
let exact: Intl.DateTimeFormat | undefined
let short: Intl.DateTimeFormat | undefined

/** Today, Yesterday, or `03 Mar, 2026`, for an instant or a date. */
export function dayLabel(value: string, now: Date = new Date()): string {
  const day = localDay(value)
  const distance = daysBetween(day, now)
  if (distance === 0) return 'Today'
  if (distance === 1) return 'Yesterday'
  const [date = '', month, year] = plainDate(value).split(' ')
  return `${date.padStart(2, '0')} ${month}, ${year}`
}

/** A day within a sentence: today, yesterday, or `3 Mar 2026`. */
export function dayInSentence(value: string, now: Date = new Date()): string {
  const label = dayLabel(value, now)
  return label === 'Today' || label === 'Yesterday' ? label.toLowerCase() : plainDate(value)
}

/** `3 Mar 2026`, for an instant or a date. */
export function plainDate(value: string): string {
  return formatDay(today(localDay(value)))
}

/** `21 Nov 2026, 6:54 am` */
export function shortTime(instant: string): string {
  short ??= new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short' })
  return short.format(new Date(instant))
}

/** `Tuesday, 3 March 2026 at 4:05 pm` */
export function exactTime(instant: string): string {
  exact ??= new Intl.DateTimeFormat('en-AU', { dateStyle: 'full', timeStyle: 'short' })
  return exact.format(new Date(instant))
}

/** Today in the user's time zone as `2026-03-03`, for date fields. */
export function today(now: Date = new Date()): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`
}

/** Dates without a time are local days; `new Date` would read them as UTC. */
function localDay(value: string): Date {
  return new Date(value.length === 10 ? `${value}T00:00` : value)
}

function daysBetween(earlier: Date, later: Date): number {
  const noon = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), 12)
  return Math.round((noon(later) - noon(earlier)) / DAY_MS)
}
