import { expect, test } from 'vitest'
import { optionalNumber } from './typed-values.ts'

test('a number may be left empty, and commas and spaces may group its thousands', () => {
  expect(['', ' ', '0', '12.5', '45,123', '1 234.5', '1,234,567', '.5', '7.', '12,5'].map(parsed)).toEqual([
    null,
    null,
    0,
    12.5,
    45_123,
    1_234.5,
    1_234_567,
    0.5,
    7,
    12.5,
  ])
})

test.for(['1,23', '1.234,5', '12,', '.', '-5', '1e3', '0x10', 'Infinity', 'ten'])(
  '%s isn’t taken for another number',
  (typed) => expect(parsed(typed)).toBeNaN(),
)

function parsed(typed: string): number | null {
  return optionalNumber.parse(typed)
}
