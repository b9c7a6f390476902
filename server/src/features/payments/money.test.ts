import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dollars, gstIn, unusedShare } from './money.ts'

describe('the tax inside a price', () => {
  test.each([
    [110, 10],
    [100, 9],
    [5, 0],
    [6, 1],
    [499, 45],
    [998, 91],
    [1197, 109],
    [2199, 200],
    [8250, 750],
  ])('%i cents hold %i', (cents, tax) => {
    expect(gstIn(cents)).toBe(tax)
  })

  test('is never more than half a cent from an eleventh', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), (cents) => {
        expect(Math.abs(gstIn(cents) - cents / 11)).toBeLessThanOrEqual(0.5)
      }),
    )
  })
})

test.each([
  [0, '$0.00'],
  [499, '$4.99'],
  [123_450, '$1,234.50'],
  [-250, '-$2.50'],
  [100_000_000, '$1,000,000.00'],
])('%i cents are written %s', (cents, text) => {
  expect(dollars(cents)).toBe(text)
})

describe('what is left of a payment', () => {
  const period = { start: new Date('2026-07-01T00:00:00Z'), end: new Date('2026-07-31T00:00:00Z') }
  test.each([
    ['2026-06-30T00:00:00Z', 499],
    ['2026-07-01T00:00:00Z', 499],
    ['2026-07-16T00:00:00Z', 250],
    ['2026-07-30T23:59:59Z', 1],
    ['2026-07-31T00:00:00Z', 0],
    ['2026-08-05T00:00:00Z', 0],
  ])('at %s is %i cents', (now, left) => {
    expect(unusedShare(499, period, new Date(now))).toBe(left)
  })
})
