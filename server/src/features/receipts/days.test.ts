import { expect, test } from 'vitest'
import { localDay } from './days.ts'

test.each([
  ['what a phone in Sydney reports', '2026-07-01', '2026-07-01'],
  ['what a phone in Perth reports', '2026-06-30', '2026-06-30'],
  ['what a phone that was offline until now reports', '2026-06-02', '2026-06-02'],
  ['the day in Sydney without a report', undefined, '2026-07-01'],
  ['the day in Sydney when the phone is wrong', '2019-01-01', '2026-07-01'],
  ['the day in Sydney when the phone is ahead', '2026-07-03', '2026-07-01'],
])('today is %s', (_, reported, day) => {
  expect(localDay(new Date('2026-06-30T20:00:00Z'), reported)).toBe(day)
})
