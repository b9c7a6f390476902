import { formatIncomeYear } from '../core/income-years.ts'

export type RuleFigure = { value: number; status: 'law' | 'draft' | 'unknown' } | null
export type RecordRules = Record<
  | 'homeCentsPerHour'
  | 'carCentsPerKm'
  | 'carMaxKm'
  | 'laundryLoadCents'
  | 'mixedLaundryLoadCents'
  | 'laundryCents',
  RuleFigure
>

/** A note on a rate that's missing or isn't confirmed; undefined if it's law. */
export function noteOn(rate: RuleFigure | undefined, incomeYear: string): string | undefined {
  const year = formatIncomeYear(incomeYear)
  if (!rate) return `We don’t know the rate for ${year} yet.`
  if (rate.status === 'draft') return `The rules for ${year} may still change.`
  return rate.status === 'unknown'
    ? `This is the last rate we know. It isn’t confirmed for ${year}.`
    : undefined
}

/** Joins the notes on a figure into one; null if there are none. */
export function joinNotes(...notes: (string | undefined)[]): string | null {
  return notes.filter((note) => note !== undefined).join(' ') || null
}
