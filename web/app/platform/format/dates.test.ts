import { expect, test } from 'vitest'
import {
  dayInSentence,
  dayLabel,
  exactTime,
  formatDayUnbroken,
  isoDay,
  longTime,
  plainDate,
  shortTime,
} from './dates.ts'

const now = new Date(2026, 2, 3, 9, 30)

test.each([
  ['the same day', new Date(2026, 2, 3, 0, 0).toISOString(), 'Today'],
  ['a date without a time', '2026-03-03', 'Today'],
  ['the day before, minutes before midnight', new Date(2026, 2, 2, 23, 59).toISOString(), 'Yesterday'],
  ['across the end of a month', '2026-02-28', '28\u00A0Feb,\u00A02026'],
  ['two days ago', '2026-03-01', '01\u00A0Mar,\u00A02026'],
  ['tomorrow', '2026-03-04', '04\u00A0Mar,\u00A02026'],
])('%s has a friendly label', (_, value, label) => {
  expect(dayLabel(value, now)).toBe(label)
})

test('the last day of February is yesterday on the first of March', () => {
  expect(dayLabel('2026-02-28', new Date(2026, 2, 1, 12))).toBe('Yesterday')
})

test('a plain date has the day, the short month and the year', () => {
  expect(plainDate('2024-09-07')).toBe('7\u00A0Sep\u00A02024')
})

test('a day within a sentence is in lower case', () => {
  expect(dayInSentence('2026-03-03', now)).toBe('today')
  expect(dayInSentence('2026-03-02', now)).toBe('yesterday')
  expect(dayInSentence('2026-03-01', now)).toBe('1\u00A0Mar\u00A02026')
})

test('a date stays on one line, except in titles, which have plain spaces', () => {
  const instant = new Date(2026, 2, 3, 16, 5).toISOString()
  expect(formatDayUnbroken('2026-12-24')).toBe('24\u00A0Dec\u00A02026')
  expect(shortTime(instant)).toBe('3\u00A0Mar\u00A02026, 4:05\u00A0pm')
  expect(longTime(instant)).toBe('Tuesday, 3\u00A0March\u00A02026 at 4:05\u00A0pm')
  expect(exactTime(instant)).toMatch(/^Tuesday, 3 March 2026 at 4:05\spm$/)
})

test('an ISO day is the local one', () => {
  expect(isoDay(now)).toBe('2026-03-03')
})
