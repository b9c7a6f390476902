import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { endGuestSession, startGuestSession } from '#platform/session/guest-session.ts'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { listed, room } from '../testing/rooms.ts'
import RoomPage from './page.tsx'

const unsummed = { isCountCapped: false, totalCents: null, claimableCents: null, withAmount: null }
const { _id, until, withOriginals, email } = room
const mia = { owner: 'Mia Chen', ownerEmail: 'mia@example.com', years: ['2025-26'] }
const others = [
  fake(roomEndpoints.current, () => ({ _id, until, withOriginals, email, ...mia })),
  fake(categoryEndpoints.list, () => listed([])),
  fake(receiptEndpoints.search, () => ({ ...listed([]), ...unsummed, corrections: [] })),
]

beforeEach(() => {
  history.replaceState(null, '', '/room')
  startGuestSession('room_good')
})

test('answers count as read once the questions are on screen, not while another tab hides them', async () => {
  const read = vi.fn<(incomeYear: string | undefined) => void>()
  serveFakes(
    fake(roomEndpoints.notes, ({ query }) => {
      if (query.read === 'true') read(query.incomeYear)
      return listed([])
    }),
    ...others,
  )
  const { user } = renderScreen(<RoomPage />, { path: '/room' })
  await user.click(await screen.findByRole('tab', { name: 'Receipts' }))
  await screen.findByText('No receipts in this year.')
  expect(read).not.toHaveBeenCalled()
  await user.click(screen.getByRole('tab', { name: 'Questions' }))
  await waitFor(() => expect(read.mock.calls).toEqual([['2025-26']]))
})

test('the tab is named after the client whose records it shows, until they’re closed', async () => {
  document.title = 'Shared records'
  serveFakes(
    fake(roomEndpoints.notes, () => listed([])),
    ...others,
  )
  renderScreen(<RoomPage />, { path: '/room' })
  await screen.findByRole('heading', { name: 'Mia Chen’s records' })
  expect(document.title).toBe('Mia Chen’s records · Docketbox')
  act(endGuestSession)
  expect(document.title).toBe('Shared records')
})
