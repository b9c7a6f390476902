import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  calendarDay,
  formatDay,
  formatDayOfYear,
  lastDayOf,
  newZealandDay,
  perthDay,
  sydneyDay,
  unbroken,
} from './dates.ts'

describe('the day in Sydney', () => {
  test.each([
    ['just before midnight in winter', '2026-06-30T13:59:59.999Z', '2026-06-30'],
    ['midnight in winter, ten hours ahead of Greenwich', '2026-06-30T14:00:00Z', '2026-07-01'],
    ['just before midnight in summer', '2026-12-31T12:59:59.999Z', '2026-12-31'],
    ['midnight in summer, eleven hours ahead', '2026-12-31T13:00:00Z', '2027-01-01'],
    ['the first hour of daylight saving', '2026-10-03T16:30:00Z', '2026-10-04'],
  ])('is right %s', (_, instant, day) => {
    expect(sydneyDay(new Date(instant))).toBe(day)
  })
})

test('the day in Perth begins last', () => {
  expect(perthDay(new Date('2026-06-30T15:59:59.999Z'))).toBe('2026-06-30')
  expect(perthDay(new Date('2026-06-30T16:00:00Z'))).toBe('2026-07-01')
})

test('the day in New Zealand begins first, at the latest at midnight in its daylight time', () => {
  expect(newZealandDay(new Date('2026-12-31T10:59:59.999Z'))).toBe('2026-12-31')
  expect(newZealandDay(new Date('2026-12-31T11:00:00Z'))).toBe('2027-01-01')
  // Its daylight time starts a week before Sydney's.
  const midnight = new Date('2026-09-30T11:00:00Z')
  expect([newZealandDay(midnight), sydneyDay(midnight)]).toEqual(['2026-10-01', '2026-09-30'])
  // Midnight there in winter, and on Norfolk Island in summer.
  for (const other of ['2026-06-30T12:00:00Z', '2026-12-31T12:00:00Z'])
    expect(newZealandDay(new Date(other)).slice(8)).toBe('01')
})

test('a date is formatted as in Australia', () => {
  expect(formatDay('2026-12-02')).toBe('2 Dec 2026')
  expect(formatDayOfYear('2026-11-30')).toBe('30 Nov')
  expect(unbroken(formatDay('2026-12-02'))).toBe('2\u00A0Dec\u00A02026')
})

test('a day that the calendar doesn’t have isn’t one', () => {
  expect(calendarDay(2026, 6, 30)).toBe('2026-06-30')
  expect(calendarDay(2028, 2, 29)).toBe('2028-02-29')
  for (const [year, month, date] of [
    [2026, 6, 31],
    [2026, 2, 29],
    [2026, 13, 1],
    [2026, 0, 1],
    [2026, 1, 0],
    [2026, 1, 100],
    [NaN, 1, 1],
    [0, 1, 1],
  ] as const)
    expect(calendarDay(year, month, date)).toBeUndefined()
})

test('a period that ends at midnight ends on the day before', () => {
  expect(lastDayOf(new Date('2026-11-30T13:00:00Z'))).toBe('2026-11-30')
  expect(lastDayOf(new Date('2026-12-22T03:05:00Z'))).toBe('2026-12-22')
})

describe.each([
  ['Australia/Perth', '21'],
  ['Australia/Adelaide', '23'],
  ['Australia/Brisbane', '23'],
  ['Pacific/Auckland', '2'],
  ['UTC', '13'],
])('for a reader in %s', (zone, hour) => {
  beforeEach(() => vi.stubEnv('TZ', zone))
  afterEach(() => vi.unstubAllEnvs())

  test('November runs from 1 Nov to 30 Nov', () => {
    const [start, end] = [new Date('2026-10-31T13:00:00Z'), new Date('2026-11-30T13:00:00Z')]
    // The reader's own clock shows something else.
    expect(String(start.getHours())).toBe(hour)
    expect([formatDay(sydneyDay(start)), formatDay(lastDayOf(end))]).toEqual(['1 Nov 2026', '30 Nov 2026'])
  })
})
