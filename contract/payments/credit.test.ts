import { expect, test } from 'vitest'
import { creditFor } from './credit.ts'

test.each([
  ['covers a part', 998, 300, 300],
  ['leaves what a card can be charged', 998, 980, 948],
  ['covers everything', 998, 1200, 998],
  ['isn’t there', 998, 0, 0],
])('credit that %s', (_, priceCents, availableCents, usedCents) => {
  expect(creditFor(priceCents, availableCents)).toBe(usedCents)
})
