import { expect, test } from 'vitest'
import { fieldsOf, shop } from '../extract/text-samples.ts'

const SELLER = '51824753556'
const BUYER = '53004085616'
const end = ['3 April 2026', 'Fence | $110.00', 'GST | $10.00', 'Total | $110.00']

test.for([
  ['is beside its label', shop],
  ['is below its label', ['Wattle Cafe', 'Invoice number | ABN', 'INV-0088 | 51 824 753 556']],
  ['is beside a label in words', ['Wattle Cafe', 'Australian Business Number: 51 824 753 556']],
  ['is above the buyer’s', [...shop, 'Bill to', 'Jones Consulting', 'ABN 53 004 085 616', '12 High St']],
  [
    'is below the buyer’s',
    ['Wattle Cafe', 'Bill to: Jones Consulting, ABN 53 004 085 616', 'ABN 51 824 753 556'],
  ],
  [
    'is left of the buyer’s',
    ['From | To', 'Wattle Cafe | Jones Pty Ltd', 'ABN 51 824 753 556 | ABN 53 004 085 616'],
  ],
  [
    'is right of the buyer’s',
    ['Bill to: | Wattle Cafe', 'Jones Pty Ltd | 4 Hay St', 'ABN 53 004 085 616 | ABN 51 824 753 556'],
  ],
  [
    'follows the buyer’s address',
    ['Sold to Jones', '12 High St', 'Invoice from Wattle Cafe', 'ABN 51 824 753 556'],
  ],
  [
    'is in the text of an email',
    ['From: Wattle <hi@wattle.example>', 'Subject: Receipt', 'To: mia@example.com', ...shop],
  ],
  [
    'is in the text of an email to a name with an address',
    ['From: Wattle <hi@wattle.example>', 'Subject: Receipt', 'To: Mia <mia@example.com>', ...shop],
  ],
  [
    'is below the buyer’s, whose email is printed',
    ['Wattle Cafe', 'To: Jones jo@jones.example', 'ABN 53 004 085 616', 'ABN 51 824 753 556'],
  ],
  [
    'is in the text of an email to a name',
    ['From: Wattle <hi@wattle.example>', 'Sent: Friday', 'To: Mia Jones', 'Subject: Receipt', ...shop],
  ],
  ['stands beside other numbers', [...shop, 'Order 51824753557', 'Barcode 9300675024235']],
] as const)('the supplier’s ABN %s', ([, lines]) => {
  expect(fieldsOf([...lines, ...end]).supplierAbn).toMatchObject({ value: SELLER, level: 'sure' })
})

test.for([
  [
    'of an invoice of Xero with the buyer’s address first',
    [
      'Jones Consulting | Invoice number',
      '12 High St | INV-0088',
      'ABN: 53 004 085 616 | ABN',
      ' | 51 824 753 556',
    ],
    SELLER,
  ],
  ['with letters that look like digits', ['Wattle Cafe', 'ABN 5I 824 753 SS6'], SELLER],
  ['if another is printed without a label', [...shop, 'Jones Consulting 53 004 085 616'], SELLER],
  [
    'of a customer whose email is printed',
    ['Wattle Cafe', 'Customer: mia@jones.example', 'ABN 53 004 085 616'],
    BUYER,
  ],
  ['of the buyer', ['Wattle Cafe', 'Bill to', 'Jones Consulting', 'ABN 53 004 085 616'], BUYER],
] as const)('an ABN is only suggested: %s', ([, lines, value]) => {
  expect(fieldsOf([...lines, ...end])).toMatchObject({
    supplierAbn: { value, level: 'check' },
    documentDate: { level: 'sure' },
    gstCents: { level: 'sure' },
  })
})

test('an ABN with a wrong checksum is never offered', () => {
  expect(fieldsOf(['Wattle Cafe', 'ABN 51 824 753 557', ...end]).supplierAbn).toBeNull()
})
