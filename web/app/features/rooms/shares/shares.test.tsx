import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import { type GuestLogEntry, type Room, roomRefusals } from '@docketbox/contract/rooms/schemas'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, fakeLateRefusal, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { listed, room } from '../testing/rooms.ts'
import SharesPage from './page.tsx'

let rooms: Room[]
const onCreate = vi.fn<(body: object) => void>()
beforeEach(() => {
  rooms = []
  onCreate.mockReset()
  signInAs()
})

function openAt(at: string, ...more: Parameters<typeof serveFakes>) {
  serveFakes(
    ...more,
    fake(roomEndpoints.list, () => listed(rooms)),
    fake(roomEndpoints.notes, () => listed([])),
    fake(roomEndpoints.clients, () => listed([])),
    fake(roomEndpoints.create, ({ body }) => {
      onCreate(body)
      rooms = [room]
      return room
    }),
    fake(roomEndpoints.revoke, () => (rooms = [{ ...room, status: 'revoked' }])[0]!),
    fake(roomEndpoints.restore, () => (rooms = [room])[0]!),
    fake(categoryEndpoints.list, () => listed([])),
    fake(yearEndpoints.list, () => listed([])),
    fake(receiptEndpoints.rules, () => ({ maxBytes: 1_000, maxFiles: 20, types: ['application/pdf'] })),
  )
  return renderScreen(<SharesPage />, { path: '/shares', at })
}
const open = (...more: Parameters<typeof serveFakes>) => openAt('/shares', ...more)

test('an accountant is invited to chosen years', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Invite your accountant' }))
  expect(screen.getByLabelText<HTMLInputElement>('Their email').autocomplete).toBe('off')
  await user.type(screen.getByLabelText('Their email'), 'sam@example.com')
  // Phones would begin it with a capital, which no one mentions when they pass it on.
  expect(screen.getByLabelText(/^Passcode/).getAttribute('autocapitalize')).toBe('none')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByRole('heading', { name: 'sam@example.com' })).toBeTruthy()
  expect(onCreate).toHaveBeenCalledWith(
    expect.objectContaining({ email: 'sam@example.com', withOriginals: true, years: [expect.any(String)] }),
  )
})

test.each(['Close', 'Send invitation'])('after %s, Back leaves the page', async (button) => {
  const { user, router } = openAt('/dashboard')
  await act(() => router.navigate('/shares'))
  await user.click(await screen.findByRole('button', { name: 'Invite your accountant' }))
  if (button !== 'Close') await user.type(screen.getByLabelText('Their email'), 'sam@example.com')
  await user.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await act(() => router.navigate(-1))
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/dashboard')
})

test('an invitation that’s sent after Back has closed it leaves the page where it is', async () => {
  const sent = Promise.withResolvers<Room>()
  const { user, router } = openAt(
    '/dashboard',
    fake(roomEndpoints.create, () => sent.promise),
  )
  await act(() => router.navigate('/shares'))
  await user.click(await screen.findByRole('button', { name: 'Invite your accountant' }))
  await user.type(screen.getByLabelText('Their email'), 'sam@example.com')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  await act(() => router.navigate(-1))
  sent.resolve(room)
  expect(await screen.findByText('We’ve sent an invitation to sam@example.com.')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/shares')
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

test('what someone opened is up to date each time it’s looked at', async () => {
  rooms = [room]
  const entry = { _id: room._id, at: '2026-11-22T02:00:00.000Z', email: room.email, about: null, title: null }
  let log: GuestLogEntry[] = []
  const { user } = open(fake(roomEndpoints.guestLog, () => listed(log)))
  const look = async () => user.click(await screen.findByRole('button', { name: 'What they opened' }))
  await look()
  await screen.findByText('They haven’t opened anything yet.')
  await user.keyboard('{Escape}')
  log = [{ ...entry, action: 'enter' }]
  await look()
  expect(await screen.findByText('Opened your records')).toBeTruthy()
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

test('after revoking without a response, access can be revoked again and restored', async () => {
  rooms = [room]
  const { user } = open(
    fake(roomEndpoints.revoke, () => {
      const isRepeated = rooms[0]!.status === 'revoked'
      rooms = [{ ...room, status: 'revoked' }]
      if (!isRepeated) throw new TypeError('Failed to fetch')
      return rooms[0]!
    }),
    fake(roomEndpoints.restore, () => {
      rooms = [room]
      return room
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Revoke access' }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(/^Access restored\./)).toBeTruthy()
})

test('revoked access can be restored, even after the screen was left', async () => {
  rooms = [room]
  const revoked = Promise.withResolvers<Room>()
  const { user, router } = open(fake(roomEndpoints.revoke, () => revoked.promise))
  await user.click(await screen.findByRole('button', { name: 'Revoke access' }))
  await router.navigate('/dashboard')
  await screen.findByLabelText('Elsewhere')
  revoked.resolve({ ...room, status: 'revoked' })
  expect(await screen.findByText('sam@example.com no longer has access.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Access restored. Send a new link if they need one.')).toBeTruthy()
})

test('a passcode that’s too long says so instead of being cut', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Invite your accountant' }))
  await user.type(screen.getByLabelText('Their email'), 'sam@example.com')
  const passcode = screen.getByLabelText<HTMLInputElement>(/^Passcode/)
  await user.click(passcode)
  await user.paste('x'.repeat(65))
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect(screen.getByRole('textbox', { description: /Use at most 64 characters/ })).toBe(passcode)
  await user.type(passcode, '{Backspace}')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  await waitFor(() =>
    expect(onCreate).toHaveBeenLastCalledWith(expect.objectContaining({ passcode: 'x'.repeat(64) })),
  )
})

test.each(['active', 'expired'] as const)(
  'an invitation to someone who has an %s share says so',
  async (status) => {
    rooms = [{ ...room, status }]
    const { user } = openAt('/shares?invite=2025-26')
    await user.type(await screen.findByLabelText('Their email'), 'Sam@example.com')
    expect(await screen.findByText(/You’ve already shared 2025–26 with them/)).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { checked: true, name: '2025–26' }))
    expect(screen.queryByText(/You’ve already shared/)).toBeNull()
  },
)

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
