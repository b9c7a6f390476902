import {
  formatIncomeYear,
  incomeYearEnding,
  incomeYearLabel,
  lastFinishedYear,
} from '@docketbox/contract/core/income-years'
import type { YearOverview } from '@docketbox/contract/years/schemas'

/** How many years back an owner can share. */
const SHARED_BACK = 7

/** `2024–25 and 2025–26` */
export function yearsText(years: readonly string[]): string {
  return new Intl.ListFormat('en-AU').format(years.map(formatIncomeYear))
}

/**
 * The year that's most likely shared next: the last finished one, unless only others have anything in them.
 * @param years the newest first.
 */
export function yearToShare(
  years: readonly Pick<YearOverview, 'incomeYear' | 'receipts' | 'hasRecords'>[],
  today: string,
): string {
  const last = lastFinishedYear(today)
  const filled = years.filter(({ receipts, hasRecords }) => receipts > 0 || hasRecords)
  return (filled.find(({ incomeYear }) => incomeYear === last) ?? filled[0])?.incomeYear ?? last
}

/**
 * The income years to choose from, the current one first.
 * @param today as in `2026-11-22`.
 * @param chosen always among them, even if it's long ago.
 */
export function shareableYears(today: string, chosen: string): string[] {
  const current = incomeYearEnding(today)
  const years = Array.from({ length: SHARED_BACK }, (_, back) => incomeYearLabel(current - back))
  return years.includes(chosen) ? years : [...years, chosen]
}
