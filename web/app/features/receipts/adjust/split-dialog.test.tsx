import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fake, unreadable } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { draftOf } from '../testing/drafts.ts'
import { server, serveDrafts } from '../testing/waiting-drafts.ts'
import ToFilePage from '../to-file/page.tsx'

test('a photo in which we found one receipt can be split by hand, even if the first try fails', async () => {
  const photo = draftOf(7, { title: 'both.jpg', type: 'image/jpeg', preview: 'image' })
  const parts = [8, 9, 10].map((n) => draftOf(n, { title: `both (${n - 7} of 3).jpg` }))
  const sent = vi.fn<(body: { receipts?: unknown[] | undefined }) => void>()
  serveDrafts(
    [photo],
    fake(receiptEndpoints.draftPreview, () => new Blob(['picture'])),
    fake(receiptEndpoints.splitDraft, ({ body }) => {
      sent(body)
      if (sent.mock.calls.length === 1) return unreadable(502)
      server.waiting = parts
      return { drafts: parts }
    }),
  )
  signInAs()
  const { user } = renderScreen(<ToFilePage />, { path: '/to-file' })
  await user.click(await screen.findByRole('button', { name: 'View both.jpg' }))
  await user.click(await screen.findByRole('button', { name: 'Several receipts? Split the photo' }))
  fireEvent.load(await screen.findByRole('img', { name: 'Photo to split' }))
  await user.click(screen.getByRole('button', { name: 'Add another' }))
  const corner = screen.getByRole('button', { name: 'Top left corner: 30% across, 30% down' })
  corner.focus()
  await user.keyboard('{ArrowRight}')
  await user.click(screen.getByRole('button', { name: 'Split into 3 receipts' }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('row', { name: 'both (3 of 3).jpg' })
  const [{ receipts = [] }] = sent.mock.lastCall!
  expect(receipts).toHaveLength(3)
  expect(receipts[2]).toEqual([[0.305, 0.3], [0.7, 0.3], [0.7, 0.7], [0.3, 0.7]]) // prettier-ignore
})

test('a picture of several receipts is split, and put together again on Undo with what was typed', async () => {
  const several = draftOf(7, { title: 'three.jpg', splitsInto: 3 })
  const parts = [8, 9, 10].map((n) => draftOf(n, { title: `three (${n - 7} of 3).jpg` }))
  serveDrafts(
    [several],
    fake(receiptEndpoints.splitDraft, () => {
      server.waiting = parts
      return { drafts: parts }
    }),
    fake(receiptEndpoints.undoSplit, () => {
      const picture = { ...several, edit: server.waiting[0]!.edit }
      server.waiting = [picture]
      return picture
    }),
  )
  signInAs()
  const { user } = renderScreen(<ToFilePage />, { path: '/to-file' })
  await user.type(await screen.findByLabelText('Description, three.jpg'), 'Lunch')
  await user.click(await screen.findByRole('button', { name: 'Looks like 3 receipts. Split them' }))
  await screen.findByText('Split into 3 receipts.')
  await user.type(await screen.findByLabelText('Description, three (1 of 3).jpg'), ' with Tom')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  const description = await screen.findByLabelText<HTMLInputElement>('Description, three.jpg')
  expect(description.value).toBe('Lunch with Tom')
  expect(screen.queryByRole('alert')).toBeNull()
})
