import { DAY_MS } from '@docketbox/contract/core/units'
import * as plain from '@docketbox/contract/core/dates'

// Dates stay on one line. Only `exactTime` and the contract's functions use plain spaces.

/** Created on first use: loading the locale data would delay screens without dates. */
let exact: Intl.DateTimeFormat | undefined
let short: Intl.DateTimeFormat | undefined

/** Formats a date such as `2026-12-22` as `22 Dec 2026`, which stays on one line. */
export function formatDayUnbroken(day: string): string {
  return plain.unbroken(plain.formatDay(day))
}

/** Formats a date such as `2026-12-22` as `22 Dec`, which stays on one line. */
export function formatDayOfYearUnbroken(day: string): string {
  return plain.unbroken(plain.formatDayOfYear(day))
}

/** Today, Yesterday, or `03 Mar, 2026`, for an instant or a date. */
export function dayLabel(value: string, now: Date = new Date()): string {
  const day = localDay(value)
  const distance = localDaysBetween(day, now)
  if (distance === 0) return 'Today'
  if (distance === 1) return 'Yesterday'
  const [date = '', month, year] = plain.formatDay(isoDay(day)).split(' ')
  return plain.unbroken(`${date.padStart(2, '0')} ${month}, ${year}`)
}

/** A day within a sentence: today, yesterday, or `3 Mar 2026`. */
export function dayInSentence(value: string, now: Date = new Date()): string {
  const label = dayLabel(value, now)
  return label === 'Today' || label === 'Yesterday' ? label.toLowerCase() : plainDate(value)
}

/** `3 Mar 2026`, for an instant or a date. */
export function plainDate(value: string): string {
  return formatDayUnbroken(isoDay(localDay(value)))
}

/** `21 Nov 2026, 6:54 am` */
export function shortTime(instant: string): string {
  short ??= new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'short' })
  return withUnbrokenDate(short, instant)
}

/** `Tuesday, 3 March 2026 at 4:05 pm`, for titles. */
export function exactTime(instant: string): string {
  return exactFormat().format(new Date(instant))
}

/** `Tuesday, 3 March 2026 at 4:05 pm`, for screens. */
export function longTime(instant: string): string {
  return withUnbrokenDate(exactFormat(), instant)
}

/** Today in the user's time zone as `2026-03-03`, for date fields. */
export function today(): string {
  return isoDay(new Date())
}

/** Today in Sydney, where shares end at midnight. */
export function todayInSydney(): string {
  return plain.sydneyDay(new Date())
}

/** The day of an instant in the user's time zone, as `2026-03-03`. */
export function isoDay(instant: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${instant.getFullYear()}-${pad(instant.getMonth() + 1)}-${pad(instant.getDate())}`
}

function exactFormat(): Intl.DateTimeFormat {
  return (exact ??= new Intl.DateTimeFormat('en-AU', { dateStyle: 'full', timeStyle: 'short' }))
}

/** Lines still end after a comma, and between date and time. */
function withUnbrokenDate(format: Intl.DateTimeFormat, instant: string): string {
  const parts = format.formatToParts(new Date(instant))
  return parts.map(({ value }) => (/^\s$/.test(value) ? '\u00A0' : value)).join('')
}

/** Dates without a time are local days; `new Date` would read them as UTC. */
function localDay(value: string): Date {
  return new Date(value.length === 10 ? `${value}T00:00` : value)
}

function localDaysBetween(earlier: Date, later: Date): number {
  const noon = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate(), 12)
  return Math.round((noon(later) - noon(earlier)) / DAY_MS)
}
