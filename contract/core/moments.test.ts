import { expect, test } from 'vitest'
import { formatMoment } from './moments.ts'

test('a moment is shown to the second in Sydney, in summer time or not', () => {
  expect(formatMoment(new Date('2026-12-22T03:05:09Z'))).toBe('22 Dec 2026, 2:05:09 pm AEDT')
  expect(formatMoment(new Date('2026-06-30T14:00:00Z'))).toBe('1 Jul 2026, 12:00:00 am AEST')
})
