import { daysOf, incomeYearEnding, incomeYearLabel } from '@docketbox/contract/core/income-years'

export type Period = { label: string; from: string; to: string }

/** The periods that books are kept by, as first and last date, seen from a date. */
export function periodsAt(today: string): Period[] {
  const [year, month] = today.split('-').map(Number) as [number, number]
  const quarterStart = month - ((month - 1) % 3)
  const ending = incomeYearEnding(today)
  return [
    monthsFrom('This month', year, month, 1),
    monthsFrom('Last month', year, month - 1, 1),
    monthsFrom('This quarter', year, quarterStart, 3),
    monthsFrom('Last quarter', year, quarterStart - 3, 3),
    yearEnding('This financial year', ending),
    yearEnding('Last financial year', ending - 1),
  ]
}

/** @param month counted from 1; 0 is December of the year before. */
export function monthsFrom(label: string, year: number, month: number, months: number): Period {
  const day = (month: number, date: number) =>
    new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)
  return { label, from: day(month, 1), to: day(month + months, 0) }
}

function yearEnding(label: string, ending: number): Period {
  const { first, last } = daysOf(incomeYearLabel(ending))
  return { label, from: first, to: last }
}
