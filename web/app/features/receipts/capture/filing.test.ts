import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, fakeLateRefusal, refuse } from '#testing/fake-api.ts'
import { appendFiles, pendingUpload, setDescription } from '../pending/store.ts'
import { fieldsOf } from '../testing/drafts.ts'
import { openPhoto } from '../testing/open-photo.tsx'
import { detailsOf, fuel, receiptOf, travel } from '../testing/receipts.ts'
import { draftFor, photo, uploadedFile } from '../testing/uploads.ts'

const saved = vi.fn<(body: object) => void>()
const unfiled = vi.fn<(ids: string[]) => void>()

const ampol = fieldsOf({ supplier: 'Ampol', documentDate: '2026-03-03', totalCents: 6_820 }, ['totalCents'])
const waiting: Draft = { ...draftFor(photo), reading: { state: 'waiting', fields: null } }
const read: Draft = {
  ...waiting,
  reading: { state: 'done', fields: ampol },
  suggestedCategory: { category: fuel._id, receipts: 12 },
}

const fakes = [
  fake(categoryEndpoints.list, () => ({ docs: [fuel, travel], totalPages: 1, page: 1, totalDocs: 2 })),
  fake(receiptEndpoints.save, ({ body }) => {
    saved(body)
    return receiptOf({ category: body.category })
  }),
  fake(receiptEndpoints.unfile, ({ body }) => {
    unfiled(body.receipts)
    return { drafts: [draftFor(photo)] }
  }),
]

const photograph = (...first: typeof fakes) => openPhoto(...first, ...fakes)
const tile = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })
const readsAs = (draft: () => Draft) => [
  fake(receiptEndpoints.uploadFile, () => waiting),
  fake(receiptEndpoints.draft, draft),
]
const valueOf = (label: RegExp | string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: label }).value
const retake = () => screen.getByRole('button', { name: 'Retake' })
const slowRefusal = () => fakeLateRefusal(receiptEndpoints.save, commonRefusals.unexpected)

beforeEach(() => [saved, unfiled].forEach((spy) => spy.mockReset()))

test('pressing a category saves the photo, asks for the next one and can be undone', async () => {
  const user = await photograph()
  expect(screen.queryByRole('region', { name: 'Read from the receipt' })).toBeNull()
  await user.click(await tile('Travel'))
  expect(await screen.findByText('Saved to Travel expenses.')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Scan another' })).toBeTruthy()
  expect(saved).toHaveBeenCalledWith(expect.objectContaining({ category: travel._id, description: '' }))
  expect(pendingUpload()).toBeUndefined()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone. Choose a category to save it again.')).toBeTruthy()
  expect(unfiled).toHaveBeenCalledWith([receiptOf()._id])
  await user.click(await tile('Fuel'))
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(2))
  expect(saved.mock.lastCall![0]).toMatchObject({ category: fuel._id, file: [{ title: photo.name }] })
})

test('a photo isn’t asked about any more while it’s being filed, because it’s no longer waiting then', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isSaving = false
  const asked = vi.fn<(whileSaving: boolean) => void>()
  const user = await photograph(
    ...readsAs(() => {
      asked(isSaving)
      return waiting
    }),
    fake(receiptEndpoints.save, async ({ body }) => {
      isSaving = true
      // Longer than it takes to ask again.
      await vi.advanceTimersByTimeAsync(1_500)
      return receiptOf({ category: body.category })
    }),
  )
  await waitFor(() => expect(asked).toHaveBeenCalled())
  await user.click(await tile('Travel'))
  expect(await screen.findByText('Saved to Travel expenses.')).toBeTruthy()
  expect(asked).not.toHaveBeenCalledWith(true)
})

test('nothing can be typed about a photo while it’s being saved, which would be lost', async () => {
  const { late, refuseNow } = slowRefusal()
  const user = await photograph(...readsAs(() => read), late)
  await user.click(await tile('Save to Fuel'))
  await user.type(screen.getByLabelText('Description'), ' Dubbo')
  await user.type(screen.getByRole('textbox', { name: /^Supplier/ }), ' Dubbo')
  expect([valueOf('Description'), valueOf(/^Supplier/)]).toEqual(['Ampol', 'Ampol'])
  expect(retake()).toHaveProperty('disabled', true)
  refuseNow()
  await waitFor(() => expect(retake()).toHaveProperty('disabled', false))
  await user.type(screen.getByLabelText('Description'), ' Dubbo')
  expect(valueOf('Description')).toBe('Ampol Dubbo')
})

test('no page can be removed while the receipt is being saved', async () => {
  const { late, refuseNow } = slowRefusal()
  const user = await photograph(late)
  const page = { ...uploadedFile(photo), id: 'f2', draft: draftFor(photo, crypto.randomUUID()) }
  act(() => appendFiles('capture', [{ ...page, warning: 'It’s blurred.' }]))
  const takesAway = () => screen.queryAllByRole('button', { name: /^(Remove|Retake|Keep)/ })
  expect(takesAway()).toHaveLength(5)
  await user.click(await tile('Travel'))
  await waitFor(() => expect(takesAway().map(({ textContent }) => textContent)).toEqual(['Retake']))
  expect(retake()).toHaveProperty('disabled', true)
  refuseNow()
  await waitFor(() => expect(takesAway()).toHaveLength(5))
})

test('undoing once the next photo was taken lets the receipt wait in To file', async () => {
  const user = await photograph()
  await user.click(await tile('Travel'))
  await screen.findByRole('heading', { name: 'Scan another' })
  await user.upload(screen.getByLabelText('Photo'), photo)
  await screen.findByRole('heading', { name: 'Save receipt' })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone. You’ll find it in To file.')).toBeTruthy()
  expect(pendingUpload()?.files).toHaveLength(1)
})

test('undoing once the next receipt was described lets it wait in To file, too', async () => {
  const user = await photograph()
  await user.click(await tile('Fuel'))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  act(() => setDescription('custom-upload', 'Boots'))
  await user.click(undo)
  expect(await screen.findByText('Undone. You’ll find it in To file.')).toBeTruthy()
  expect(pendingUpload()).toMatchObject({ origin: 'custom-upload', description: 'Boots' })
})

test('what is read appears with the suggested category, and corrections are saved with it', async () => {
  const user = await photograph(...readsAs(() => read))
  const suggestion = await tile('Save to Fuel')
  expect(suggestion.textContent).toContain('You filed Ampol here 12 times')
  expect(valueOf('Supplier')).toBe('Ampol')
  expect(screen.getByLabelText<HTMLInputElement>('Date').value).toBe('2026-03-03')
  expect(valueOf('Description')).toBe('Ampol')
  const total = screen.getByRole('textbox', { name: /^Total.*please check/ })
  await user.clear(total)
  await user.type(total, '86.20')
  expect(screen.queryByRole('button', { name: 'Confirm total' })).toBeNull()
  await user.click(suggestion)
  await waitFor(() => expect(saved).toHaveBeenCalled())
  // The server fills in the supplier, and keeps doing so when it changes.
  expect(saved.mock.lastCall![0]).toMatchObject({ description: '', facts: { totalCents: 8_620 } })
})

test('a value that was read without certainty can’t be confirmed once something else is typed', async () => {
  const user = await photograph(...readsAs(() => read))
  await screen.findByRole('button', { name: 'Confirm total' })
  await user.type(screen.getByRole('textbox', { name: /^Total/ }), '.')
  expect(screen.queryByRole('button', { name: 'Confirm total' })).toBeNull()
})

test('a value that was read without certainty can be confirmed', async () => {
  const user = await photograph(...readsAs(() => read))
  await user.click(await screen.findByRole('button', { name: 'Confirm total' }))
  await user.click(await tile('Save to Fuel'))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(saved.mock.lastCall![0]).toMatchObject({ facts: { totalCents: 6_820 } })
})

test('a photo that was added before is pointed out as soon as it was compared, and can be discarded', async () => {
  const original = receiptOf({
    facts: { ...receiptOf().facts, supplier: 'Shell', totalCents: 6_820, documentDate: '2026-03-03' },
  })
  let draft: Draft = { ...read, isComparing: true }
  const discarded = vi.fn<(id: string) => void>()
  const user = await photograph(
    ...readsAs(() => draft),
    fake(receiptEndpoints.details, () => detailsOf(original)),
    fake(receiptEndpoints.discardDraft, ({ params }) => {
      discarded(`draft:${params.draftId}`)
      return draft
    }),
    fake(receiptEndpoints.restoreDraft, () => draft),
  )
  await tile('Save to Fuel')
  draft = { ...read, duplicateOf: { reason: 'image', draft: null, receipt: original._id } }
  await screen.findByText('Looks like the one you filed on 3 Mar 2026.')
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  await user.click(await screen.findByRole('button', { name: 'Discard this upload' }))
  await screen.findByText('Photo discarded.')
  expect(pendingUpload()?.files ?? []).toEqual([])
  expect(discarded).toHaveBeenCalledWith(draft.uri)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone. You’ll find it in To file.')
})

test('what was read is read out, and a description that was typed stays', async () => {
  let draft = waiting
  const user = await photograph(...readsAs(() => draft))
  await user.type(screen.getByLabelText('Description'), 'Diesel')
  const status = await screen.findByText('Reading your receipt. You don’t have to wait.')
  draft = read
  const suggestion = await tile('Save to Fuel')
  // A change of what's there is read out.
  expect(status.textContent).toBe(
    'Read: Ampol, $68.20, 3 Mar 2026. Please check the total. Suggested: Fuel, Car Repair and Servicing.',
  )
  await user.click(suggestion)
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(saved.mock.lastCall![0]).toMatchObject({ description: 'Diesel' })
})

test('a category can be pressed before reading has finished', async () => {
  const user = await photograph(...readsAs(() => waiting))
  expect(await screen.findByText('Reading your receipt. You don’t have to wait.')).toBeTruthy()
  await user.click(await tile('Fuel'))
  expect(await screen.findByRole('heading', { name: 'Scan another' })).toBeTruthy()
})

test('a photo that can’t be read can still be saved', async () => {
  const user = await photograph(
    ...readsAs(() => ({ ...waiting, reading: { state: 'failed', fields: null } })),
  )
  expect(await screen.findByText('We couldn’t read it. Choose a category to save it.')).toBeTruthy()
  await user.click(await tile('Travel'))
  expect(await screen.findByRole('heading', { name: 'Scan another' })).toBeTruthy()
})

test('a receipt that could not be saved keeps everything', async () => {
  const user = await photograph(fake(receiptEndpoints.save, () => refuse(commonRefusals.unexpected)))
  await user.type(screen.getByLabelText('Description'), 'Diesel')
  await user.click(await tile('Fuel'))
  expect(await screen.findAllByText('Failed to save upload. Please try again.')).not.toHaveLength(0)
  expect(valueOf('Description')).toBe('Diesel')
  expect(pendingUpload()?.files).toHaveLength(1)
})

test('several photos become the pages of one receipt', async () => {
  const ids = ['01a1f98c-b7c0-73be-90be-d80dc65f0011', '01a1f98c-b7c0-73be-90be-d80dc65f0012']
  const user = await photograph(fake(receiptEndpoints.uploadFile, () => draftFor(photo, ids.shift())))
  await user.click(screen.getByRole('button', { name: 'Add page' }))
  await screen.findByRole('heading', { name: 'Add a page' })
  await user.upload(screen.getByLabelText('Photo'), photo)
  expect(await screen.findByText('2 pages')).toBeTruthy()
  await user.click(await tile('Fuel'))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect((saved.mock.lastCall![0] as { file: object[] }).file).toHaveLength(2)
})
