import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import type { Adjustment } from '@docketbox/contract/receipts/drafts/adjustment'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake } from '#testing/fake-api.ts'
import { appendFiles, pendingUpload } from '../pending/store.ts'
import { openPhoto } from '../testing/open-photo.tsx'
import { fuel, receiptOf } from '../testing/receipts.ts'
import { draftFor, photo, uploadedFile } from '../testing/uploads.ts'

const adjusted = vi.fn<(body: Adjustment) => void>()
const copy: Draft = { ...draftFor(photo), title: 'photo.jpg', adjustedAt: '2026-03-03T05:06:00.000Z' }
const fakes = [
  fake(categoryEndpoints.list, () => ({ docs: [fuel], totalPages: 1, page: 1, totalDocs: 1 })),
  fake(receiptEndpoints.adjustDraft, ({ body }) => {
    adjusted(body)
    return copy
  }),
  fake(receiptEndpoints.undoAdjustment, () => draftFor(photo)),
  fake(receiptEndpoints.draftPreview, () => new Blob(['picture'])),
]
async function openAdjust(...first: typeof fakes) {
  const user = await openPhoto(...first, ...fakes)
  return { user, dialog: await openDialog(user) }
}
async function openDialog(user: Awaited<ReturnType<typeof openPhoto>>) {
  await user.click(await screen.findByRole('button', { name: 'Adjust' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Adjust' }))
  fireEvent.load(await dialog.findByRole('img', { name: 'Receipt to adjust' }))
  return dialog
}
beforeEach(() => adjusted.mockReset())

test('a photo’s corners move with the arrow keys, and it turns; both can be undone', async () => {
  const { user, dialog } = await openAdjust()
  act(() => dialog.getByRole('button', { name: /^Top left corner: 0% across, 0% down/ }).focus())
  await user.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}{ArrowUp}')
  expect(dialog.getByRole('button', { name: /^Top left corner: 5% across, 5% down/ })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Rotate' }))
  // It's the corner at the top right now.
  expect(dialog.getByRole('button', { name: /^Top right corner: 96% across, 5% down/ })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Straighten' }))
  expect(await screen.findByText('Straightened. We’ve kept the original.')).toBeTruthy()
  expect(adjusted.mock.lastCall![0].turns).toBe(1)
  expect(adjusted.mock.lastCall![0].corners[0]!.map((share) => share.toFixed(3))).toEqual(['0.050', '0.045'])
  expect(pendingUpload()?.files[0]?.draft?.adjustedAt).toBe(copy.adjustedAt)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(pendingUpload()?.files[0]?.draft?.adjustedAt).toBeUndefined())
})

test('an adjusted photo can return to the original, even later', async () => {
  const { user, dialog } = await openAdjust()
  await user.click(dialog.getByRole('button', { name: 'Straighten' }))
  await user.click(await screen.findByRole('button', { name: 'Adjust' }))
  await user.click(await screen.findByRole('button', { name: 'Use original' }))
  await waitFor(() => expect(pendingUpload()?.files[0]?.draft?.adjustedAt).toBeUndefined())
})

test('a photo that’s adjusted again offers no Undo, which would lose the first cut as well', async () => {
  const { user, dialog } = await openAdjust()
  await user.click(dialog.getByRole('button', { name: 'Straighten' }))
  await screen.findByRole('button', { name: 'Undo' })
  await user.click((await openDialog(user)).getByRole('button', { name: 'Straighten' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  expect(screen.getByText('Straightened. We’ve kept the original.')).toBeTruthy()
})

test('undoing it from the message leaves a dialog open that was opened meanwhile', async () => {
  const { user, dialog } = await openAdjust()
  await user.click(dialog.getByRole('button', { name: 'Straighten' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  await user.click(await screen.findByRole('button', { name: 'Adjust' }))
  fireEvent.click(undo)
  await waitFor(() => expect(pendingUpload()?.files[0]?.draft?.adjustedAt).toBeUndefined())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Use original' })).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Adjust' })).toBeTruthy()
})

test('what was read before straightening doesn’t replace what’s read afterwards', async () => {
  const readAs = (draft: Draft, supplier: string): Draft => {
    const value = { value: supplier, confidence: 0.99, level: 'sure', box: null } as const
    const fields = {
      supplier: value,
      supplierAbn: null,
      documentDate: null,
      totalCents: null,
      gstCents: null,
    }
    return { ...draft, reading: { state: 'done', fields } }
  }
  const waiting = { state: 'waiting', fields: null } as const
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>()
  let reads = 0
  const { user, dialog } = await openAdjust(
    fake(receiptEndpoints.uploadFile, () => ({ ...draftFor(photo), reading: waiting })),
    fake(receiptEndpoints.draft, async () => {
      if (++reads > 1) return readAs(copy, 'After')
      await late
      return readAs(draftFor(photo), 'Before')
    }),
    fake(receiptEndpoints.adjustDraft, () => ({ ...copy, reading: waiting })),
  )
  await waitFor(() => expect(reads).toBe(1))
  await user.click(dialog.getByRole('button', { name: 'Straighten' }))
  await screen.findByText('Straightened. We’ve kept the original.')
  arrive()
  const supplier = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Supplier' })
  expect(supplier.value).toBe('After')
})

test('a photo is saved once it’s straightened, and can’t be adjusted meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<Draft>()
  const sent: string[] = []
  const { user, dialog } = await openAdjust(
    fake(receiptEndpoints.adjustDraft, async () => {
      const draft = await promise
      sent.push('adjusted')
      return draft
    }),
    fake(receiptEndpoints.save, ({ body }) => {
      sent.push('saved')
      return receiptOf({ category: body.category })
    }),
    fake(receiptEndpoints.unfile, () => ({ drafts: [copy] })),
  )
  await user.click(dialog.getByRole('button', { name: 'Straighten' }))
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: /^Fuel/ }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Adjust' })).toHaveProperty('disabled', true))
  resolve(copy)
  await screen.findByText(`Saved to ${fuel.name}.`)
  expect(sent).toEqual(['adjusted', 'saved'])
  await user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1)!)
  await screen.findByText('Undone. Choose a category to save it again.')
  // Not the bytes from before it was straightened.
  expect(pendingUpload()?.files[0]).toMatchObject({ draft: copy, file: undefined })
})

test('moved corners aren’t lost without asking', async () => {
  const { user, dialog } = await openAdjust()
  await user.click(dialog.getByRole('button', { name: 'Rotate' }))
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Discard your changes?')).toBeTruthy()
  const reload = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(reload)
  expect(reload.defaultPrevented).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Adjust' })).toBeNull())
  expect(adjusted).not.toHaveBeenCalled()
})

test('moved corners aren’t lost by choosing another page without asking', async () => {
  const user = await openPhoto(...fakes)
  const second = { id: 'second', draft: draftFor(photo, '01a1f98c-b7c0-73be-90be-d80dc65f7535') }
  act(() => appendFiles('capture', [{ ...uploadedFile(photo), ...second }]))
  const dialog = await openDialog(user)
  await user.click(dialog.getByRole('button', { name: 'Rotate' }))
  await user.selectOptions(dialog.getByLabelText('Page'), '2 of 2')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await user.click(dialog.getByRole('button', { name: 'Straighten' }))
  await waitFor(() => expect(adjusted.mock.lastCall?.[0].turns).toBe(1))
})
