import { HOME_TIME_ZONE, type MonthName, monthNames } from '@docketbox/contract'

/** A calendar month in Sydney: its first and last date, and the instants it starts and ends at. */
export type Month = { name: MonthName; first: string; last: string; start: Date; end: Date }

const OFFERED_MONTHS = 12

/** The current month and the eleven after it: each abbreviation is its next occurrence (requirement 21). */
export function nextMonths(now: Date): Month[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(HOME_TIME_ZONE)
  const current = today.toPlainDate().toPlainYearMonth()
  return Array.from({ length: OFFERED_MONTHS }, (_, ahead) => monthOf(current.add({ months: ahead })))
}

/** The month with this first date, such as `2026-11-01`. */
export function monthFrom(first: string): Month {
  return monthOf(Temporal.PlainDate.from(first).toPlainYearMonth())
}

/** The months of a payment that were over when we heard that it was paid, and that it didn't give. */
export function monthsPaidLate({
  months,
  receiptMailedAt: at,
}: {
  months: string[]
  receiptMailedAt: Date | null
}): string[] {
  return at === null ? [] : months.filter((month) => monthFrom(month).end <= at)
}

function monthOf(month: Temporal.PlainYearMonth): Month {
  const first = month.toPlainDate({ day: 1 })
  return {
    name: monthNames[month.month - 1]!,
    first: first.toString(),
    last: month.toPlainDate({ day: month.daysInMonth }).toString(),
    start: midnightOf(first),
    end: midnightOf(first.add({ months: 1 })),
  }
}

/** When a date such as `2026-11-01` starts in Sydney. */
export function startOfDay(day: string): Date {
  return midnightOf(Temporal.PlainDate.from(day))
}

function midnightOf(day: Temporal.PlainDate): Date {
  return new Date(day.toZonedDateTime(HOME_TIME_ZONE).epochMilliseconds)
}
