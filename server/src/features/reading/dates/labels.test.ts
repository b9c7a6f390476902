import { describe, expect, test } from 'vitest'
import { fieldsOf, shop } from '../extract/text-samples.ts'

const dateOf = (lines: readonly string[]) => fieldsOf([...shop, ...lines, 'Total | 10.00']).documentDate

describe('the date of an invoice isn’t when it’s due', () => {
  test.for([
    ['below its label', ['Due Date', '15 Jun 2026', 'Invoice Date', '1 Jun 2026']],
    ['below its label, beside another one', ['Due Date | Invoice Date', '15 Jun 2026 | 1 Jun 2026']],
    ['behind its label, beside another one', ['Due Date: 15 Jun 2026 Invoice Date: 1 Jun 2026']],
    ['in columns', ['Date 01/06/2026 | Due 15/06/2026']],
  ] as const)('%s', ([, lines]) => {
    expect(dateOf(lines)).toMatchObject({ value: '2026-06-01', level: 'sure' })
  })
})

test.for([
  ['an amount due', ['Amount due | 12.00', '01/06/2026']],
  ['another date', ['Warranty until 15/06/2026', '01/06/2026']],
] as const)('a date below %s is its own', ([, lines]) => {
  expect(dateOf(lines)).toMatchObject({ value: '2026-06-01', level: 'sure' })
})
