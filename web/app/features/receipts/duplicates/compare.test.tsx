import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { splitInput } from '@docketbox/contract/receipts/drafts/edits'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { detailsOf, fuel, receiptOf, travel } from '../testing/receipts.ts'
import { draftOf } from '../testing/drafts.ts'
import { comparedDraft, comparedReceipt } from './compared.ts'
import { outgoing, removeOutgoing } from '../outgoing/list.ts'
import { typedOver } from '../pending/row-sync.ts'
import { DuplicateNotice } from './notice.tsx'

const { details, editDraft, fileDrafts, keepDuplicate, mergeDuplicate, remove, undoMerge } = receiptEndpoints
const facts = { ...receiptOf().facts, supplier: 'Shell', totalCents: 6_820, documentDate: '2026-03-03' }
const original = receiptOf({
  facts: { ...facts, paidDate: '2026-07-01', workUsePercent: 100, isReimbursed: false },
  label: { suggested: null, confirmed: 'D1', questions: [] },
})
const copy = receiptOf({
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f0002',
  facts: {
    ...facts,
    totalCents: 6_920,
    gstCents: 620,
    paidDate: '2026-07-02',
    workUsePercent: 40,
    isReimbursed: true,
    note: '40% for job 17',
  },
  label: { suggested: null, confirmed: 'private', questions: [] },
  category: travel._id,
  duplicateOf: { reason: 'image', draft: null, receipt: original._id },
})
const mergeId = '01a1f98c-b7c0-73be-90be-d80dc65f0009'

const changes = vi.fn<(...change: unknown[]) => void>()
const gone = vi.fn<() => void>()
const fakes: Parameters<typeof serveFakes> = [
  fake(categoryEndpoints.list, () => ({ docs: [fuel, travel], totalPages: 1, page: 1, totalDocs: 2 })),
  fake(details, () => detailsOf(original)),
  fake(keepDuplicate, ({ body }) => {
    changes('keep', body)
    return { isKept: body.isKept !== false }
  }),
  fake(mergeDuplicate, ({ body }) => {
    changes('merge', body)
    return { receipt: original, undo: mergeId }
  }),
  fake(undoMerge, ({ params }) => {
    changes('undo', params.mergeId)
    return original
  }),
  fake(editDraft, ({ params, body }) => {
    const { known: _, ...edit } = body
    changes('edit', `draft:${params.draftId}`, edit)
    return { edit }
  }),
  fake(fileDrafts, ({ body }) => {
    changes('file', body.receipts[0]!.description)
    return { docs: [receiptOf()] }
  }),
  fake(remove, ({ params }) => {
    changes('remove', params.uploadId)
    return copy
  }),
]

beforeEach(() => {
  signInAs()
  changes.mockReset()
  gone.mockReset()
})

async function compare(...more: Parameters<typeof serveFakes>) {
  serveFakes(...more, ...fakes)
  const { user } = renderScreen(
    <DuplicateNotice item={comparedReceipt(copy)} duplicateOf={copy.duplicateOf!} onGone={gone} />,
  )
  await screen.findByText('Looks like the one you filed on 3 Mar 2026.')
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  await screen.findByText('You’ve already added this photo. It’s filed as Shell, $68.20, 3 Mar 2026.')
  return user
}

test('shows both side by side, and where they differ', async () => {
  await compare()
  const row = (name: string | RegExp) => screen.getByRole('rowheader', { name }).closest('tr')!
  expect(
    within(row(/^Total.*different/))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['$69.20', '$68.20'])
  expect(row('Supplier')).toBeTruthy()
  // A detail that only one of them has isn't a difference.
  expect(within(row('GST')).getAllByRole('cell')[1]!.textContent).toBe('–')
  await waitFor(() => expect(row('Category').textContent).toContain(travel.name))
  // What decides the claim, and what was written about it.
  expect(row(/^Date paid.*different/).textContent).toContain('2 Jul 20261 Jul 2026'.replaceAll(' ', '\u00a0'))
  expect(row(/^Work use.*different/).textContent).toContain('40%100%')
  expect(row(/^Reimbursed.*different/).textContent).toContain('YesNo')
  expect(row(/^Deduction label.*different/).textContent).toMatch(/Private.*D1 /)
  expect(row('Note').textContent).toContain('40% for job 17')
  expect(screen.getByText(/Descriptions and notes of both are kept/)).toBeTruthy()
})

test.each([
  ['notes', { facts: { ...original.facts, note: 'n'.repeat(3_999) } }, 'Descriptions of both are kept.'],
  ['descriptions', { description: 'd'.repeat(1_999) }, 'Notes of both are kept.'],
])('says before merging which %s are too long to keep both', async (name, long, others) => {
  await compare(fake(details, () => detailsOf({ ...original, ...long })))
  const text = `Their ${name} are too long together, so only the earlier one’s is kept. ${others}`
  expect(screen.getByText(text, { exact: false })).toBeTruthy()
})

test('merges them, and takes that back on Undo', async () => {
  const user = await compare()
  await user.click(screen.getByRole('button', { name: 'Merge as pages' }))
  await screen.findByText('Merged into Shell $68.20.')
  expect(gone).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('They’re separate again.')
  expect(changes.mock.calls).toEqual([
    ['merge', { into: original._id, receipt: copy._id }],
    ['undo', mergeId],
  ])
})

test('keeps both, and takes that back on Undo', async () => {
  const user = await compare()
  await user.click(screen.getByRole('button', { name: 'Keep both' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Marked as a possible duplicate again.')
  expect(changes.mock.calls).toEqual([
    ['keep', { receipt: copy._id, isKept: true }],
    ['keep', { receipt: copy._id, isKept: false }],
  ])
  expect(gone).not.toHaveBeenCalled()
})

test('deletes the later one, after the second question within its retention period', async () => {
  const user = await compare()
  await user.click(screen.getByRole('button', { name: 'Delete this receipt' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete anyway' }))
  await screen.findByText(receiptTexts.deleted)
  expect(changes).toHaveBeenCalledWith('remove', copy._id)
  expect(gone).toHaveBeenCalledOnce()
})

test('keeps the dialog open and says why when another tab was faster', async () => {
  const user = await compare(fake(mergeDuplicate, () => refuse(receiptRefusals.inTrash)))
  await user.click(screen.getByRole('button', { name: 'Merge as pages' }))
  await screen.findByText(receiptRefusals.inTrash.message)
  expect(screen.getByRole('dialog', { name: 'Is this a duplicate?' })).toBeTruthy()
})

const earlier = draftOf(1, { edit: { description: 'Diesel' } })
const typed = { description: 'Diesel for the ute' }
const upload = draftOf(2, {
  edit: typed,
  suggestedCategory: { category: travel._id, receipts: 1 },
  duplicateOf: { reason: 'image', draft: null, receipt: original._id },
})

async function compareUpload(draft: Draft, ...more: Parameters<typeof serveFakes>) {
  const draftFakes = [
    fake(receiptEndpoints.draft, () => earlier),
    fake(receiptEndpoints.draftPreview, () => new Blob()),
    fake(receiptEndpoints.draftFile, () => new Blob()),
  ]
  serveFakes(...more, ...draftFakes, ...fakes)
  const { user } = renderScreen(
    <DuplicateNotice
      item={comparedDraft(draft, typedOver({}, draft.edit ?? {}))}
      duplicateOf={draft.duplicateOf!}
    />,
  )
  await user.click(await screen.findByRole('button', { name: 'Compare' }))
  await user.click(await screen.findByRole('button', { name: 'Merge as pages' }))
}

test('doesn’t merge an upload before what was typed about it is saved', async () => {
  await compareUpload(
    upload,
    fake(editDraft, () => refuse(commonRefusals.unexpected)),
  )
  await screen.findByText(commonRefusals.unexpected.message)
  expect(changes).not.toHaveBeenCalled()
})

test('leaves it to merging to say that an upload was filed meanwhile', async () => {
  await compareUpload(
    upload,
    fake(editDraft, () => refuse(receiptRefusals.draftTaken)),
  )
  expect(await screen.findByText('Merged into Shell $68.20.')).toBeTruthy()
})

test('saves what was typed about an upload before it’s filed with another, so that Undo brings it back', async () => {
  await compareUpload({ ...upload, duplicateOf: { reason: 'image', draft: earlier.uri, receipt: null } })
  await screen.findByText('Filed as one receipt.')
  expect(changes.mock.calls).toEqual([
    ['edit', upload.uri, typed],
    ['file', 'Diesel\nDiesel for the ute'],
  ])
})

test('files two uploads as one with what was typed about the earlier one since', async () => {
  const answers = [earlier]
  const since = { ...earlier, edit: { description: 'Diesel for the van' } }
  await compareUpload(
    { ...upload, duplicateOf: { reason: 'image', draft: earlier.uri, receipt: null } },
    fake(receiptEndpoints.draft, () => answers.shift() ?? since),
  )
  await screen.findByText('Filed as one receipt.')
  expect(changes).toHaveBeenLastCalledWith('file', 'Diesel for the van\nDiesel for the ute')
})

test('what another device has typed about an upload since is filed, and what was typed here is listed', async () => {
  const elsewhere = { description: 'Diesel for the tractor', supplier: 'Shell' }
  await compareUpload(
    { ...upload, duplicateOf: { reason: 'image', draft: earlier.uri, receipt: null } },
    fake(receiptEndpoints.draft, () => ({ ...earlier, edit: {} })),
    fake(editDraft, ({ body: { known = {}, ...input } }) => ({
      edit: { ...elsewhere, ...splitInput(elsewhere, input, known).applied },
    })),
  )
  await screen.findByText('Filed as one receipt.')
  expect(changes.mock.calls).toEqual([['file', elsewhere.description]])
  expect(outgoing().map(({ entered }) => entered)).toEqual([typed])
  for (const { id } of outgoing()) removeOutgoing(id)
})

test('an upload whose changes are all saved is filed with what another device has typed about it since', async () => {
  const since = { ...upload, edit: { description: 'Diesel for the tractor' } }
  await compareUpload(
    { ...upload, edit: {}, duplicateOf: { reason: 'image', draft: earlier.uri, receipt: null } },
    fake(receiptEndpoints.draft, ({ params }) =>
      upload.uri.endsWith(params.draftId) ? since : { ...earlier, edit: {} },
    ),
  )
  await screen.findByText('Filed as one receipt.')
  expect(changes.mock.calls).toEqual([['file', 'Diesel for the tractor']])
})
