import { expect, test } from 'vitest'
import { incomeYearOf } from './income-years.ts'

test.each([
  ['2026-06-30', '2025-26'],
  ['2026-07-01', '2026-27'],
  ['2026-12-31', '2026-27'],
  ['2027-01-01', '2026-27'],
  ['1999-07-01', '1999-00'],
  ['2000-07-01', '2000-01'],
])('%s lies in the income year %s', (day, label) => {
  expect(incomeYearOf(day)).toBe(label)
})
