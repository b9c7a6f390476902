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
