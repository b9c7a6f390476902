import { expect, test } from 'vitest'
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
