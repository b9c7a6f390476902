import { expect, test } from 'vitest'
import { dayInSentence, dayLabel, plainDate, today } from './dates.ts'

const now = new Date(2026, 2, 3, 9, 30)

test.each([
  ['the same day', new Date(2026, 2, 3, 0, 0).toISOString(), 'Today'],
  ['a date without a time', '2026-03-03', 'Today'],
  ['the day before, minutes before midnight', new Date(2026, 2, 2, 23, 59).toISOString(), 'Yesterday'],
  ['across the end of a month', '2026-02-28', '28 Feb, 2026'],
  ['two days ago', '2026-03-01', '01 Mar, 2026'],
  ['tomorrow', '2026-03-04', '04 Mar, 2026'],
])('%s has a friendly label', (_, value, label) => {
  expect(dayLabel(value, now)).toBe(label)
})

test('the last day of February is yesterday on the first of March', () => {
  expect(dayLabel('2026-02-28', new Date(2026, 2, 1, 12))).toBe('Yesterday')
})

test('a plain date has the day, the short month and the year', () => {
  expect(plainDate('2024-09-07')).toBe('7 Sep 2024')
})

test('a day within a sentence is in lower case', () => {
  expect(dayInSentence('2026-03-03', now)).toBe('today')
  expect(dayInSentence('2026-03-02', now)).toBe('yesterday')
  expect(dayInSentence('2026-03-01', now)).toBe('1 Mar 2026')
})

test('today is the local day', () => {
  expect(today(now)).toBe('2026-03-03')
})
