import { MINUTE_MS } from '@docketbox/contract/core/units'
import { MINUTES_PER_DAY, newZealandDay, recordTexts } from '@docketbox/contract'
import { invalidInput } from '#platform/http/route.ts'

/**
 * Refuses days that haven't begun anywhere in Australia or New Zealand.
 * @param days by the path of their field.
 */
export function refuseFuture(now: Date, days: Record<string, string | null>): void {
  const today = newZealandDay(now)
  const late = Object.entries(days).filter(([, day]) => day !== null && day > today)
  if (late.length > 0)
    throw invalidInput(Object.fromEntries(late.map(([path]) => [path, recordTexts.future])))
}

/** A timer that was forgotten counts for a week at most. */
const MAX_TIMER_MINUTES = 7 * 24 * 60

/** The minutes between two instants by local day, in the order of the days. */
export function minutesByDay(start: Date, end: Date, timeZone: string): { day: string; minutes: number }[] {
  // Swedish dates are ISO dates.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  const elapsed = Math.round((end.getTime() - start.getTime()) / MINUTE_MS)
  const counts = new Map<string, number>()
  for (let minute = 0; minute < Math.min(elapsed, MAX_TIMER_MINUTES); minute++) {
    const day = format.format(start.getTime() + minute * MINUTE_MS)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  // The day on which daylight saving ends has 25 hours.
  return [...counts].map(([day, minutes]) => ({ day, minutes: Math.min(minutes, MINUTES_PER_DAY) }))
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-AU', { timeZone: name }).format()
    return true
  } catch {
    return false
  }
}
