import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import type { Note } from '@docketbox/contract/rooms/schemas'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { draftFor } from '#features/receipts/testing'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { AnswerDialog } from './answer-dialog.tsx'

const note: Note = {
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7001',
  room: '01a1f98c-b7c0-73be-90be-d80dc65f7534',
  email: 'sam@example.com',
  kind: 'request',
  author: 'guest',
  incomeYear: '2025-26',
  receipt: '01a1f98c-b7c0-73be-90be-d80dc65f7002',
  receiptTitle: 'Shell',
  text: 'Is there a second page?',
  label: null,
  createdAt: '2026-11-22T02:00:00.000Z',
  answeredAt: null,
  answer: null,
  answerReceipt: null,
  answerReceiptTitle: null,
  isAccepted: null,
  hasChanged: false,
}
const secondPage = new File(['%PDF-1.7'], 'second-page.pdf', { type: 'application/pdf' })

beforeEach(() => signInAs())

test('an answer whose file is being uploaded can be discarded, along with the file', async () => {
  const draft = draftFor(secondPage)
  const upload = Promise.withResolvers<Draft>()
  const discarded = vi.fn<(uri: string) => void>()
  serveFakes(
    fake(categoryEndpoints.list, () => ({ docs: [], page: 1, totalPages: 1, totalDocs: 0 })),
    fake(receiptEndpoints.rules, () => ({ maxBytes: 1_000, maxFiles: 20, types: ['application/pdf'] })),
    fake(receiptEndpoints.uploadFile, () => upload.promise),
    fake(receiptEndpoints.discardDraft, ({ params }) => {
      discarded(`draft:${params.draftId}`)
      return draft
    }),
    fake(roomEndpoints.answerNote, () => {
      throw new Error('The answer was discarded.')
    }),
  )
  function Example() {
    const [isOpen, setIsOpen] = useState(true)
    return isOpen && <AnswerDialog note={note} onClose={() => setIsOpen(false)} />
  }
  const { user } = renderScreen(<Example />)
  await user.upload(await screen.findByLabelText('File'), secondPage)
  await user.click(await screen.findByRole('button', { name: 'Send answer' }))
  await screen.findByRole('button', { name: 'Sending…' })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  upload.resolve(draft)
  await waitFor(() => expect(discarded.mock.calls).toEqual([[draft.uri]]))
})

test('a file of a type that can’t be a receipt says so, and another one can be chosen', async () => {
  serveFakes(
    fake(categoryEndpoints.list, () => ({ docs: [], page: 1, totalPages: 1, totalDocs: 0 })),
    fake(receiptEndpoints.rules, () => ({ maxBytes: 1_000, maxFiles: 20, types: ['application/pdf'] })),
  )
  const { user } = renderScreen(<AnswerDialog note={note} onClose={() => undefined} />)
  const field = await screen.findByLabelText('File')
  await user.setup({ applyAccept: false }).upload(field, new File(['x'], 'song.mp3', { type: 'audio/mpeg' }))
  expect(await screen.findByText(receiptRefusals.wrongType.message)).toBeTruthy()
  await user.upload(field, secondPage)
  expect(await screen.findByText('second-page.pdf')).toBeTruthy()
  expect(screen.queryByText(receiptRefusals.wrongType.message)).toBeNull()
})

test('an answer with a file that’s too large says how large it may be', async () => {
  serveFakes(
    fake(categoryEndpoints.list, () => ({ docs: [], page: 1, totalPages: 1, totalDocs: 0 })),
    fake(receiptEndpoints.rules, () => ({ maxBytes: 1_048_576, maxFiles: 20, types: ['application/pdf'] })),
  )
  const { user } = renderScreen(<AnswerDialog note={note} onClose={() => undefined} />)
  const scan = new File([new Uint8Array(1_048_577)], 'scan.pdf', { type: 'application/pdf' })
  await user.upload(await screen.findByLabelText('File'), scan)
  await user.click(await screen.findByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText(/^This file is larger than 1 MB\./)).toBeTruthy()
})

test('a receipt of another year isn’t sent, because its guest wouldn’t see it', async () => {
  const category = { _id: '01a1f98c-b7c0-73be-90be-d80dc65f7003', name: 'Fuel' }
  serveFakes(
    fake(categoryEndpoints.list, () => ({ docs: [category], page: 1, totalPages: 1, totalDocs: 1 })),
    fake(receiptEndpoints.rules, () => ({ maxBytes: 1_000, maxFiles: 20, types: ['application/pdf'] })),
    fake(receiptEndpoints.uploadFile, () => {
      throw new Error('It has a date of another year.')
    }),
  )
  const about = { ...note, receipt: null, receiptTitle: null }
  const { user } = renderScreen(<AnswerDialog note={about} onClose={() => undefined} />)
  await user.upload(await screen.findByLabelText('File'), secondPage)
  await user.selectOptions(
    screen.getByLabelText('Category'),
    await screen.findByRole('option', { name: 'Fuel' }),
  )
  await user.type(screen.getByLabelText('Date on the receipt'), '2025-06-30')
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByRole('link', { name: /Enter a date in 2025–26\.$/ })).toBeDefined()
})
