import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { splitInput } from '@docketbox/contract/receipts/drafts/edits'
import type { DraftEdit } from '@docketbox/contract/receipts/facts'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { outgoing } from '../outgoing/list.ts'
import { pendingUpload } from '../pending/store.ts'
import { detailsOf, receiptOf } from '../testing/receipts.ts'
import { docket, draftFor, photo, startFresh } from '../testing/uploads.ts'
import CustomUploadPage from './page.tsx'

const facts = { ...receiptOf().facts, supplier: 'Shell', totalCents: 6_820, documentDate: '2026-03-03' }
const original = receiptOf({ facts })
const discarded = vi.fn<(id: string) => void>()
const sent = vi.fn<(...request: unknown[]) => void>()

let typedElsewhere: DraftEdit

beforeEach(() => {
  sent.mockReset()
  typedElsewhere = {}
})

async function choose(file: File, noticed: Partial<Draft>) {
  let draft: Draft = { ...draftFor(file), isComparing: true }
  startFresh(
    fake(receiptEndpoints.uploadFile, () => draft),
    fake(receiptEndpoints.draft, () => draft),
    fake(receiptEndpoints.details, () => detailsOf(original)),
    fake(receiptEndpoints.discardDraft, ({ params }) => {
      discarded(`draft:${params.draftId}`)
      return draft
    }),
    fake(receiptEndpoints.editDraft, ({ params, body }) => {
      const { known = {}, ...input } = body
      // To file saves input as it's left, even that of an earlier test.
      if (draft.uri.endsWith(params.draftId)) sent('edit', draft.uri, input)
      return { edit: { ...typedElsewhere, ...splitInput(typedElsewhere, input, known).applied } }
    }),
    fake(receiptEndpoints.restoreDraft, ({ params }) => {
      sent('restore', `draft:${params.draftId}`)
      return draft
    }),
    fake(receiptEndpoints.mergeDuplicate, ({ body }) => {
      sent('merge', body)
      return { receipt: original, undo: '01a1f98c-b7c0-73be-90be-d80dc65f0009' }
    }),
  )
  const { user } = renderScreen(<CustomUploadPage />, { path: '/custom-upload' })
  await user.upload(await screen.findByLabelText('Receipt files'), file)
  await screen.findByLabelText('Uploaded')
  draft = { ...draftFor(file), ...noticed }
  return user
}

test('a file that was added before is pointed out as soon as it was compared, and can be discarded', async () => {
  const user = await choose(docket, {
    duplicateOf: { reason: 'image', draft: null, receipt: original._id },
  })
  await screen.findByText('Looks like the one you filed on 3 Mar 2026.')
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  await user.click(await screen.findByRole('button', { name: 'Discard this upload' }))
  await screen.findByText('Upload discarded.')
  await waitFor(() => expect(discarded).toHaveBeenCalledWith(draftFor(docket).uri))
  expect(pendingUpload()?.files ?? []).toEqual([])
})

test('discarding a file takes what was typed about it along, and Undo brings both back', async () => {
  const user = await choose(docket, {
    duplicateOf: { reason: 'image', draft: null, receipt: original._id },
  })
  await user.type(screen.getByLabelText('Description'), 'Fuel for the client visit')
  await user.click(await screen.findByRole('button', { name: 'Compare' }))
  await user.click(await screen.findByRole('button', { name: 'Discard this upload' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Description').value).toBe(''))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone. You’ll find it in To file.')
  const { uri } = draftFor(docket)
  expect(sent.mock.calls).toEqual([
    ['edit', uri, { description: 'Fuel for the client visit' }],
    ['restore', uri],
  ])
})

test('Undo of discarding a file keeps what another device has typed about it, and lists what was typed here', async () => {
  const user = await choose(docket, {
    duplicateOf: { reason: 'image', draft: null, receipt: original._id },
  })
  await user.type(screen.getByLabelText('Description'), 'Fuel')
  await user.click(await screen.findByRole('button', { name: 'Compare' }))
  await user.click(await screen.findByRole('button', { name: 'Discard this upload' }))
  typedElsewhere = { description: 'Fuel for the client visit' }
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone. You’ll find it in To file.')
  expect(outgoing()).toMatchObject([{ entered: { description: 'Fuel' }, isInToFile: true }])
})

test('merging a file keeps what was typed about it with the receipt, not for the next one', async () => {
  const user = await choose(docket, {
    duplicateOf: { reason: 'image', draft: null, receipt: original._id },
  })
  const description = screen.getByLabelText<HTMLInputElement>('Description')
  await user.type(description, 'Fuel for the client visit')
  await user.click(await screen.findByRole('button', { name: 'Compare' }))
  await user.click(await screen.findByRole('button', { name: 'Merge as pages' }))
  await screen.findByText(/^Merged into/)
  const { uri } = draftFor(docket)
  expect(sent.mock.calls).toEqual([
    ['edit', uri, { description: 'Fuel for the client visit' }],
    ['merge', { draft: uri.replace('draft:', ''), into: original._id }],
  ])
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Description').value).toBe(''))
  expect(pendingUpload()?.files ?? []).toEqual([])
})

test('a photo of several receipts can be split', async () => {
  await choose(photo, { splitsInto: 3 })
  expect(await screen.findByText(/Looks like 3 receipts/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Split them in To file' })
  expect(link.getAttribute('href')).toBe('/to-file')
})
