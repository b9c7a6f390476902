import { describe, expect, test } from 'vitest'
import { fieldsOf, shop } from '../extract/text-samples.ts'

test.for<[string, string[], number]>([
  [
    'leaves out cash paid out',
    ['Milk | 4.00', 'Meat | 16.00', 'TOTAL | $20.00', 'CASH OUT | $50.00', 'EFTPOS | $70.00'],
    20_00,
  ],
  [
    'leaves out cash paid out on a card slip',
    ['PURCHASE | $20.00', 'CASH OUT | $50.00', 'TOTAL AUD | $70.00'],
    20_00,
  ],
  ['may have its thousands parted by a space', ['Fence | $1 234.50', 'TOTAL | $1 234.50'], 1234_50],
  ['includes a surcharge', ['Subtotal | 27.50', 'Card surcharge 1.2% | 0.33', 'Total | $27.83'], 27_83],
  ['includes a tip', ['PURCHASE | $40.00', 'TIP | $4.00', 'TOTAL AUD | $44.00'], 44_00],
])('a total %s', ([, lines, value]) => {
  expect(fieldsOf([...shop, '03/04/2026', ...lines]).totalCents?.value).toBe(value)
})

test.for([
  'Fees paid for the year 2025-26: $330.00 (including GST $30.00)',
  'Amount paid: $330.00 including $30.00 GST',
  'You paid $330.00 (incl. GST $30.00)',
])('a total isn’t the GST beside it: %s', (line) => {
  expect(fieldsOf([...shop, '03/04/2026', line])).toMatchObject({
    totalCents: { value: 330_00 },
    gstCents: { value: 30_00, origin: 'read' },
  })
})

test.for([
  ['Fence - $80.00', 'Gate - $20.00', 'GST - $10.00', 'Total - $110.00'],
  ['Points worth $1.00', 'GST - $10.00', 'Order total (inc GST) - $110.00'],
])('a dash before a total isn’t a minus: %s', (lines) => {
  expect(fieldsOf([...shop, '03/04/2026', ...lines])).toMatchObject({
    totalCents: { value: 110_00 },
    gstCents: { value: 10_00, origin: 'read' },
  })
})

describe('a total is what was charged, rounded to five cents only in cash', () => {
  const goods = ['Milk | 4.50', 'Bread | 7.87']
  test.for<[string, string[], number]>([
    ['with the rounding and the cash', ['Total | 12.37', 'Rounding | -0.02', 'Cash | 12.35'], 12_35],
    [
      'with cash and change',
      ['TOTAL | $12.37', 'ROUNDING | $0.02', 'CASH | $20.00', 'CHANGE | $7.65'],
      12_35,
    ],
    ['with change but no rounding', ['Total | $12.37', 'Cash | 20.00', 'Change | 7.65'], 12_35],
    ['with cash but no rounding', ['Total | $12.37', 'Cash | 12.35'], 12_35],
    ['with the rounding only', ['Total | $12.37', 'Rounding | -0.02'], 12_35],
    [
      'with the total after it',
      ['Subtotal | 12.37', 'Rounding | (0.02)', 'Total | 12.35', 'Cash | 12.35'],
      12_35,
    ],
    [
      'misread, with the cash',
      ['Subtotal | 12.37', 'Rounding | -0.02', 'Total | 12.36', 'Cash | 12.35', 'Change | 0.00'],
      12_35,
    ],
    ['paid by card', ['Total | $12.37', 'Rounding | 0.00', 'EFTPOS | 12.37'], 12_37],
    [
      'paid by card, with both totals',
      ['Total | 12.37', 'Total in cash, rounded | 12.35', 'Visa | 12.37'],
      12_37,
    ],
    ['paid in part by card', ['Total | $12.37', 'Visa | $2.00', 'Rounding | -0.02', 'Cash | 10.35'], 12_35],
  ])('%s', ([, lines, value]) => {
    expect(fieldsOf([...shop, '03/04/2026', ...goods, ...lines]).totalCents?.value).toBe(value)
  })

  test('and as sure as a total printed once', () => {
    const lines = ['Total | 12.37', 'Rounding | -0.02', 'Cash | 12.35', 'Change | 0.00']
    expect(fieldsOf([...shop, '03/04/2026', ...goods, ...lines]).totalCents?.level).toBe('sure')
  })
})

describe('a total is of what was bought', () => {
  const totalOf = (lines: readonly string[]) => fieldsOf([...shop, '03/04/2026', ...lines]).totalCents
  test.for<[string, string[], number]>([
    [
      'not what’s left after a deposit',
      ['Deck | 500.00', 'Total | 500.00', 'Deposit paid | 200.00', 'Balance due | 300.00'],
      500_00,
    ],
    [
      'not what’s left after a payment',
      [
        'Deck | 500.00',
        'GST | 50.00',
        'TOTAL AUD | 550.00',
        'Less amount paid | 200.00',
        'AMOUNT DUE AUD | 350.00',
      ],
      550_00,
    ],
    [
      'not what’s left after several payments',
      ['Deck | 550.00', 'Total | 550.00', 'Payment 1 | 200.00', 'Payment 2 | 150.00', 'Balance due | 200.00'],
      550_00,
    ],
    [
      'without a discount',
      ['Work | 100.00', 'Subtotal | 100.00', 'Discount | -10.00', 'Total | 90.00', 'Visa | 90.00'],
      90_00,
    ],
    [
      'without a discount on the total',
      ['Work | 100.00', 'Total | 100.00', 'Member discount | 10.00', 'Amount due | 90.00'],
      90_00,
    ],
    [
      'with a card surcharge',
      ['Service | 100.00', 'Total | 100.00', 'Surcharge | 1.20', 'Amount charged | 101.20'],
      101_20,
    ],
    [
      'with a surcharge on the card slip',
      ['Tea | 14.00', 'Total | 14.00', 'PURCHASE | 14.00', 'SURCHARGE | 0.21', 'TOTAL AUD | 14.21'],
      14_21,
    ],
  ])('%s', ([, lines, value]) => {
    expect(totalOf(lines)).toMatchObject({ value, level: 'sure' })
  })

  test.for<[string, string[]]>([
    ['what’s owing on an account', ['Invoice amount | 220.00', 'Total account balance | 1,530.00']],
    ['what counts towards a limit', ['Amount | 220.00', 'Family safety net total | 245.60']],
    ['litres', ['TOTAL LITRES | 342.31', 'AMOUNT | 220.00']],
  ])('not %s', ([, lines]) => {
    expect(totalOf(lines)?.value).toBe(220_00)
  })

  test.for<[string, string[], number]>([
    [
      'if no total is labelled',
      ['Deck | $500.00', 'Deposit paid | $200.00', 'Balance due | $300.00'],
      500_00,
    ],
    [
      'if no total is printed',
      ['Deck | $450.00', 'Stairs | $50.00', 'Deposit paid | $200.00', 'Balance due | $300.00'],
      300_00,
    ],
    [
      'if a discount depends on when it’s paid',
      ['Total | $412.00', 'Discount | -$20.00', 'Amount due if paid by 20 Apr | $392.00'],
      392_00,
    ],
    [
      'if an earlier bill is still owing',
      ['Previous balance | $65.00', 'Current charges | $75.00', 'Total amount payable | $140.00'],
      75_00,
    ],
    [
      'if an account is',
      ['Paint | 220.00', 'Total inc GST | 220.00', 'Previous balance | 1,310.00', 'Total owing | 1,530.00'],
      220_00,
    ],
  ])('but never sure %s', ([, lines, value]) => {
    expect(totalOf(lines)).toMatchObject({ value, level: 'check' })
  })
})
