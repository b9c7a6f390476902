import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import { latestUntil } from '@docketbox/contract/rooms/period'
import type { Note, Room } from '@docketbox/contract/rooms/schemas'
import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { today } from '#platform/format/dates.ts'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { shares } from '../queries.ts'
import { listed, question, room } from '../testing/rooms.ts'
import { ShareRow } from './share-row.tsx'

beforeEach(() => signInAs())

function Row() {
  const { data } = useQuery(shares)
  return data?.docs.map((room) => <ShareRow key={room._id} room={room} />)
}

const onExtend = vi.fn<(body: object) => void>()
function open(first: Room, notes: Note[] = []) {
  onExtend.mockReset()
  let current = first
  serveFakes(
    fake(roomEndpoints.list, () => listed([current])),
    fake(roomEndpoints.notes, () => listed(notes)),
    fake(roomEndpoints.sendLink, () => current),
    fake(roomEndpoints.revoke, () => (current = { ...current, status: 'revoked' })),
    fake(roomEndpoints.restore, () => (current = first)),
    fake(roomEndpoints.extend, ({ body }) => {
      onExtend(body)
      return (current = { ...current, until: body.until, status: 'active' })
    }),
  )
  return renderScreen(<Row />, { path: '/shares' })
}

test('a share that has expired is extended to a day the owner chooses', async () => {
  const until = latestUntil(today())
  const { user } = open({ ...room, until: '2026-01-31', status: 'expired' })
  await user.click(await screen.findByRole('button', { name: 'Extend' }))
  const field = screen.getByLabelText<HTMLInputElement>('Last day of access')
  expect(field.value > today()).toBe(true)
  fireEvent.change(field, { target: { value: until } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(onExtend.mock.calls).toEqual([[{ until }]]))
  expect(await screen.findByText('Active')).toBeTruthy()
  expect(
    screen.getByText(/^sam@example\.com has access until .*\. Send a new link if they need one\.$/),
  ).toBeTruthy()
})

test('access is revoked, and that can be undone', async () => {
  const { user } = open(room)
  await user.click(await screen.findByRole('button', { name: 'Revoke access' }))
  expect(await screen.findByText('Revoked')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Active')).toBeTruthy()
})

test('revoking one share of someone who has another says what they can still open', async () => {
  const other: Room = { ...room, _id: '01a1f98c-b7c0-73be-90be-d80dc65f7535', years: ['2025-26'] }
  serveFakes(
    fake(roomEndpoints.list, () => listed([room, other])),
    fake(roomEndpoints.notes, () => listed([])),
    fake(roomEndpoints.revoke, () => ({ ...room, status: 'revoked' as const })),
  )
  const { user } = renderScreen(<Row />, { path: '/shares' })
  await user.click((await screen.findAllByRole('button', { name: 'Revoke access' }))[0]!)
  expect(await screen.findByText(/sam@example\.com still has access to 2025–26/)).toBeTruthy()
  expect(screen.queryByText(/no longer has access/)).toBeNull()
})

test('a new link is sent without saying where to: the guest may have changed their email', async () => {
  const { user } = open(room)
  await user.click(await screen.findByRole('button', { name: 'Send a new link' }))
  expect(await screen.findByText('We’ve sent them a new link.')).toBeTruthy()
})

test('the first day offered isn’t over yet in Sydney, where access ends at midnight', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T14:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const { user } = open(room)
  await user.click(await screen.findByRole('button', { name: 'Extend' }))
  expect(screen.getByLabelText<HTMLInputElement>('Last day of access').min).toBe('2026-11-23')
})

test('a share that’s revoked can’t be extended', async () => {
  open({ ...room, status: 'revoked' })
  expect(await screen.findByText('Revoked')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Extend' })).toBeNull()
})

test('what was reviewed names the receipts that have changed since, and when each year was reviewed', async () => {
  const mark: Note = { ...question, kind: 'reviewed', text: null, createdAt: '2026-11-03T02:00:00.000Z' }
  const year = (incomeYear: string, createdAt = mark.createdAt) => ({ ...mark, incomeYear, createdAt })
  const receipt = (hasChanged: boolean) => ({ ...mark, receipt: crypto.randomUUID(), hasChanged })
  open(room, [year('2025-26', '2026-11-05T02:00:00.000Z'), year('2024-25'), receipt(true), receipt(false)])
  const said =
    'They’ve marked 2 receipts as reviewed. 1 receipt has changed since. ' +
    'They reviewed the year 2024–25 on 3 Nov 2026 and the year 2025–26 on 5 Nov 2026.'
  expect(await screen.findByText(said)).toBeTruthy()
})
