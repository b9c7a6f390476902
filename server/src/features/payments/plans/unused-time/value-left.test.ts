import { expect, test } from 'vitest'
import { alreadyReturned, type Bill, type DisputedBill, valueLeft } from './value-left.ts'

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

const upgrade: DisputedBill = { ...bill(698, { credited: 499 }), invoice: 'upgrade' }
const lost = (invoice: string, total: number, ifWon = 0, credited = 0): DisputedBill => ({
  ...bill(total, { returned: total, credited }),
  invoice,
  returnedIfWonCents: ifWon,
})

test.each<[string, DisputedBill[], number, ReturnType<typeof alreadyReturned>]>([
  ['nothing', [{ ...bill(499), invoice: 'pro' }], 499, { cents: 0, lost: {} }],
  ['a refund', [{ ...bill(499, { returned: 100 }), invoice: 'pro' }], 499, { cents: 100, lost: {} }],
  ['a lost dispute', [lost('pro', 499), upgrade], 1197, { cents: 499, lost: { pro: 499 } }],
  ['a lost dispute, later', [lost('pro', 499), upgrade], 900, { cents: 202, lost: { pro: 202 } }],
  ['a lost dispute about used time', [lost('pro', 499), upgrade], 600, { cents: 0, lost: {} }],
  [
    'a lost dispute after a refund',
    [lost('pro', 499, 100), upgrade],
    1197,
    { cents: 499, lost: { pro: 399 } },
  ],
  [
    'two lost disputes',
    [lost('pro', 499), lost('upgrade', 698, 0, 499)],
    800,
    { cents: 800, lost: { pro: 499, upgrade: 301 } },
  ],
])('after %s, what wasn’t credited is known by dispute', (_, bills, unused, returned) => {
  expect(alreadyReturned(bills, unused)).toEqual(returned)
})
