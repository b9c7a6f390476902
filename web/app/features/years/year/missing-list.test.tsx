import type { YearSummary } from '@docketbox/contract/years/summary'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { MissingList } from './missing-list.tsx'

const docs = Array.from({ length: 50 }, (_, n) => ({
  _id: `01a1f98c-b7c0-73be-90be-d80dc65f${1000 + n}`,
  name: `Shell ${n}`,
  day: '2026-03-03',
  totalCents: 1000,
  currency: 'AUD',
  missing: ['supplierAbn'],
}))

test.each([
  [false, 51, '1 more is in your receipts.'],
  [false, 1250, '1,200 more are in your receipts.'],
  [true, 120, '70 more are among the receipts.'],
])('says how many aren’t listed (for an accountant: %s, of %i)', async (isReadOnly, receipts, sentence) => {
  const summary = { incomeYear: '2025-26', missing: { receipts, docs } } as unknown as YearSummary
  const { user } = renderScreen(<MissingList summary={summary} isReadOnly={isReadOnly} />)
  await user.click(await screen.findByRole('button', { name: 'Show 45 more' }))
  expect(screen.getByText(/ more (is|are) /).textContent).toBe(sentence)
})

test('the printed year says how many more there are than it lists', async () => {
  const summary = { incomeYear: '2025-26', missing: { receipts: 1250, docs } } as unknown as YearSummary
  const { user } = renderScreen(<MissingList summary={summary} isReadOnly={false} />)
  const inPrint = await screen.findByText('And 1,245 more.')
  expect(inPrint.className).toContain('hidden')
  expect(inPrint.className).toContain('print:block')
  await user.click(screen.getByRole('button', { name: 'Show 45 more' }))
  expect(screen.queryByText('And 1,245 more.')).toBeNull()
})

test('receipts that lack details lead to where they’re added', async () => {
  const doc = { ...docs[0], _id: 'r1', name: 'Ampol', missing: ['date', 'supplierAbn'] }
  const summary = { incomeYear: '2025-26', missing: { receipts: 1, docs: [doc] } } as unknown as YearSummary
  const { user, router } = renderScreen(<MissingList summary={summary} isReadOnly={false} />)
  const link = await screen.findByRole('link', { name: /Ampol/ })
  expect(link.textContent).toContain('To add: date, supplier’s ABN')
  await user.click(link)
  expect(router.state.location).toMatchObject({ pathname: '/review/r1', state: { field: 'documentDate' } })
})
