import { expect, test } from 'vitest'
import { typedPercent } from './percent.ts'

test.each([
  ['50', 50],
  [' 50 % ', 50],
  ['50%', 50],
  ['half', Number.NaN],
])('%j is %d %%', (text, percent) => {
  expect(typedPercent(text)).toBe(percent)
})
