import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gstIn, unusedCents } from './money.ts'

describe('the GST included in a price', () => {
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
  ])('of %i cents is %i cents', (cents, tax) => {
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

describe('the unused part of a payment', () => {
  const period = { start: new Date('2026-07-01T00:00:00Z'), end: new Date('2026-07-31T00:00:00Z') }
  test.each([
    ['2026-06-30T00:00:00Z', 499],
    ['2026-07-01T00:00:00Z', 499],
    ['2026-07-16T00:00:00Z', 250],
    ['2026-07-30T23:59:59Z', 1],
    ['2026-07-31T00:00:00Z', 0],
    ['2026-08-05T00:00:00Z', 0],
  ])('at %s is %i cents', (now, left) => {
    expect(unusedCents(499, period, new Date(now))).toBe(left)
  })
})
