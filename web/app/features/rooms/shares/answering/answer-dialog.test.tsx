import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { type Note, roomRefusals } from '@docketbox/contract/rooms/schemas'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { draftFor, fieldsOf } from '#features/receipts/testing'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { shares } from '../../queries.ts'
import { question } from '../../testing/rooms.ts'
import { AnswerDialog } from './answer-dialog.tsx'

const note: Note = {
  ...question,
  receipt: '01a1f98c-b7c0-73be-90be-d80dc65f7002',
  receiptTitle: 'Shell',
  text: 'Is there a second page?',
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
    return isOpen && <AnswerDialog note={note} years={['2025-26']} onClose={() => setIsOpen(false)} />
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
    fake(receiptEndpoints.uploadFile, () => draftFor(secondPage)),
  )
  const { user } = renderScreen(<AnswerDialog note={note} years={['2025-26']} onClose={() => undefined} />)
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
  const { user } = renderScreen(<AnswerDialog note={note} years={['2025-26']} onClose={() => undefined} />)
  const scan = new File([new Uint8Array(1_048_577)], 'scan.pdf', { type: 'application/pdf' })
  await user.upload(await screen.findByLabelText('File'), scan)
  await user.click(await screen.findByRole('button', { name: 'Send answer' }))
  expect((await screen.findAllByText(/^This file is larger than 1 MB\./)).length).toBeGreaterThan(0)
})

function Asked() {
  useQuery(shares)
  return <AnswerDialog note={note} years={['2025-26']} onClose={() => undefined} />
}

const fuel = { _id: '01a1f98c-b7c0-73be-90be-d80dc65f7003', name: 'Fuel' }

/** Opens an answer about no receipt, on a server that reads this date and suggests Fuel. */
function openAboutYear(documentDate: string, ...fakes: Parameters<typeof serveFakes>) {
  const draft: Draft = {
    ...draftFor(secondPage),
    reading: { state: 'done', fields: fieldsOf({ supplier: 'Shell', documentDate }, ['documentDate']) },
    suggestedCategory: { category: fuel._id, receipts: 2 },
  }
  serveFakes(
    ...fakes,
    fake(categoryEndpoints.list, () => ({ docs: [fuel], page: 1, totalPages: 1, totalDocs: 1 })),
    fake(receiptEndpoints.rules, () => ({ maxBytes: 1_000, maxFiles: 20, types: ['image/jpeg'] })),
    fake(receiptEndpoints.uploadFile, () => draft),
  )
  const about = { ...note, receipt: null, receiptTitle: null }
  const years = ['2024-25', '2025-26']
  const { user } = renderScreen(<AnswerDialog note={about} years={years} onClose={() => undefined} />)
  return { user, draft }
}

const dateField = () => screen.getByLabelText<HTMLInputElement>('Date on the receipt')
const photo = new File(['photo'], 'IMG_1.jpg', { type: 'image/jpeg' })

test('a photo from the phone’s camera answers a question with nothing to type', async () => {
  const onAnswer = vi.fn<(body: object) => void>()
  const { user, draft } = openAboutYear(
    '2025-08-01',
    fake(roomEndpoints.answerNote, ({ body }) => {
      onAnswer(body)
      return note
    }),
  )
  const camera = await screen.findByLabelText('Photo')
  await user.click(screen.getByRole('button', { name: 'Take a photo' }))
  expect(camera.getAttribute('capture')).toBe('environment')
  await user.upload(camera, photo)
  await waitFor(() => expect(dateField().value).toBe('2025-08-01'))
  expect(screen.getByText('Please check this date.')).toBeTruthy()
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Category').value).toBe(fuel._id))
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  const facts = { documentDate: '2025-08-01' }
  const newReceipt = { category: fuel._id, file: [{ uri: draft.uri }], facts }
  await waitFor(() => expect(onAnswer.mock.calls).toMatchObject([[{ newReceipt }]]))
})

test('a receipt of a year that isn’t shared says so and isn’t sent, because its guest wouldn’t see it', async () => {
  const { user } = openAboutYear('2023-07-04')
  await user.upload(await screen.findByLabelText('Photo'), photo)
  expect(await screen.findByText(/^This date is in 2023–24, which sam@example\.com can’t see\./)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByRole('link', { name: /This date is in 2023–24/ })).toBeDefined()
})

test('a receipt of another shared year can answer a question', async () => {
  const onAnswer = vi.fn<(body: object) => void>()
  const { user } = openAboutYear(
    '2025-06-30',
    fake(roomEndpoints.answerNote, ({ body }) => {
      onAnswer(body)
      return note
    }),
  )
  await user.upload(await screen.findByLabelText('Photo'), photo)
  await waitFor(() => expect(dateField().value).toBe('2025-06-30'))
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  await waitFor(() => expect(onAnswer).toHaveBeenCalled())
})

test('a file that’s removed after an answer failed isn’t filed, and another one answers', async () => {
  const onAnswer = vi.fn<(body: object) => void>()
  const onDiscard = vi.fn<(id: string) => void>()
  const onReload = vi.fn<() => void>()
  const drafts = [draftFor(photo), draftFor(secondPage)]
  const [wrong, right] = drafts.map(({ uri }) => uri.replace('draft:', ''))
  serveFakes(
    fake(categoryEndpoints.list, () => ({ docs: [], page: 1, totalPages: 1, totalDocs: 0 })),
    fake(receiptEndpoints.rules, () => ({
      maxBytes: 1_000,
      maxFiles: 20,
      types: ['image/jpeg', 'application/pdf'],
    })),
    fake(receiptEndpoints.uploadFile, () => drafts[onDiscard.mock.calls.length]!),
    fake(receiptEndpoints.discardDraft, ({ params }) => {
      onDiscard(params.draftId)
      return drafts[0]!
    }),
    fake(roomEndpoints.list, () => {
      onReload()
      return { docs: [], page: 1, totalPages: 1, totalDocs: 0 }
    }),
    fake(roomEndpoints.answerNote, ({ body }) => {
      onAnswer(body)
      return onAnswer.mock.calls.length === 1 ? refuse(roomRefusals.ended) : note
    }),
  )
  const { user } = renderScreen(<Asked />)
  await user.upload(await screen.findByLabelText('File'), photo)
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText(roomRefusals.ended.message)).toBeTruthy()
  // The screen behind still showed it as active.
  await waitFor(() => expect(onReload).toHaveBeenCalledTimes(2))
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(onDiscard.mock.calls).toEqual([[wrong]]))
  await user.upload(await screen.findByLabelText('File'), secondPage)
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  await waitFor(() => expect(onAnswer.mock.calls).toEqual([[{ draft: wrong }], [{ draft: right }]]))
})

test('what the user typed while a photo was read stays', async () => {
  const { promise, resolve } = Promise.withResolvers<Draft>()
  const { user, draft } = openAboutYear(
    '2025-08-01',
    fake(receiptEndpoints.uploadFile, () => promise),
  )
  await user.upload(await screen.findByLabelText('Photo'), photo)
  await user.type(dateField(), '2025-08-02')
  resolve(draft)
  expect(await screen.findByText('Shell')).toBeTruthy()
  expect(dateField().value).toBe('2025-08-02')
})

test('a file the user isn’t sure about can wait in To file, while they answer in words', async () => {
  const onAnswer = vi.fn<(body: object) => void>()
  const { user } = openAboutYear(
    '2023-07-04',
    fake(receiptEndpoints.discardDraft, () => {
      throw new Error('It waits to be filed.')
    }),
    fake(roomEndpoints.answerNote, ({ body }) => {
      onAnswer(body)
      return note
    }),
  )
  await user.upload(await screen.findByLabelText('Photo'), photo)
  await user.click(await screen.findByRole('button', { name: 'File it later' }))
  expect(screen.queryByLabelText('Date on the receipt')).toBeNull()
  await user.type(screen.getByLabelText('Your answer'), 'It’s from 2023.')
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith({ text: 'It’s from 2023.' }))
})
