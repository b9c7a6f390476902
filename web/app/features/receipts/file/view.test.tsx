import type { ReceiptFile } from '@docketbox/contract/receipts/schemas'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes, serveNothing } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { FileView } from './view.tsx'
import { fileOf } from '../testing/receipts.ts'

beforeEach(() => {
  signInAs()
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }),
  )
  serveFakes(
    fake(receiptEndpoints.preview, () => new Blob(['picture'])),
    fake(receiptEndpoints.download, () => new Blob(['%PDF-'])),
  )
})

const show = (file: Partial<ReceiptFile>) =>
  renderScreen(<FileView receiptId="01a1f98c-b7c0-73be-90be-d80dc65f0001" file={fileOf(file)} />)
const pdf = { type: 'application/pdf', title: 'Invoice.pdf', preview: 'image' } as const

test('a PDF shows its pages', async () => {
  show(pdf)
  expect((await screen.findByTitle('Pages of Invoice.pdf')).tagName).toBe('IFRAME')
})

test('without a PDF viewer, the first page is shown as an image', async () => {
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { pdfViewerEnabled: { value: false }, onLine: { value: true } }),
  )
  show(pdf)
  expect((await screen.findByAltText('Invoice.pdf')).getAttribute('src')).toBe('blob:1')
})

test.each([
  ['a Word document', { preview: 'none' as const }, 'Preview not available for DOCX files'],
  ['a PDF with a password', { ...pdf, preview: 'locked' as const }, receiptRefusals.lockedPreview.message],
])('%s says why it has no preview', async (_, file, sentence) => {
  show(file)
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test.each([
  ['lost', receiptRefusals.damagedFile],
  ['in quarantine', receiptRefusals.quarantined],
])('a PDF whose stored copy is %s says what to do', async (_, refusal) => {
  serveFakes(fake(receiptEndpoints.download, () => refuse(refusal)))
  show(pdf)
  expect(await screen.findByText(refusal.message)).toBeTruthy()
})

test('a failed preview can be retried', async () => {
  let requested = 0
  serveFakes(
    fake(receiptEndpoints.preview, ({ query }) => {
      requested++
      if (query.again !== 'true') return refuse(receiptRefusals.noPreview)
      return new Blob(['picture'])
    }),
  )
  const { user } = show({ title: 'Shell.jpg', preview: 'image' })
  await screen.findByText(receiptRefusals.noPreview.message)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await screen.findByAltText('Shell.jpg')).getAttribute('src')).toBe('blob:1')
  expect(requested).toBeGreaterThanOrEqual(2)
})

test.each([
  ['a photo', { title: 'Shell.jpg', preview: 'image' } as const, () => screen.findByAltText('Shell.jpg')],
  ['a PDF', pdf, () => screen.findByTitle('Pages of Invoice.pdf')],
])('%s that a bad connection kept from loading says so, and can be loaded again', async (_, file, shown) => {
  const { fetch } = globalThis
  serveNothing()
  const { user } = show(file)
  await screen.findByText('Network error. Please check your connection.')
  vi.stubGlobal('fetch', fetch)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await shown()).toBeTruthy()
})
