import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import type { Note } from '@docketbox/contract/rooms/schemas'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { detailsOf, receiptOf } from '#features/receipts/testing'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { question } from '../../testing/rooms.ts'
import { SharedReceiptDialog } from './dialog.tsx'

const listed = { docs: [], page: 1, totalPages: 1, totalDocs: 0 }

test.each([
  [{ mayBeAsset: true }, 'May have to be claimed over several years'],
  [{ lastClaimedYear: '2028-29' }, 'Claimed until 2028–29'],
  [{ facts: { ...receiptOf().facts, gstCents: 1_000, currency: 'USD' } }, '10.00 USD'],
  // Claimable or not, which also depends on the car method and on assets.
  [{ claimableCents: 1_000 }, 'Share for work'],
])('a receipt with %j says so to a guest', async (changes, text) => {
  const receipt = receiptOf(changes)
  serveFakes(
    fake(receiptEndpoints.details, () => detailsOf(receipt)),
    fake(roomEndpoints.notes, () => listed),
    fake(categoryEndpoints.list, () => listed),
  )
  renderScreen(<SharedReceiptDialog withOriginals id={receipt._id} onClose={() => undefined} />)
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a file that its owner has replaced since is shown as it is now', async () => {
  const withFile = (changes: object) =>
    detailsOf(receiptOf({ file: [{ ...receiptOf().file[0]!, ...changes }] }))
  let details = withFile({ preview: 'locked' })
  serveFakes(
    fake(receiptEndpoints.details, () => details),
    fake(roomEndpoints.notes, () => listed),
    fake(categoryEndpoints.list, () => listed),
  )
  renderScreen(<SharedReceiptDialog withOriginals id={details._id} onClose={() => undefined} />)
  expect(await screen.findByText(receiptRefusals.lockedPreview.message)).toBeTruthy()
  details = withFile({ preview: 'none', version: 2 })
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByText(receiptTexts.noDocumentPreview)).toBeTruthy()
})

test.each([
  [
    'who can download a damaged PDF is told to',
    true,
    `${receiptTexts.noPdfPreview} Download it to check that it opens.`,
  ],
  ['who can’t download a damaged PDF isn’t told to', false, receiptTexts.noPdfPreview],
])('a guest %s', async (_, withOriginals, text) => {
  const [file] = receiptOf().file
  const pdf = { ...file!, type: 'application/pdf', preview: 'image' as const }
  const receipt = receiptOf({ file: [pdf] })
  serveFakes(
    fake(receiptEndpoints.details, () => detailsOf(receipt)),
    fake(receiptEndpoints.preview, () =>
      refuse({ ...receiptRefusals.noPreview, message: receiptTexts.noPdfPreview }),
    ),
    fake(roomEndpoints.notes, () => listed),
    fake(categoryEndpoints.list, () => listed),
  )
  renderScreen(
    <SharedReceiptDialog withOriginals={withOriginals} id={receipt._id} onClose={() => undefined} />,
  )
  expect(await screen.findByText(text)).toBeTruthy()
})

test('closing a receipt asks before it drops a label that was chosen but not proposed', async () => {
  const receipt = receiptOf()
  serveFakes(
    fake(receiptEndpoints.details, () => detailsOf(receipt)),
    fake(roomEndpoints.notes, () => listed),
    fake(categoryEndpoints.list, () => listed),
  )
  const onClose = vi.fn<() => void>()
  const { user } = renderScreen(<SharedReceiptDialog withOriginals id={receipt._id} onClose={onClose} />)
  await user.selectOptions(await screen.findByLabelText('Propose a deduction label'), 'D2')
  await user.keyboard('{Escape}')
  expect(await screen.findByText('Discard your changes?')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('a receipt that has changed since it was reviewed says so, and can be marked again', async () => {
  const receipt = receiptOf()
  const mark = { ...question, kind: 'reviewed' as const, text: null, receipt: receipt._id, hasChanged: true }
  let note = mark
  serveFakes(
    fake(receiptEndpoints.details, () => ({ ...detailsOf(receipt), reviewableHash: 'ab'.repeat(32) })),
    fake(roomEndpoints.notes, () => ({ ...listed, docs: [note], totalDocs: 1 })),
    fake(roomEndpoints.addNote, () => (note = { ...mark, hasChanged: false })),
    fake(categoryEndpoints.list, () => listed),
  )
  const { user } = renderScreen(
    <SharedReceiptDialog withOriginals id={receipt._id} onClose={() => undefined} />,
  )
  expect(await screen.findByText('This receipt has changed since you reviewed it.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Mark as reviewed' }))
  expect(await screen.findByRole('button', { name: 'Reviewed' })).toBeTruthy()
  expect(screen.queryByText('This receipt has changed since you reviewed it.')).toBeNull()
})

test('a receipt that its owner changed while it was open isn’t marked until the guest sees how it is now', async () => {
  const receipt = receiptOf()
  const asOf = (totalCents: number, hash: string) => ({
    ...detailsOf({ ...receipt, facts: { ...receipt.facts, totalCents } }),
    reviewableHash: hash.repeat(64),
  })
  let details = asOf(100_00, 'a')
  const marks: Note[] = []
  serveFakes(
    fake(receiptEndpoints.details, () => details),
    fake(roomEndpoints.notes, () => ({ ...listed, docs: marks, totalDocs: marks.length })),
    fake(roomEndpoints.addNote, ({ body: { about } }) => {
      if (!('known' in about) || about.known !== details.reviewableHash) return refuse(commonRefusals.changed)
      marks.push({ ...question, kind: 'reviewed', text: null, receipt: receipt._id })
      return marks[0]!
    }),
    fake(categoryEndpoints.list, () => listed),
  )
  const { user } = renderScreen(
    <SharedReceiptDialog withOriginals id={receipt._id} onClose={() => undefined} />,
  )
  expect(await screen.findByText('$100.00')).toBeTruthy()
  details = asOf(1_000_00, 'b')
  await user.click(screen.getByRole('button', { name: 'Mark as reviewed' }))
  expect(await screen.findByText(commonRefusals.changed.message)).toBeTruthy()
  expect(await screen.findByText('$1,000.00')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reviewed' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Mark as reviewed' }))
  expect(await screen.findByRole('button', { name: 'Reviewed' })).toBeTruthy()
})
