import { daysOf, formatIncomeYear, incomeYearOf } from '@docketbox/contract/core/income-years'
import { today } from '#platform/format/dates.ts'

/** The days of an income year that records can be about: none in the future. */
export function recordableDays(incomeYear: string): { min: string; max: string } {
  const { first, last } = daysOf(incomeYear)
  const now = today()
  return { min: first, max: last < now ? last : now }
}

/** Today, if it's in the income year. */
export function todayIn(incomeYear: string): string | undefined {
  const { first, last } = daysOf(incomeYear)
  const now = today()
  return first <= now && now <= last ? now : undefined
}

/** Where a saved record is, if it isn't in the year on screen: ` in 2026–27`. */
export function inOtherYear(day: string, incomeYear: string): string {
  const year = incomeYearOf(day)
  return year === incomeYear ? '' : ` in ${formatIncomeYear(year)}`
}
