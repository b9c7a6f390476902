import { formatIncomeYear, incomeYearEnding, incomeYearLabel } from '@docketbox/contract/core/income-years'

/** How many years back an owner can share. */
const SHARED_BACK = 7

/** `2024–25 and 2025–26` */
export function yearsText(years: readonly string[]): string {
  return new Intl.ListFormat('en-AU').format(years.map(formatIncomeYear))
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
