import { expect, test } from 'vitest'
import { type PaidBill, traceCharges } from './trace-charges.ts'

type Details = Partial<Pick<PaidBill, 'isReturned' | 'lostCents'>> & { charged?: number; credited?: number }
const bill = (
  invoice: string,
  totalCents: number,
  { charged = totalCents, credited = 0, ...details }: Details = {},
): PaidBill => ({
  invoice,
  totalCents,
  chargedCents: Math.max(0, charged),
  creditedCents: credited,
  ...details,
})
const pro = bill('pro', 499)
const upgrade = bill('upgrade', 698, { credited: 499 })
const downgrade = bill('downgrade', -698, { credited: 1197 })
const premium = bill('premium', 1197)
const august = bill('august', 499)
const withCredit = bill('august', 499, { charged: 0 })
const refunded = { ...upgrade, isReturned: true }

test.each<[string, PaidBill[], Record<string, number>]>([
  ['renewals', [pro, august], {}],
  ['an upgrade', [pro, upgrade], {}],
  ['a downgrade', [premium, downgrade], { premium: 698 }],
  ['an upgrade and back', [pro, upgrade, downgrade], { pro: 499, upgrade: 199 }],
  ['an upgrade and back in a later month', [pro, august, upgrade, downgrade], { august: 499, upgrade: 199 }],
  ['a downgrade halfway', [pro, upgrade, bill('downgrade', -99, { credited: 598 })], { upgrade: 99 }],
  ['credit that was used', [pro, withCredit, upgrade, downgrade], { upgrade: 199 }],
])('what %s turned into credit', (_, bills, became) => {
  const entries = [...traceCharges(bills)].filter(([, { movedToBalanceCents }]) => movedToBalanceCents > 0)
  expect(
    Object.fromEntries(entries.map(([invoice, { movedToBalanceCents }]) => [invoice, movedToBalanceCents])),
  ).toEqual(became)
})

/** What each charge can't be refunded in part, because it became credit or pays for the current plan. */
test.each<[string, PaidBill[], Record<string, number>]>([
  ['renewals', [pro, august], {}],
  ['an upgrade', [pro, upgrade], { pro: 499 }],
  ['an upgrade halfway', [pro, bill('upgrade', 948, { credited: 249 })], { pro: 249 }],
  ['an upgrade that was refunded', [pro, refunded], {}],
  ['an upgrade in a month that has passed', [pro, upgrade, bill('august', 1197)], {}],
  ['a downgrade', [premium, downgrade], { premium: 1197 }],
  ['a downgrade in a month that has passed', [premium, downgrade, august], { premium: 698 }],
  ['a downgrade whose credit paid for the next month', [premium, downgrade, withCredit], { premium: 698 }],
  ['an upgrade and back', [pro, upgrade, downgrade], { pro: 499, upgrade: 698 }],
  ['an upgrade and back, then refunded', [pro, refunded, downgrade], { pro: 499, upgrade: 698 }],
  ['an upgrade and back in August', [pro, august, upgrade, downgrade], { august: 499, upgrade: 698 }],
  [
    'an upgrade, back, and up again with the credit',
    [pro, august, upgrade, downgrade, bill('again', 698, { charged: 0, credited: 499 })],
    { august: 499, upgrade: 698 },
  ],
  [
    'a change from a month that credit paid for',
    [premium, downgrade, withCredit, bill('upgrade', 698, { charged: 499, credited: 499 })],
    { premium: 698 },
  ],
  [
    'two upgrades of which the second was refunded',
    [pro, upgrade, bill('year', 3793, { credited: 1197, isReturned: true })],
    { pro: 499 },
  ],
  [
    'a downgrade while a charge was lost',
    [
      bill('pro', 100),
      bill('lost', 399, { credited: 100 }),
      upgrade,
      bill('downgrade', -299, { credited: 798, lostCents: { lost: 399 } }),
    ],
    { pro: 100, upgrade: 698 },
  ],
])('of charges before %s, no cent is counted twice', (_, bills, counted) => {
  const traced = [...traceCharges(bills)]
  expect(
    Object.fromEntries(
      traced.map(([id, { movedToBalanceCents, paysCurrentPlanCents }]) => [
        id,
        movedToBalanceCents + paysCurrentPlanCents,
      ]),
    ),
  ).toEqual(counted)
})
