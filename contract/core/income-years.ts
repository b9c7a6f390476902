/** The day an income year begins: 1 July (decision 18). */
const FIRST_MONTH = 7

/** The year in which the income year of a day ends: 2026-07-01 lies in 2027. */
export function incomeYearEnding(day: string): number {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return month >= FIRST_MONTH ? year + 1 : year
}

/** An income year as people write it: 2027 is `2026-27`. */
export function incomeYearLabel(ending: number): string {
  return `${ending - 1}-${String(ending % 100).padStart(2, '0')}`
}

/** The income year of a day, as people write it. */
export function incomeYearOf(day: string): string {
  return incomeYearLabel(incomeYearEnding(day))
}

/** First and last day of an income year: `2025-26` runs from 2025-07-01 to 2026-06-30. */
export function daysOf(label: string): { first: string; last: string } {
  const start = Number(label.slice(0, 4))
  return { first: `${start}-07-01`, last: `${start + 1}-06-30` }
}

/** The income year of the specification's form; nothing older is lodged (decision 26). */
const EARLIEST_LODGED = 2024

/** The income years one may lodge for on a given day: the current one first, back to 2023-24. */
export function lodgementYears(today: string): string[] {
  const current = incomeYearEnding(today)
  return Array.from({ length: current - EARLIEST_LODGED + 1 }, (_, i) => incomeYearLabel(current - i))
}

/** The last income year that is over on a given day: the one most people lodge for. */
export function lastFinishedYear(today: string): string {
  return incomeYearLabel(incomeYearEnding(today) - 1)
}
