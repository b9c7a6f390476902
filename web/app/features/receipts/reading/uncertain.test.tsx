import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { ReadFields } from '@docketbox/contract/reading/schemas'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fake } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { clearPending } from '../pending/store.ts'
import { fieldsOf } from '../testing/drafts.ts'
import { openPhoto } from '../testing/open-photo.tsx'
import { fuel, receiptOf } from '../testing/receipts.ts'
import { draftFor, photo } from '../testing/uploads.ts'
import { serveDrafts, taxi } from '../testing/waiting-drafts.ts'
import { ReceiptLines } from '../receipt/receipt-lines.tsx'
import ToFilePage from '../to-file/page.tsx'

const saved = vi.fn<(body: object) => void>()

function photograph(fields: ReadFields) {
  const reading = { state: 'done' as const, fields }
  return openPhoto(
    fake(receiptEndpoints.uploadFile, () => ({ ...draftFor(photo), reading })),
    fake(categoryEndpoints.list, () => ({ docs: [fuel], totalPages: 1, page: 1, totalDocs: 1 })),
    fake(receiptEndpoints.save, ({ body }) => {
      saved(body)
      return receiptOf({ category: body.category })
    }),
  )
}

test('an uncertain supplier is suggested as the supplier, and describes nothing until it’s confirmed', async () => {
  const user = await photograph(fieldsOf({ supplier: 'Amp0l', totalCents: 6_820 }, ['supplier']))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Supplier/).value).toBe('Amp0l'))
  const description = screen.getByRole<HTMLInputElement>('textbox', { name: 'Description' })
  expect(description.value).toBe('')
  await user.click(screen.getByRole('button', { name: 'Confirm supplier' }))
  await waitFor(() => expect(description.value).toBe('Amp0l'))
  await user.click(await screen.findByRole('button', { name: /^Fuel/ }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  // Otherwise it would be one that the user wrote.
  expect(saved.mock.lastCall![0]).toMatchObject({ description: '' })
})

test('a list doesn’t show an uncertain supplier as if it were known', () => {
  const receipt = receiptOf({ description: 'Amp0l', suggestions: { supplier: 'Amp0l' } })
  const unknown = { ...receipt, facts: { ...receipt.facts, supplier: null } }
  const { unmount } = renderScreen(<ReceiptLines receipt={unknown} />)
  expect(screen.getByText('Maybe')).toBeTruthy()
  unmount()
  const known = { ...unknown, facts: { ...receipt.facts, supplier: 'Ampol' } }
  renderScreen(<ReceiptLines receipt={known} />)
  expect(screen.queryByText('Maybe')).toBeNull()
})

test('a total that may be in another currency says so until it’s confirmed', async () => {
  const fields = fieldsOf({ supplier: 'Hosting', totalCents: 4_900 }, ['totalCents'])
  const user = await photograph({ ...fields, totalCents: { ...fields.totalCents!, isForeign: true } })
  expect(await screen.findByText(/^The total may be in another currency\./)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Confirm total' }))
  expect(screen.queryByText(/^The total may be in another currency\./)).toBeNull()
})

test('in To file it says so until it’s changed', async () => {
  signInAs()
  clearPending()
  const fields = fieldsOf({ supplier: 'Hosting', totalCents: 4_900 }, ['totalCents'])
  const totalCents = { ...fields.totalCents!, isForeign: true }
  serveDrafts([{ ...taxi, reading: { state: 'done', fields: { ...fields, totalCents } } }])
  const { user } = renderScreen(<ToFilePage />, { path: '/to-file' })
  expect(await screen.findByText(/^The total may be in another currency\./)).toBeTruthy()
  const total = screen.getByLabelText('Total, Hosting')
  await user.clear(total)
  await user.type(total, '75.10')
  expect(screen.queryByText(/^The total may be in another currency\./)).toBeNull()
})
