import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import type { ReadFields } from '@docketbox/contract/reading/schemas'
import type { Receipt, ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { detailsOf, fileOf, fuel, receiptOf } from '../testing/receipts.ts'
import ReviewPage from './page.tsx'

const ids = [1, 2].map((n) => `01a1f98c-b7c0-73be-90be-d80dc65f000${n}`) as [string, string]
const box = { page: 1, left: 0.1, top: 0.1, width: 0.5, height: 0.05 }
const fields: ReadFields = {
  supplier: { value: 'Ampol', confidence: 0.99, level: 'sure', box },
  supplierAbn: null,
  documentDate: null,
  totalCents: { value: 5685, confidence: 0.6, level: 'check', box: { ...box, top: 0.8 } },
  gstCents: null,
}
const image = fileOf({ type: 'image/jpeg', title: 'docket.jpg', preview: 'image' })

let receipts: ReceiptDetails[]
/** How many more there are to check than the server lists. */
let others: number
let state: ReceiptDetails['readings'][number]['state']
const sent = vi.fn<(id: string, body: object) => void>()
const readAgain = vi.fn<(id: string) => void>()

beforeEach(() => {
  signInAs('User')
  sent.mockReset()
  readAgain.mockReset()
  state = 'done'
  others = 0
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  receipts = ids.map((_id) => toCheck({ _id }))
})

function toCheck(changes: Partial<Receipt>): ReceiptDetails {
  const facts = { ...receiptOf().facts, supplier: 'Ampol' }
  return detailsOf(
    receiptOf({
      file: [image],
      facts,
      sources: { supplier: 'read' },
      suggestions: { totalCents: 5685 },
      ...changes,
    }),
  )
}

function open(at = ids[0], readings?: ReceiptDetails['readings'], historyState?: object) {
  serveFakes(
    fake(receiptEndpoints.details, ({ params }) => ({
      ...receipts.find(({ _id }) => _id === params.uploadId)!,
      readings: readings ?? [{ file: image._id, state, fields: state === 'done' ? fields : null }],
    })),
    fake(categoryEndpoints.list, () => ({ docs: [fuel], page: 1, totalPages: 1, totalDocs: 1 })),
    fake(receiptEndpoints.toCheck, () => {
      const ids = receipts.filter(({ suggestions }) => suggestions).map(({ _id }) => _id)
      return { ids, total: others + ids.length }
    }),
    fake(receiptEndpoints.readingStatus, () => ({ isOn: true, waiting: 0 })),
    fake(receiptEndpoints.preview, () => new Blob(['picture'])),
    fake(receiptEndpoints.readAgain, ({ params }) => {
      readAgain(params.uploadId)
      state = 'waiting'
      return { waiting: 1 }
    }),
    fake(receiptEndpoints.editFacts, ({ params, body }) => {
      const { known: _, ...facts } = body
      sent(params.uploadId, facts)
      receipts = receipts.map((receipt) =>
        receipt._id === params.uploadId
          ? { ...receipt, facts: { ...receipt.facts, ...facts } as Receipt['facts'], suggestions: null }
          : receipt,
      )
      return receipts[0]!
    }),
  )
  return renderScreen(<ReviewPage />, {
    path: '/review/:uploadId',
    at: paths.review(at),
    state: historyState,
  })
}

test('says how many there are to check, even if they’re too many to list', async () => {
  others = 1200
  open()
  expect(await screen.findByText('1,202 to check')).toBeTruthy()
})

test('shows where values come from, and fills in what needs a check', async () => {
  open()
  expect(await screen.findByText('2 to check')).toBeTruthy()
  expect(screen.getByText('To check')).toBeTruthy()
  expect(screen.getByText('Read from the receipt')).toBeTruthy()
  expect(screen.getByText('Check this')).toBeTruthy()
  expect((screen.getByLabelText('Total (optional)') as HTMLInputElement).value).toBe('56.85')
})

test('Enter accepts everything and moves to the next, then back to the dashboard', async () => {
  const { user, router } = open()
  await screen.findByText('2 to check')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.review(ids[1])))
  expect(await screen.findByText('1 to check')).toBeTruthy()
  await user.type(await screen.findByLabelText('Total (optional)'), '{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.dashboard))
  expect(sent.mock.calls).toEqual([
    [ids[0], { totalCents: 5685 }],
    [ids[1], { totalCents: 5685 }],
  ])
  expect(await screen.findByText('All receipts checked.')).toBeTruthy()
})

test('the way back leads where the review was opened, from every receipt', async () => {
  const { user, router } = open(ids[0], undefined, { from: '/receipts?q=fuel' })
  const link = () => screen.getByRole('link', { name: 'Receipts' }).getAttribute('href')
  await screen.findByText('2 to check')
  expect(link()).toBe('/receipts?q=fuel')
  await user.click(screen.getByRole('button', { name: 'Next receipt' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.review(ids[1])))
  expect(link()).toBe('/receipts?q=fuel')
})

test('the way back goes back, so that a list is where it was left', async () => {
  const { user, router } = open(ids[0])
  await act(() => router.navigate('/receipts?q=fuel'))
  await act(() => router.navigate(paths.review(ids[0]), { state: { from: '/receipts?q=fuel' } }))
  await user.click(await screen.findByRole('link', { name: 'Receipts' }))
  await screen.findByLabelText('Elsewhere')
  expect(router.state).toMatchObject({ historyAction: 'POP', location: { search: '?q=fuel' } })
})

test('a suggestion can be accepted alone, and the keyboard goes on at its field', async () => {
  const { user } = open()
  ;(await screen.findByRole('button', { name: 'Accept $56.85' })).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sent).toHaveBeenCalledWith(ids[0], { totalCents: 5685 }))
  await screen.findByText('To add: supplier, amount, date · 1 more to check')
  expect(screen.queryByText('Check this')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Total (optional)'))
})

test('what is typed in place of a suggestion is saved', async () => {
  const { user } = open()
  const total = await screen.findByLabelText('Total (optional)')
  await user.clear(total)
  expect(screen.getByText('Check this: $56.85')).toBeTruthy()
  await user.type(total, '58.65{Enter}')
  await waitFor(() => expect(sent).toHaveBeenCalledWith(ids[0], { totalCents: 5865 }))
})

test('focusing a field highlights where its value was read', async () => {
  const { container } = open()
  const total = await screen.findByLabelText('Total (optional)')
  fireEvent.load(await screen.findByAltText('docket.jpg'))
  fireEvent.focus(total)
  expect(container.querySelector('[data-highlighted]')?.getAttribute('data-field')).toBe('totalCents')
  fireEvent.focus(screen.getByLabelText('Note (optional)'))
  expect(container.querySelector('[data-highlighted]')).toBeNull()
})

test('the picture’s button says what it does next, without a state that would contradict it', async () => {
  const { user } = open()
  await screen.findByAltText('docket.jpg')
  const button = screen.getAllByRole('button', { name: 'Show the whole picture' }).at(-1)!
  await user.click(button)
  expect(button.getAttribute('aria-label')).toBe('Show less of the picture')
  expect(button.getAttribute('aria-expanded')).toBeNull()
})

test('a value on another page or in another file shows that page', async () => {
  const type = 'application/pdf'
  const pdf = fileOf({ _id: ids[1], type, title: 'Invoice.pdf', preview: 'image', pages: 3 })
  receipts[0] = toCheck({ _id: ids[0], file: [image, pdf] })
  const onPage2 = { ...fields, totalCents: { ...fields.totalCents!, box: { ...box, page: 2 } } }
  document.title = 'Check receipt · Docketbox'
  const { user } = open(ids[0], [
    { file: image._id, state: 'done', fields: null },
    { file: pdf._id, state: 'done', fields: onPage2 },
  ])
  await screen.findByAltText('docket.jpg')
  expect(document.title).toBe('Ampol · Docketbox')
  fireEvent.focus(screen.getByLabelText('Total (optional)'))
  expect(await screen.findByAltText('Invoice.pdf, page 2')).toBeTruthy()
  expect(screen.getByText('Page 2 of 3')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Previous page' }))
  expect(await screen.findByAltText('Invoice.pdf')).toBeTruthy()
})

test('Page Down and Page Up move between receipts, as the buttons do', async () => {
  const { user, router } = open()
  await screen.findByText('2 to check')
  await user.click(screen.getByLabelText('Supplier (optional)'))
  await user.keyboard('{PageDown}')
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.review(ids[1])))
  await user.click(await screen.findByRole('button', { name: 'Previous receipt' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.review(ids[0])))
})

test('a receipt that couldn’t be read can be read again', async () => {
  state = 'failed'
  receipts[0] = toCheck({ _id: ids[0], suggestions: null, sources: {} })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Read again' }))
  expect(await screen.findByText('Reading the receipt…')).toBeTruthy()
  expect(readAgain).toHaveBeenCalledWith(ids[0])
})

test('new readings don’t replace the user’s input', async () => {
  state = 'waiting'
  receipts[0] = toCheck({ _id: ids[0], suggestions: null, facts: receiptOf().facts, sources: {} })
  const { user } = open()
  await user.type(await screen.findByLabelText('Supplier (optional)'), 'Shell')
  receipts[0] = toCheck({ _id: ids[0] })
  state = 'done'
  await screen.findByText('Check this')
  expect((screen.getByLabelText('Supplier (optional)') as HTMLInputElement).value).toBe('Shell')
  expect((screen.getByLabelText('Total (optional)') as HTMLInputElement).value).toBe('56.85')
})

test('with nothing left to check, it says what’s missing', async () => {
  receipts = [toCheck({ _id: ids[0], suggestions: null, missing: ['description'] })]
  open()
  expect(await screen.findByText('To add: what you bought')).toBeTruthy()
})

test('a file without a picture says why', async () => {
  receipts[0] = toCheck({ _id: ids[0], file: [fileOf()] })
  open()
  expect(await screen.findByText('Preview not available for DOCX files')).toBeTruthy()
})

test('opened to fill in a detail, it starts there and returns once that is saved', async () => {
  receipts = [detailsOf(receiptOf({ _id: ids[0], file: [image] })), toCheck({ _id: ids[1] })]
  const { user } = open(ids[0], undefined, { from: '/years/2025-26', field: 'supplier' })
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('supplier'))
  expect(screen.getByText('To add: supplier, amount, date')).toBeTruthy()
  await user.keyboard('Shell')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith(ids[0], { supplier: 'Shell' }))
  expect(await screen.findByText('File updated successfully!')).toBeTruthy()
})
