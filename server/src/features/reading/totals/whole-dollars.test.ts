import { describe, expect, test } from 'vitest'
import { fieldsOf, shop } from '../extract/text-samples.ts'

const totalOf = (lines: readonly string[]) => fieldsOf([...shop, '03/04/2026', ...lines]).totalCents

describe('a total without cents is suggested', () => {
  test.for<[string, string[], number]>([
    ['on a handwritten docket', ['Lawn mowing | 120', 'Total | $120'], 120_00],
    ['without a dollar sign', ['Tomatoes | 20', 'Honey | 25', 'TOTAL | 45'], 45_00],
    ['in thousands', ['Fence | $3,400', 'GST | $340', 'Total (inc. GST) | $3,740'], 3740_00],
    ['with its currency behind it', ['Airport', 'TOTAL FARE | 85 AUD'], 85_00],
    ['including GST', ['Fence', 'Total $1,100 inc GST'], 1100_00],
    ['as an amount', ['Lawn mowing', 'Amount | $120'], 120_00],
    ['below its label', ['Painting', 'AMOUNT DUE', '$1,250'], 1250_00],
    ['before a deposit', ['Deck', 'Total | $1,100', 'Deposit paid | $400', 'Balance due | $700'], 1100_00],
    ['beside prices with cents', ['Coffee | 4.50', 'Cake | 5.50', 'Total | $10'], 10_00],
    ['beside GST with cents', ['Fare | 45', 'TOTAL | $45', 'GST included | $4.09'], 45_00],
  ])('%s', ([, lines, value]) => {
    expect(totalOf(lines)).toMatchObject({ value, level: 'check' })
  })
})

describe('a number isn’t a total', () => {
  test.for<[string, string[], number | undefined]>([
    ['if it counts items', ['Coffee | 4.50', 'Cake | 5.50', 'Total items | 2', '10.00'], 10_00],
    ['if it counts something and the amount follows', ['Cake | 5.50', 'TOTAL | 2', '11.00'], 11_00],
    ['if another total has cents', ['Total | $12.50', 'Points', 'TOTAL | 45'], 12_50],
    ['of an item', ['Fare | 46', 'Parking | 12'], undefined],
    ['of an ABN', ['ABN No. 85 502 972 153'], undefined],
    ['of things', ['Amount | 3'], undefined],
    ['of hours', ['Total hours | 8'], undefined],
    ['of points', ['Total points | 450'], undefined],
    ['in dollars of a part', ['Total labour | $80', 'Total parts | $40'], undefined],
    ['in dollars before GST', ['Total ex GST | $100'], undefined],
    ['in another currency', ['Total | US$120'], undefined],
    ['if it’s a year', ['Total 2024-2025'], undefined],
  ])('%s', ([, lines, value]) => {
    expect(totalOf(lines)?.value).toBe(value)
  })
})

test('a total with cents is as sure as without another one in whole dollars', () => {
  expect(totalOf(['Lawn mowing | $45', 'TOTAL | $45', 'EFTPOS | $45.00'])).toMatchObject({
    value: 45_00,
    level: 'sure',
  })
})

test('GST isn’t more than an eleventh of a total without cents', () => {
  const { gstCents } = fieldsOf([...shop, 'Fare | 45', 'TOTAL | $45', 'GST included | $4.09'])
  expect(gstCents).toMatchObject({ value: 409, origin: 'read' })
})
