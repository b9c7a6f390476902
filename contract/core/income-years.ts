/** Income years start on 1 July (requirement 18). */
const FIRST_MONTH = 7

/** @returns the year in which a day's income year ends: 2027 for 2026-07-01. */
export function incomeYearEnding(day: string): number {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return month >= FIRST_MONTH ? year + 1 : year
}

/** Formats the income year ending in 2027 as `2026-27`. */
export function incomeYearLabel(ending: number): string {
  return `${ending - 1}-${String(ending % 100).padStart(2, '0')}`
}

/** @returns the year in which an income year ends: 2027 for `2026-27`. */
export function endingOf(label: string): number {
  return Number(label.slice(0, 4)) + 1
}

/** Formats an income year for reading: `2026-27` as `2026–27`. */
export function formatIncomeYear(label: string): string {
  return label.replace('-', '–')
}

/** @returns the income year of a day, such as `2026-27`. */
export function incomeYearOf(day: string): string {
  return incomeYearLabel(incomeYearEnding(day))
}

/** First and last day of an income year: `2025-26` runs from 2025-07-01 to 2026-06-30. */
export function daysOf(label: string): { first: string; last: string } {
  const start = Number(label.slice(0, 4))
  return { first: `${start}-07-01`, last: `${start + 1}-06-30` }
}

/** 2023-24, the earliest income year of the form (requirement 26). */
const EARLIEST_LODGED = 2024

/** @returns the income years that can be chosen on a day: from the current one back to 2023-24. */
export function lodgementYears(today: string): string[] {
  const current = incomeYearEnding(today)
  return Array.from({ length: current - EARLIEST_LODGED + 1 }, (_, i) => incomeYearLabel(current - i))
}

/** @returns the last income year that has ended before a day. */
export function lastFinishedYear(today: string): string {
  return incomeYearLabel(incomeYearEnding(today) - 1)
}
