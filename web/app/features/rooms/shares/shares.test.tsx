import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import { type Note, type Room, roomRefusals } from '@docketbox/contract/rooms/schemas'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { useMutation, useQuery } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { query } from '#platform/api/query.ts'
import { fake, fakeLateRefusal, refuse, serveFakes } from '#testing/fake-api.ts'
import { logInAgain, renderScreen, signInAs } from '#testing/render.tsx'
import { answerNote } from '../queries.ts'
import SharesPage from './page.tsx'

const ROOM_ID = '01a1f98c-b7c0-73be-90be-d80dc65f7534'
const room: Room = {
  _id: ROOM_ID,
  email: 'sam@example.com',
  years: ['2024-25', '2025-26'],
  until: '2027-02-20',
  withOriginals: true,
  hasPasscode: false,
  status: 'active',
  createdAt: '2026-11-22T02:00:00.000Z',
  revokedAt: null,
  firstOpenedAt: null,
  lastAccessAt: null,
}
const question: Note = {
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7001',
  room: ROOM_ID,
  email: 'sam@example.com',
  kind: 'request',
  author: 'guest',
  incomeYear: '2025-26',
  receipt: null,
  receiptTitle: null,
  text: 'Which vehicle?',
  label: null,
  createdAt: '2026-11-22T02:00:00.000Z',
  answeredAt: null,
  answer: null,
  answerReceipt: null,
  isAccepted: null,
}

const listed = <Doc,>(docs: Doc[]) => ({ docs, page: 1, totalPages: 1, totalDocs: docs.length })
let rooms: Room[]
let notes: Note[]
const onCreate = vi.fn<(body: object) => void>()
beforeEach(() => {
  rooms = []
  notes = []
  onCreate.mockReset()
  signInAs()
})

function openAt(at: string, ...more: Parameters<typeof serveFakes>) {
  serveFakes(
    ...more,
    fake(roomEndpoints.list, () => listed(rooms)),
    fake(roomEndpoints.notes, () => listed(notes)),
    fake(roomEndpoints.clients, () => listed([])),
    fake(roomEndpoints.create, ({ body }) => {
      onCreate(body)
      rooms = [room]
      return room
    }),
    fake(roomEndpoints.revoke, () => (rooms = [{ ...room, status: 'revoked' }])[0]!),
    fake(roomEndpoints.restore, () => (rooms = [room])[0]!),
    fake(categoryEndpoints.list, () => listed([])),
    fake(receiptEndpoints.rules, () => ({ maxBytes: 1_000, maxFiles: 20, types: ['application/pdf'] })),
  )
  return renderScreen(<SharesPage />, { path: '/shares', at })
}
const open = (...more: Parameters<typeof serveFakes>) => openAt('/shares', ...more)

test('an accountant is invited to chosen years', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Invite your accountant' }))
  await user.type(screen.getByLabelText('Their email'), 'sam@example.com')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByRole('heading', { name: 'sam@example.com' })).toBeTruthy()
  expect(onCreate).toHaveBeenCalledWith(
    expect.objectContaining({ email: 'sam@example.com', withOriginals: true, years: [expect.any(String)] }),
  )
})

test('a link from a year invites to that year, even if it’s long ago', async () => {
  const { user, router } = openAt('/shares?invite=2014-15')
  await user.type(await screen.findByLabelText('Their email'), 'sam@example.com')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByRole('heading', { name: 'sam@example.com' })).toBeTruthy()
  expect(onCreate).toHaveBeenCalledWith(expect.objectContaining({ years: ['2014-15'] }))
  expect(router.state.location.search).toBe('')
})

test('Back asks before it drops an invitation that’s being written', async () => {
  const { user, router } = open()
  await user.click(await screen.findByRole('button', { name: 'Invite your accountant' }))
  await user.type(screen.getByLabelText('Their email'), 'sam@example.com')
  void router.navigate(-1)
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText<HTMLInputElement>('Their email').value).toBe('sam@example.com')
  void router.navigate(-1)
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByLabelText('Their email')).toBeNull())
})

test('access that couldn’t be revoked says so, even after the screen was left', async () => {
  rooms = [room]
  const { late, refuseNow } = fakeLateRefusal(roomEndpoints.revoke, commonRefusals.unexpected)
  const { user, router } = open(late)
  await user.click(await screen.findByRole('button', { name: 'Revoke access' }))
  await router.navigate('/dashboard')
  await screen.findByLabelText('Elsewhere')
  refuseNow()
  expect(await screen.findByText(commonRefusals.unexpected.message)).toBeTruthy()
})

test('an invitation needs a year, and says why it was refused', async () => {
  const { user } = open(fake(roomEndpoints.create, () => refuse(roomRefusals.ownEmail)))
  await user.click(await screen.findByRole('button', { name: 'Invite your accountant' }))
  await user.type(screen.getByLabelText('Their email'), 'ann@example.com')
  const chosen = screen.getAllByRole('checkbox', { checked: true })[0]!
  await user.click(chosen)
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Choose at least one income year.')
  await user.click(chosen)
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect((await screen.findByRole('alert')).textContent).toContain(roomRefusals.ownEmail.message)
})

test('after a lost response, the same invitation is sent once, and a corrected one as another', async () => {
  const sent: [email: string, key: string | undefined][] = []
  const { user } = open(
    fake(roomEndpoints.create, ({ body, headers }) => {
      sent.push([body.email, headers['Idempotency-Key']])
      return sent.length < 3 ? refuse(commonRefusals.unavailable) : room
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Invite your accountant' }))
  const address = screen.getByLabelText('Their email')
  const send = async () => {
    await user.click(screen.getByRole('button', { name: 'Send invitation' }))
    await screen.findByRole('button', { name: 'Send invitation' })
  }
  await user.type(address, 'sma@example.com')
  await send()
  await send()
  await user.clear(address)
  await user.type(address, 'sam@example.com')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  await waitFor(() => expect(sent).toHaveLength(3))
  const [first, retry, corrected] = sent
  expect(retry).toEqual(first)
  expect(corrected).toEqual(['sam@example.com', expect.not.stringMatching(first![1]!)])
})

test('access is revoked, and that can be undone', async () => {
  rooms = [room]
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Revoke access' }))
  expect(await screen.findByText('Revoked')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Active')).toBeTruthy()
})

test('a question is answered in words', async () => {
  rooms = [room]
  notes = [question]
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

test('accepting a proposed label can be undone', async () => {
  rooms = [room]
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
  rooms = [room]
  notes = [question]
  let isDown = true
  const { user } = open(
    fake(roomEndpoints.notes, () => (isDown ? refuse(commonRefusals.notAllowed) : listed(notes))),
  )
  expect(await screen.findByText('We couldn’t load your accountant’s questions.')).toBeTruthy()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Answer' })).toBeTruthy()
})

test('a comment isn’t deleted without a question', async () => {
  rooms = [room]
  notes = [{ ...question, kind: 'comment', author: 'owner', text: 'The van was sold in March.' }]
  const { user } = open(
    fake(roomEndpoints.removeNote, ({ params }) => {
      notes = []
      return { _id: params.noteId }
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const asking = within(await screen.findByRole('alertdialog', { name: 'Delete your comment?' }))
  expect(notes).toHaveLength(1)
  await user.click(asking.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('The van was sold in March.')).toBeNull())
})

test('a reply typed when the session ends isn’t entered for another comment', async () => {
  rooms = [room]
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
