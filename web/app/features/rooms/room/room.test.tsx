import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { taxFileNumberWarning } from '@docketbox/contract/core/people/tax-file-numbers'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptName } from '@docketbox/contract/receipts/naming'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import { roomRefusals } from '@docketbox/contract/rooms/schemas'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { detailsOf, receiptOf } from '#features/receipts/testing'
import { endGuestSession, startGuestSession } from '#platform/session/guest-session.ts'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { question } from '../testing/rooms.ts'
import RoomPage from './page.tsx'

const listed = <Doc,>(docs: Doc[]) => ({ docs, page: 1, totalPages: 1, totalDocs: docs.length })
const unsummed = {
  isCountCapped: false,
  totalCents: null,
  claimableCents: null,
  withAmount: null,
  corrections: [],
}
/** By the session that opens them. */
const rooms: Record<string, string> = {
  room_good: '01a1f98c-b7c0-73be-90be-d80dc65f7534',
  room_again: '01a1f98c-b7c0-73be-90be-d80dc65f7534',
  room_other: '01a1f98c-b7c0-73be-90be-d80dc65f7535',
}
const opened = (session: string) => ({
  _id: rooms[session]!,
  owner: 'Mia Chen',
  ownerEmail: 'mia@example.com',
  email: 'sam@example.com',
  years: ['2025-26'],
  until: '2027-02-20',
  withOriginals: false,
})
const fakes = [
  fake(roomEndpoints.current, ({ headers }) => {
    const session = headers['authorization']!.replace('Bearer ', '')
    return session in rooms ? opened(session) : refuse(commonRefusals.signInRequired)
  }),
  fake(roomEndpoints.notes, () => listed([])),
  fake(categoryEndpoints.list, () => listed([])),
  fake(receiptEndpoints.search, () => ({ ...listed([]), ...unsummed })),
]

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/room')
})

test('a link asks for a press and, if it has one, the passcode', async () => {
  serveFakes(
    ...fakes,
    fake(roomEndpoints.enter, ({ body: { token, passcode } }) => {
      expect(token).toBe('secret')
      if (passcode === undefined) return refuse(roomRefusals.passcodeNeeded)
      return passcode === 'wattle tree' ? { token: 'room_good' } : refuse(roomRefusals.wrongPasscode)
    }),
  )
  const { user, router } = renderScreen(<RoomPage />, { path: '/room', at: '/room#token=secret' })
  await user.click(await screen.findByRole('button', { name: 'View the records' }))
  await user.type(await screen.findByLabelText('Passcode'), 'wrong{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain(roomRefusals.wrongPasscode.message)
  await user.clear(screen.getByLabelText('Passcode'))
  await user.type(screen.getByLabelText('Passcode'), 'wattle tree{Enter}')
  expect(await screen.findByRole('heading', { name: 'Mia Chen’s records' })).toBeTruthy()
  expect(router.state.location.hash).toBe('')
})

test('records that can’t be loaded leave the screen its heading', async () => {
  startGuestSession('room_good')
  serveFakes(fake(roomEndpoints.current, () => refuse(commonRefusals.notAllowed)))
  renderScreen(<RoomPage />, { path: '/room' })
  expect((await screen.findByRole('alert')).textContent).toContain(commonRefusals.notAllowed.message)
  expect(screen.getByRole('heading', { level: 1, name: 'Shared records' })).toBeTruthy()
})

test('the screen closes when access has ended', async () => {
  startGuestSession('room_ended')
  serveFakes(...fakes)
  renderScreen(<RoomPage />, { path: '/room' })
  expect(await screen.findByRole('heading', { name: 'You’re no longer viewing these records' })).toBeTruthy()
})

test('going back to a client’s page that the browser kept shows the client opened since', async () => {
  startGuestSession('room_good')
  serveFakes(
    fake(roomEndpoints.current, ({ headers }) => ({
      ...opened('room_good'),
      owner: headers['authorization'] === 'Bearer room_other' ? 'Tom Ng' : 'Mia Chen',
    })),
    ...fakes,
  )
  renderScreen(<RoomPage />, { path: '/room' })
  await screen.findByRole('heading', { name: 'Mia Chen’s records' })
  // What the page of the other client stored: this one was asleep.
  sessionStorage.setItem('guest-token', 'room_other')
  act(() => void window.dispatchEvent(new Event('pageshow')))
  expect(screen.queryByRole('heading', { name: 'Mia Chen’s records' })).toBeNull()
  expect(await screen.findByRole('heading', { name: 'Tom Ng’s records' })).toBeTruthy()
})

describe('a question that’s being typed', () => {
  const message = () => screen.findByLabelText<HTMLTextAreaElement>('Your message')
  async function open(token: string) {
    startGuestSession(token)
    const screen = renderScreen(<RoomPage />, { path: '/room', at: '/room?tab=questions' })
    await message()
    return screen
  }
  async function typeQuestion() {
    serveFakes(
      ...fakes,
      fake(roomEndpoints.leave, () => ({ hasLeft: true })),
    )
    const { user, unmount } = await open('room_good')
    await user.type(await message(), 'Which vehicle?')
    return { user, unmount }
  }

  test('when the guest’s session ends is still there for them, but not in another room', async () => {
    const { unmount } = await typeQuestion()
    act(endGuestSession)
    unmount()
    const other = await open('room_other')
    expect((await message()).value).toBe('')
    other.unmount()
    await open('room_again')
    expect((await message()).value).toBe('Which vehicle?')
  })

  test('when the guest looks at another year stays with its own', async () => {
    const asked = vi.fn<(about: object) => void>()
    const loaded = vi.fn<(incomeYear?: string) => void>()
    serveFakes(
      fake(roomEndpoints.current, () => ({ ...opened('room_good'), years: ['2024-25', '2025-26'] })),
      fake(roomEndpoints.addNote, ({ body: { about } }) => (asked(about), question)),
      fake(roomEndpoints.notes, ({ query: { incomeYear } }) => (loaded(incomeYear), listed([]))),
      ...fakes,
    )
    startGuestSession('room_good')
    const { user } = renderScreen(<RoomPage />, { path: '/room', at: '/room?tab=questions' })
    // Without those of other years, which are hidden.
    const message = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' })
    const choose = (year: string) => user.selectOptions(screen.getByLabelText('Income year'), year)
    await user.type(await message(), 'Which vehicle?')
    expect(new Set(loaded.mock.calls.flat())).toEqual(new Set(['2025-26']))
    await choose('2024-25')
    expect((await message()).value).toBe('')
    await choose('2025-26')
    expect((await message()).value).toBe('Which vehicle?')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(asked).toHaveBeenCalledExactlyOnceWith({ incomeYear: '2025-26' }))
  })

  test('while another one is being sent isn’t lost', async () => {
    const sent = Promise.withResolvers<typeof question>()
    serveFakes(
      fake(roomEndpoints.addNote, () => sent.promise),
      ...fakes,
    )
    const { user } = await open('room_good')
    await user.type(await message(), 'Which vehicle?')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await user.type(await message(), ' And which driver?')
    sent.resolve(question)
    await screen.findByText('Question sent.')
    expect((await message()).value).toBe('Which vehicle? And which driver?')
    await user.clear(await message())
    await user.type(await message(), 'Which driver?')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(async () => expect((await message()).value).toBe(''))
  })

  test('warns of a tax file number', async () => {
    serveFakes(...fakes)
    const { user } = await open('room_good')
    await user.type(await message(), 'Is your TFN 123 456 782?')
    expect(screen.getByText(taxFileNumberWarning)).toBeTruthy()
  })

  test('when the guest leaves is forgotten', async () => {
    const { user, unmount } = await typeQuestion()
    await user.click(screen.getByRole('button', { name: 'Leave' }))
    expect(await screen.findByRole('heading', { name: /no longer viewing/ })).toBeTruthy()
    unmount()
    expect(JSON.stringify(sessionStorage)).not.toContain('Which vehicle?')
    await open('room_again')
    expect((await message()).value).toBe('')
  })
})

test('Back closes a receipt, and doesn’t open one again that was closed', async () => {
  const receipt = receiptOf()
  serveFakes(
    fake(receiptEndpoints.search, () => ({ ...listed([receipt]), ...unsummed, isCountCapped: true })),
    fake(receiptEndpoints.details, () => detailsOf(receipt)),
    ...fakes,
  )
  startGuestSession('room_good')
  const { user, router } = renderScreen(<RoomPage />, { path: '/room', at: '/room?tab=receipts' })
  expect((await screen.findByText(/1 receipt$/)).textContent).toBe('More than 1 receipt')
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: new RegExp(receiptName(receipt)) }))
    return screen.findByRole('dialog')
  }
  await user.click(within(await open()).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await open()
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(new URLSearchParams(router.state.location.search).has('receipt')).toBe(false)
  await act(() => router.navigate(1))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test.each([
  ['about', { receipt: receiptOf()._id, receiptTitle: 'Ampol $56.85' }],
  [
    'answered with',
    {
      answeredAt: '2026-11-22T03:00:00.000Z',
      answerReceipt: receiptOf()._id,
      answerReceiptTitle: 'Ampol $56.85',
    },
  ],
])('questions %s a receipt are listed with their year’s, and lead to it and back', async (_, changes) => {
  const receipt = receiptOf()
  const other = { ...question, ...changes, _id: '01a1f98c-b7c0-73be-90be-d80dc65f7002', text: 'Whose car?' }
  serveFakes(
    fake(roomEndpoints.notes, () => listed([question, other])),
    fake(receiptEndpoints.details, () => detailsOf(receipt)),
    ...fakes,
  )
  startGuestSession('room_good')
  const { user, router } = renderScreen(<RoomPage />, { path: '/room', at: '/room?tab=questions' })
  expect(await screen.findByText('Whose car?')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Ampol $56.85' }))
  const dialog = await screen.findByRole('dialog')
  const shown = () => Object.fromEntries(new URLSearchParams(router.state.location.search))
  expect(shown()).toMatchObject({ year: '2025-26', tab: 'receipts', receipt: receipt._id })
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(shown()).toMatchObject({ tab: 'questions' }))
  expect(shown()).not.toHaveProperty('receipt')
})
