import { expect, test } from 'vitest'
import { type Bill, valueLeft } from './value-left.ts'

const bill = (totalCents: number, { credited = 0, returned = 0 } = {}): Bill => ({
  totalCents,
  creditedCents: credited,
  returnedCents: returned,
})

test.each<[string, Bill[], number]>([
  ['no bill', [], 0],
  ['a payment', [bill(499)], 499],
  ['a payment of which a part was refunded', [bill(499, { returned: 100 })], 399],
  ['a renewal, whatever was refunded before', [bill(499, { returned: 100 }), bill(499)], 499],
  ['an upgrade', [bill(499), bill(698, { credited: 499 })], 1197],
  ['an upgrade after a partial refund', [bill(499, { returned: 100 }), bill(798, { credited: 399 })], 1197],
  ['a downgrade', [bill(1197), bill(-698, { credited: 1197 })], 499],
  ['a downgrade and a later refund', [bill(1197, { returned: 99 }), bill(-698, { credited: 1197 })], 400],
  ['a downgrade and back', [bill(1197), bill(-698, { credited: 1197 }), bill(698, { credited: 499 })], 1197],
  ['a payment of which more came back', [bill(499, { returned: 998 }), bill(698, { credited: 499 })], 698],
])('%s leaves what it’s worth', (_, bills, left) => {
  expect(valueLeft(bills)).toBe(left)
})
