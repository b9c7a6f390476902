import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import { taxFileNumberWarning } from '@docketbox/contract/core/people/tax-file-numbers'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import type { Note } from '@docketbox/contract/rooms/schemas'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { useMutation, useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { query } from '#platform/api/query.ts'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { logInAgain, renderScreen, signInAs } from '#testing/render.tsx'
import { answerNote, useOpenNotes } from '../queries.ts'
import { listed, question, room } from '../testing/rooms.ts'
import SharesPage from './page.tsx'

let notes: Note[]
beforeEach(() => {
  notes = [question]
  signInAs()
})

function open(...more: Parameters<typeof serveFakes>) {
  serveFakes(
    ...more,
    fake(roomEndpoints.list, () => listed([room])),
    fake(roomEndpoints.notes, () => listed(notes)),
    fake(roomEndpoints.clients, () => listed([])),
    fake(categoryEndpoints.list, () => listed([])),
    fake(receiptEndpoints.rules, () => ({ maxBytes: 1_000, maxFiles: 20, types: ['application/pdf'] })),
  )
  return renderScreen(<SharesPage />, { path: '/shares' })
}

test('a question is answered in words', async () => {
  const onAnswer = vi.fn<(body: object) => void>()
  const { user } = open(
    fake(roomEndpoints.answerNote, ({ body }) => {
      onAnswer(body)
      notes = [{ ...question, answeredAt: '2026-11-22T03:00:00.000Z', answer: 'The ute.' }]
      return notes[0]!
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Answer' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Send answer' }))
  expect((await dialog.findAllByText('Write an answer or add a file.')).length).toBeGreaterThan(0)
  await user.type(dialog.getByLabelText('Your answer'), 'The ute.')
  await user.click(dialog.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText('Answered')).toBeTruthy()
  expect(onAnswer).toHaveBeenCalledWith({ text: 'The ute.' })
})

test('an answer links to the receipt that came with it, and mentions one that can’t be opened', async () => {
  const answered = { ...question, answeredAt: '2026-11-22T03:00:00.000Z' }
  const added = {
    answerReceipt: '01a1f98c-b7c0-73be-90be-d80dc65f7002',
    answerReceiptTitle: 'Ampol $56.85',
  }
  notes = [
    { ...answered, ...added, answer: 'Here it is.' },
    { ...answered, _id: '01a1f98c-b7c0-73be-90be-d80dc65f7003' },
  ]
  open()
  const link = await screen.findByRole('link', { name: 'Ampol $56.85' })
  expect(link.getAttribute('href')).toBe(paths.review(added.answerReceipt))
  expect(link.parentElement!.textContent).toBe('Here it is.\nAdded a receipt: Ampol $56.85')
  expect(screen.getByText('Added a receipt.')).toBeTruthy()
})

test.each([
  ['Answer', 'request', 'Your answer'],
  ['Reply', 'comment', 'Your reply'],
] as const)('%s warns of a tax file number', async (button, kind, label) => {
  notes = [{ ...question, kind, text: 'What’s your TFN?' }]
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: button }))
  await user.type(screen.getByLabelText(label), 'My TFN is 123 456 782')
  expect(screen.getByText(taxFileNumberWarning)).toBeTruthy()
})

test('accepting a proposed label can be undone', async () => {
  const proposal: Note = { ...question, kind: 'label', text: null, label: 'D2' }
  notes = [proposal]
  const { user } = open(
    fake(roomEndpoints.answerNote, ({ body }) => {
      notes = [{ ...proposal, answeredAt: '2026-11-22T03:00:00.000Z', isAccepted: body.accept! }]
      return notes[0]!
    }),
    fake(roomEndpoints.undoDecision, () => (notes = [proposal])[0]!),
  )
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  expect(await screen.findByText('Label confirmed.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeTruthy()
})

test('the button that was pressed says that the decision is being saved', async () => {
  const proposal: Note = { ...question, kind: 'label', text: null, label: 'D2' }
  notes = [proposal]
  const decided = vi.fn<(accept: boolean | undefined) => void>()
  const { user } = open(
    fake(roomEndpoints.answerNote, ({ body }) => {
      decided(body.accept)
      return new Promise(() => undefined)
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  const saving = await screen.findByRole('button', { name: 'Saving…' })
  expect(document.activeElement).toBe(saving)
  await user.click(screen.getByRole('button', { name: 'Accept' }))
  expect(decided).toHaveBeenCalledExactlyOnceWith(false)
})

test('an accepted label changes the totals on other pages', async () => {
  const reads: string[] = []
  const none = { totals: [], months: [], receipts: 0, trashed: 0, toFile: 0, toCheck: 0, recent: [] }
  serveFakes(
    fake(yearEndpoints.list, () => {
      reads.push('years')
      return listed([])
    }),
    fake(receiptEndpoints.summary, () => {
      reads.push('receipts')
      return none
    }),
    fake(roomEndpoints.answerNote, () => ({ ...question, isAccepted: true })),
  )
  function OtherPages() {
    const { mutate } = useMutation(answerNote)
    const [years, receipts] = [
      useQuery(query(yearEndpoints.list, {})),
      useQuery(query(receiptEndpoints.summary, {})),
    ]
    if (!years.data || !receipts.data) return null
    return (
      <button onClick={() => mutate({ params: { noteId: question._id }, body: { accept: true } })}>
        Accept
      </button>
    )
  }
  const { user } = renderScreen(<OtherPages />)
  await user.click(await screen.findByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(reads.toSorted()).toEqual(['receipts', 'receipts', 'years', 'years']))
})

test('questions that couldn’t be loaded can be loaded again', async () => {
  let isDown = true
  const { user } = open(
    fake(roomEndpoints.notes, () => (isDown ? refuse(commonRefusals.notAllowed) : listed(notes))),
  )
  expect(await screen.findByText('We couldn’t load your accountant’s questions.')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Shares' })).toBeTruthy()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Answer' })).toBeTruthy()
})

test('a comment isn’t deleted without a question', async () => {
  notes = [{ ...question, kind: 'comment', author: 'owner', text: 'The van was sold in March.' }]
  const { user } = open(
    fake(roomEndpoints.removeNote, ({ params }) => {
      notes = []
      return { _id: params.noteId }
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Delete your comment' }))
  const asking = within(await screen.findByRole('alertdialog', { name: 'Delete your comment?' }))
  expect(notes).toHaveLength(1)
  await user.click(asking.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('The van was sold in March.')).toBeNull())
})

test('a reply typed when the session ends isn’t entered for another comment', async () => {
  notes = [{ ...question, kind: 'comment', text: 'Looks private.' }]
  const openReply = async ({ user }: ReturnType<typeof open>) => {
    await user.click(await screen.findByRole('button', { name: 'Reply' }))
    return screen.findByLabelText<HTMLTextAreaElement>('Your reply')
  }
  const page = open()
  await page.user.type(await openReply(page), 'It’s for the van')
  logInAgain(page.unmount)
  const [first] = notes
  notes = [{ ...first!, _id: crypto.randomUUID(), email: 'kim@example.com' }]
  const other = open()
  expect((await openReply(other)).value).toBe('')
  other.unmount()
  notes = [first!]
  expect((await openReply(open())).value).toBe('It’s for the van')
})

test('older comments are shown on request, until there are none left', async () => {
  notes = Array.from({ length: 65 }, (_, index) => {
    const _id = `01a1f98c-b7c0-73be-90be-d80dc65f7${100 + index}`
    return { ...question, _id, kind: 'comment', text: `Comment ${65 - index}` }
  })
  const { user } = open()
  await screen.findByText('Comment 36')
  expect(screen.queryByText('Comment 35')).toBeNull()
  for (let time = 0; time < 2; time++) await user.click(screen.getByRole('button', { name: 'Show older' }))
  expect(screen.getByText('Comment 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('a question of a share that has ended isn’t waiting for an answer any more', async () => {
  open(fake(roomEndpoints.list, () => listed([{ ...room, status: 'revoked' }])))
  expect(await screen.findByText('Not answered')).toBeTruthy()
  expect(screen.queryByText('Waiting for an answer')).toBeNull()
})

test('questions of someone whose access is revoked no longer wait for an answer', async () => {
  let current = room
  serveFakes(
    fake(roomEndpoints.list, () => listed([current])),
    fake(roomEndpoints.notes, ({ query }) =>
      listed(query.open && current.status === 'revoked' ? [] : [question]),
    ),
    fake(roomEndpoints.clients, () => listed([])),
    fake(roomEndpoints.revoke, () => (current = { ...current, status: 'revoked' })),
  )
  function Dashboard() {
    return (
      <>
        <p>{useOpenNotes()} to answer</p>
        <SharesPage />
      </>
    )
  }
  const { user } = renderScreen(<Dashboard />, { path: '/shares' })
  await screen.findByText('1 to answer')
  await user.click(await screen.findByRole('button', { name: 'Revoke access' }))
  expect(await screen.findByText('0 to answer')).toBeTruthy()
})
