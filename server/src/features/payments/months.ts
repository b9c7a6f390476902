import { type MonthName, monthNames, type OfferedMonth } from '@docketbox/contract'

/** A calendar month where the product is at home: its first day, and the moments between which it lies. */
export type Month = { name: MonthName; first: string; start: Date; end: Date }

const ZONE = 'Australia/Melbourne'
const OFFERED = 12

/** The twelve months one can buy, from the current one on: each abbreviation is its next occurrence. */
export function offeredMonths(now: Date): Month[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(ZONE)
  const current = today.toPlainDate().toPlainYearMonth()
  return Array.from({ length: OFFERED }, (_, ahead) => monthOf(current.add({ months: ahead })))
}

function monthOf(month: Temporal.PlainYearMonth): Month {
  const first = month.toPlainDate({ day: 1 })
  return {
    name: monthNames[month.month - 1]!,
    first: first.toString(),
    start: startOf(first),
    end: startOf(first.add({ months: 1 })),
  }
}

function startOf(day: Temporal.PlainDate): Date {
  return new Date(day.toZonedDateTime(ZONE).epochMilliseconds)
}

/** The month a stored first day stands for. */
export function monthFrom(first: string): Month {
  return monthOf(Temporal.PlainDate.from(first).toPlainYearMonth())
}

/** "Jul 2026" */
export function labelOf(first: string): string {
  const { year, month } = Temporal.PlainDate.from(first)
  return `${monthNames[month - 1]} ${year}`
}

type Coverage = {
  kind: string
  periodStart: Date
  periodEnd: Date
  endedAt: Date | null
  cancelsAtPeriodEnd: boolean
}

/**
 * First days of the months that cannot be bought: those paid for or being paid for, those a plan already covers
 * whole, and every one while a plan renews by itself.
 */
export function takenMonths(
  offered: readonly Month[],
  held: readonly string[],
  coverage: readonly Coverage[],
  now: Date,
): Set<string> {
  const running = coverage.filter(
    ({ kind, endedAt, periodEnd }) => kind !== 'trial' && endedAt === null && periodEnd > now,
  )
  const isRenewing = running.some(
    ({ kind, cancelsAtPeriodEnd }) => kind === 'recurring' && !cancelsAtPeriodEnd,
  )
  const taken = offered.filter(
    ({ first, start, end }) =>
      isRenewing ||
      held.includes(first) ||
      running.some(({ periodStart, periodEnd }) => periodStart <= start && end <= periodEnd),
  )
  return new Set(taken.map(({ first }) => first))
}

export function presentMonths(offered: readonly Month[], taken: ReadonlySet<string>): OfferedMonth[] {
  return offered.map(({ name, first }) => ({
    month: name,
    year: Number(first.slice(0, 4)),
    isTaken: taken.has(first),
  }))
}
