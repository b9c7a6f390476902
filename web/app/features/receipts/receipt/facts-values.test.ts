import { expect, test } from 'vitest'
import { detailsOf, receiptOf } from '../testing/receipts.ts'
import { startingValues } from './facts-values.ts'

test('a review shows what’s suggested, but never in place of a fact', () => {
  const facts = { ...receiptOf().facts, supplier: 'Ampol', totalCents: 5685 }
  const suggestions = { totalCents: 5885, documentDate: '2026-03-01' }
  const receipt = detailsOf(receiptOf({ facts, suggestions }))
  const shown = { supplier: 'Ampol', totalCents: 5685, documentDate: '2026-03-01' }
  expect(startingValues(receipt, true)).toMatchObject(shown)
  expect(startingValues(receipt, false)).not.toHaveProperty('documentDate')
})
