import { formatDay } from '../core/dates.ts'
import { daysOf, formatIncomeYear } from '../core/income-years.ts'
import { refusals } from '../core/refusal.ts'

export const yearTexts = {
  futureDay: 'This date is in the future.',
  lodgedTooEarly: (incomeYear: string) =>
    `The ${formatIncomeYear(incomeYear)} income year ends on ${formatDay(daysOf(incomeYear).last)}. Enter a later date.`,
  businessIncludesGst: 'Amounts under Business include GST, even GST you claim back as a credit.',
  assets: 'Keep receipts for assets until five years after the last return you claim them in.',
  /** s 121-25 ITAA 1997. */
  capitalGains:
    'Keep receipts that affect capital gains tax, such as for improving a rental property, until five years after you’ve sold it.',
  privateCounts: 'Receipts we think are private count as claimable until that’s confirmed.',
  amendedTooEarly: 'You can’t have amended your return before you lodged it.',
} as const

export const yearRefusals = refusals('years', {
  notStarted: [404, 'This income year hasn’t started yet.'],
  notLodged: [409, 'First tell us when you lodged your return for this year.'],
})
