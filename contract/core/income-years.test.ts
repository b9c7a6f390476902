import { describe, expect, test } from 'vitest'
import { daysOf, incomeYearOf, lastFinishedYear, lodgementYears } from './income-years.ts'

test.each([
  ['2026-06-30', '2025-26'],
  ['2026-07-01', '2026-27'],
  ['2026-12-31', '2026-27'],
  ['2027-01-01', '2026-27'],
  ['1999-07-01', '1999-00'],
  ['2000-07-01', '2000-01'],
])('%s is in the income year %s', (day, label) => {
  expect(incomeYearOf(day)).toBe(label)
})

describe('the income years that may be lodged', () => {
  test('run from the current one back to 2023-24, and the last finished one is the usual one', () => {
    expect(lodgementYears('2026-11-20')).toEqual(['2026-27', '2025-26', '2024-25', '2023-24'])
    expect(lastFinishedYear('2026-11-20')).toBe('2025-26')
  })

  test('change on 1 July', () => {
    expect(lodgementYears('2027-06-30')[0]).toBe('2026-27')
    expect(lastFinishedYear('2027-06-30')).toBe('2025-26')
    expect(lodgementYears('2027-07-01')[0]).toBe('2027-28')
    expect(lastFinishedYear('2027-07-01')).toBe('2026-27')
  })

  test('have a first and a last day', () => {
    expect(daysOf('2023-24')).toEqual({ first: '2023-07-01', last: '2024-06-30' })
    expect(daysOf('1999-00')).toEqual({ first: '1999-07-01', last: '2000-06-30' })
  })
})
