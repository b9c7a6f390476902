import { expect, test } from 'vitest'
import { findBecameCredit } from './became-credit.ts'

type Bill = Parameters<typeof findBecameCredit>[0][number]

const bill = (invoice: string, totalCents: number, { charged = totalCents, credited = 0 } = {}): Bill => ({
  invoice,
  totalCents,
  chargedCents: Math.max(0, charged),
  creditedCents: credited,
})
const pro = bill('pro', 499)
const upgrade = bill('upgrade', 698, { credited: 499 })
const downgrade = bill('downgrade', -698, { credited: 1197 })

test.each<[string, Bill[], Record<string, number>]>([
  ['renewals', [pro, bill('august', 499)], {}],
  ['an upgrade', [pro, upgrade], {}],
  ['a downgrade', [bill('premium', 1197), downgrade], { premium: 698 }],
  ['an upgrade and back', [pro, upgrade, downgrade], { pro: 499, upgrade: 199 }],
  [
    'an upgrade and back in a later month',
    [pro, bill('august', 499), upgrade, downgrade],
    { august: 499, upgrade: 199 },
  ],
  ['a downgrade halfway', [pro, upgrade, bill('downgrade', -99, { credited: 598 })], { upgrade: 99 }],
  ['credit that was used', [pro, bill('august', 499, { charged: 0 }), upgrade, downgrade], { upgrade: 199 }],
])('what %s turned into credit', (_, bills, became) => {
  expect(Object.fromEntries(findBecameCredit(bills))).toEqual(became)
})
