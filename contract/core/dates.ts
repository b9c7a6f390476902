import { DAY_MS, HOUR_MS } from './units.ts'
/** Every date of a plan, payment or income year is a Sydney date, wherever the reader is (requirement 36). */
export const HOME_TIME_ZONE = 'Australia/Sydney'

export const monthNames = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const

/** Created on first use: loading its locale data would delay a screen. */
let sydney: Intl.DateTimeFormat | undefined

/** The date in Sydney at an instant, as `2026-06-30`. */
export function sydneyDay(instant: Date): string {
  // Swedish dates are ISO dates.
  sydney ??= new Intl.DateTimeFormat('sv-SE', { timeZone: HOME_TIME_ZONE, dateStyle: 'short' })
  return sydney.format(instant)
}

/** The date in Perth at an instant, as `2026-06-30`: a day begins there last, all year round 8 hours ahead of Greenwich. */
export function perthDay(instant: Date): string {
  return new Date(instant.getTime() + 8 * HOUR_MS).toISOString().slice(0, 10)
}

/**
 * The date in New Zealand at an instant, by its daylight time (UTC+13) all year. A day begins there before it does for any other
 * likely user, so a later date is in the future.
 */
export function newZealandDay(instant: Date): string {
  return new Date(instant.getTime() + 13 * HOUR_MS).toISOString().slice(0, 10)
}

/** The last date of a period that ends just before an instant: 30 Nov for midnight on 1 Dec, as `2026-11-30`. */
export function lastDayOf(end: Date): string {
  return sydneyDay(new Date(end.getTime() - 1))
}

/** The month of a day, as `2026-12`, and those before it, the latest first. */
export function monthsUntil(day: string, count: number): string[] {
  const [year, month] = day.split('-').map(Number) as [number, number, number]
  return Array.from({ length: count }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 7),
  )
}

/** Formats a date such as `2026-12-22` as `22 Dec 2026`. */
export function formatDay(day: string): string {
  return `${formatDayOfYear(day)} ${day.slice(0, 4)}`
}

/** Formats a date such as `2026-12-22` as `22 Dec`. */
export function formatDayOfYear(day: string): string {
  const [, month, date] = day.split('-').map(Number) as [number, number, number]
  return `${date} ${monthNames[month - 1]}`
}

/** Keeps a date together, so that a screen shows it on one line. Mails, documents and labels have plain spaces. */
export function unbroken(date: string): string {
  return date.replaceAll(' ', '\u00A0')
}

/** A day as `2026-06-30`; undefined if there's no such day, such as 31 June. Months count from 1. */
export function calendarDay(year: number, month: number, date: number): string | undefined {
  const pad = (part: number, length: number) => String(part).padStart(length, '0')
  const day = `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`
  // 31 June is read as 1 July.
  const at = Date.parse(day)
  // Postgres has no year 0.
  return year > 0 && !Number.isNaN(at) && new Date(at).toISOString().startsWith(day) ? day : undefined
}

/** The date some days later: 1 July for 30 June and 1. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** How many days the second date is after the first. */
export function daysBetween(first: string, second: string): number {
  return Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS)
}
