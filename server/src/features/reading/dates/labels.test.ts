import { describe, expect, test } from 'vitest'
import { fieldsOf, shop } from '../extract/text-samples.ts'

const dateOf = (lines: readonly string[]) => fieldsOf([...shop, ...lines, 'Total | 10.00']).documentDate

describe('the date of an invoice isn’t when it’s due', () => {
  test.for([
    ['below its label', ['Due Date', '15 Jun 2026', 'Invoice Date', '1 Jun 2026']],
    ['below its label, beside another one', ['Due Date | Invoice Date', '15 Jun 2026 | 1 Jun 2026']],
    ['in a table without places', ['Invoice number Invoice date Due date', 'INV-1 1 Jun 2026 15 Jun 2026']],
    ['behind its label, beside another one', ['Due Date: 15 Jun 2026 Invoice Date: 1 Jun 2026']],
    ['in columns', ['Date 01/06/2026 | Due 15/06/2026']],
  ] as const)('%s', ([, lines]) => {
    expect(dateOf(lines)).toMatchObject({ value: '2026-06-01', level: 'sure' })
  })
})

describe('the date of a receipt isn’t when', () => {
  test.for([
    ['a flight departs', ['Issued on 01JUN26', 'Departs Thu 18 Jun 2026 6:15am']],
    ['a guest arrives', ['Booked on 1 Jun 2026', 'Arrive Mon 15 Jun 2026 14:00']],
    ['a course begins', ['01/06/2026', 'Course date: 15/06/2026 9:00 AM']],
    ['a patient comes again', ['01/06/2026', 'Next appointment: 15/06/2026 10:30']],
    ['a period ends', ['Bill 1 Jun 2026', 'Billing period 1 May 2026 to 31 May 2026']],
    ['a period ends, even if it’s later', ['Bill 1 Jun 2026', 'Period 03/06/2026 - 02/07/2026']],
    ['the next one is due', ['Receipt 1 June 2026', 'Next billing date 15 June 2026']],
    ['it will be paid', ['Bill 1 June 2026', 'We’ll debit your account on date 15 June 2026']],
    ['its terms are from', ['01/06/2026 12:30', 'Terms updated 01/01/2026']],
    ['someone flies', ['Booking confirmed 1 June 2026', 'SYD to MEL Mon 15 Jun 2026 07:00']],
    ['it was printed again', ['Sale date 01/06/2026', 'Date printed 15/06/2026 10:12']],
    ['something else was ordered', ['Invoice date / Delivery date 1 June 2026', 'Order date 28 May 2026']],
  ] as const)('%s', ([, lines]) => {
    expect(dateOf(lines)?.value).toBe('2026-06-01')
  })
})

test.for([
  ['an amount due', ['Amount due | 12.00', '01/06/2026']],
  ['another date', ['Warranty until 15/06/2026', '01/06/2026']],
] as const)('a date below %s is its own', ([, lines]) => {
  expect(dateOf(lines)).toMatchObject({ value: '2026-06-01', level: 'sure' })
})

test.for(
  ['Return by 03/05/2026 with docket', 'Return by Sunday 3 May 2026', 'Fares effective 01/07/2025', 'Competition closes 30/09/2026', 'Sale ends: 30/06/2026', 'Redeem by 30/09/2026', 'Use by 03/05/2026', 'Warranty to 03/04/2026', 'Liquor licence 12/03/2024', 'Points expiring 30/09/2026', 'Prices as at 01/07/2025', 'Sale ends: | 30/06/2026', 'Return by | 03/05/2026', 'Warranty to | 03/04/2026', 'Member since | 01/07/2025', 'As at | 01/07/2025'], // prettier-ignore
)('the only date isn’t sure to be the receipt’s in “%s”', (line) => {
  expect(dateOf(['Fri 3 Apr 10:21am', line])?.level).not.toBe('sure')
})

test.for(
  ['Due date: 03/05/2026', 'Delivery date 3 May 2026', 'Expiry date 03/05/2026', 'Effective date 03/05/2026', 'Start date 3 May 2026'], // prettier-ignore
)('a date of something else isn’t sure, even if there’s no other: %s', (line) => {
  expect(dateOf([line])).toMatchObject({ value: '2026-05-03', level: 'check' })
})

test('when a guest arrived doesn’t confirm the first of several dates', () => {
  const nights = ['29/06/2026 Room | 126.00', '30/06/2026 Room | 126.00']
  const lines = ['Arrival 29/06/2026', ...nights, '01/07/2026 Visa | -252.00']
  expect(dateOf(lines)?.level).toBe('check')
})

describe('a date at the end', () => {
  const lastDateOf = (line: string) => fieldsOf([...shop, 'Hose | 10.00', 'Total | 10.00', line]).documentDate
  test('is never sure in a sentence about something else', () => {
    expect(lastDateOf('Winner drawn 03/04/2026')).toMatchObject({ value: '2026-04-03', level: 'check' })
  })

  test.for(
    ['03/04/2026', 'Friday 3 April 2026', 'Fri 03/04/2026 17:31', 'Date 03/04/2026', 'Paid 3 April 2026', 'Invoice of 3 April 2026', 'Receipt 4471 03/04/2026', 'Licence 12345 | 03/04/2026', 'Mon to Fri 9 to 5 | 03/04/2026', 'Operator: Jo | 03/04/2026', 'APPROVED 03/04/2026', 'Thank you! 03/04/2026'], // prettier-ignore
  )('may be sure: %s', (line) => {
    expect(lastDateOf(line)).toMatchObject({ value: '2026-04-03', level: 'sure' })
  })
})

describe('the date of an order isn’t when a browser printed it', () => {
  const printed = '02/07/2026, 10:21 | Your order'
  test.for<[string, readonly string[]]>([
    ['above', [printed, ...shop, 'Order placed: 1 June 2026', 'Total | 10.00']],
    ['above', [printed, ...shop, 'Paid on 1 June 2026', 'Total | 10.00', 'https://wattle.example | 1/1']],
    ['below', [...shop, '1 June 2026', 'Total | 10.00', '1 of 1 | 02/07/2026, 10:21 am']],
  ])('%s', ([, lines]) => {
    expect(fieldsOf(lines).documentDate).toMatchObject({ value: '2026-06-01', level: 'sure' })
  })

  test('even if the page only says when it arrived', () => {
    const lines = ['02/07/2026, 10:21 Your order', ...shop, 'Delivered 20 June 2026', 'Total | 10.00']
    expect(fieldsOf(lines).documentDate?.level).not.toBe('sure')
  })
})

test.for([
  ['begin with it', ['03/04/2026, 10:21', 'Hose | 10.00', 'Total | 10.00']],
  ['begin with it and the seconds', ['03/04/2026, 10:21:33 am', ...shop, 'Return by 03/05/2026']],
  ['begin with it and a number', ['03/04/2026, 10:21 am Sale 4471', ...shop, 'Return by 03/05/2026']],
  [
    'begin with it and have an address',
    ['03/04/2026, 10:21 am', ...shop, 'Tell us at https://wattle.example'],
  ],
  ['end with it', [...shop, 'Total | 10.00', 'Return by 03/05/2026', '03/04/2026, 10:21 am']],
  ['have it beside who was billed', [...shop, ' | Invoice date', 'Bill to: | 03/04/2026', 'Mia Jones']],
  ['name the week it’s for', [...shop, 'Week ending 03/04/2026', 'Total | 10.00']],
  ['have it beside who served', [...shop, 'Served by: | 03/04/2026', 'Hose | 10.00']],
] as const)('a docket may %s', ([, lines]) => {
  expect(fieldsOf(lines).documentDate).toMatchObject({ value: '2026-04-03', level: 'sure' })
})
