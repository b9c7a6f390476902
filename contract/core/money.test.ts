import { expect, test } from 'vitest'
import { parseCents, formatCents, typedAmount } from './money.ts'

test.each([
  [0, '$0.00'],
  [-0, '$0.00'],
  [499, '$4.99'],
  [123_450, '$1,234.50'],
  [-500, '-$5.00'],
  [100_000_000, '$1,000,000.00'],
])('%i cents read as %s', (cents, text) => {
  expect(formatCents(cents)).toBe(text)
})

test.each([
  ['12', 1200],
  ['12.5', 1250],
  ['$1,234.50', 123_450],
  [' 1 234.50 ', 123_450],
  ['.99', 99],
  ['0', 0],
])('%s is an amount', (typed, cents) => {
  expect(parseCents(typed)).toBe(cents)
})

test.each(['', '.', 'abc', '12.345', '-3', '1,23', '1e5'])('%j is no amount', (typed) => {
  expect(parseCents(typed)).toBeUndefined()
})

test('an amount is edited without a dollar sign, and an empty field stays empty', () => {
  expect([typedAmount(123_450), typedAmount(null)]).toEqual(['1234.50', ''])
})
