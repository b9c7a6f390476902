import { expect, test } from 'vitest'
import { receiptDate, receiptTitle } from './naming.ts'

const facts = { supplier: null, totalCents: null, currency: 'AUD', documentDate: null, paidDate: null }

test.each([
  [{ supplier: 'Ampol', totalCents: 5685 }, 'Ampol $56.85'],
  [{ supplier: 'Ampol' }, 'Ampol'],
  [{ totalCents: 123_450 }, 'Diesel to Dubbo $1,234.50'],
  [{}, 'Diesel to Dubbo'],
  [{ supplier: 'Hotel', totalCents: 9_900, currency: 'USD' }, 'Hotel 99.00 USD'],
])('a receipt with %j is called %s', (known, title) => {
  expect(receiptTitle({ description: 'Diesel to Dubbo', facts: { ...facts, ...known } })).toBe(title)
})

test.each([
  [{ documentDate: '2026-03-03', paidDate: '2026-03-09' }, '3 Mar 2026'],
  [{ paidDate: '2026-03-09' }, '9 Mar 2026'],
  [{}, 'Added 22 Nov'],
])('the date of a receipt with %j is %s', (known, date) => {
  expect(receiptDate({ facts: { ...facts, ...known }, capturedOn: '2026-11-22' }, '2026-12-01')).toBe(date)
})

test('a receipt added in another year shows the year', () => {
  expect(receiptDate({ facts, capturedOn: '2025-11-22' }, '2026-01-02')).toBe('Added 22 Nov 2025')
})
