import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { paths } from '@docketbox/contract/core/paths'
import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { startGuestSession } from '#platform/session/guest-session.ts'
import { endSession } from '#platform/session/session.ts'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { listed, room } from '../testing/rooms.ts'
import RoomPage from './page.tsx'

beforeEach(() => {
  sessionStorage.clear()
  endSession()
  history.replaceState(null, '', '/room')
  const { _id, years, until, withOriginals, email } = room
  serveFakes(
    fake(roomEndpoints.current, () => ({
      _id,
      years,
      until,
      withOriginals,
      email,
      owner: 'Mia Chen',
      ownerEmail: 'mia@example.com',
    })),
    fake(roomEndpoints.notes, () => listed([])),
    fake(roomEndpoints.leave, () => ({ hasLeft: true })),
    fake(categoryEndpoints.list, () => listed([])),
  )
})

const clientsLink = () => screen.queryByRole('link', { name: 'Shared with you' })?.getAttribute('href')

async function leave() {
  startGuestSession('room_good')
  const { user } = renderScreen(<RoomPage />, { path: '/room', at: '/room?tab=questions' })
  const button = await screen.findByRole('button', { name: 'Leave' })
  const before = clientsLink()
  await user.click(button)
  await screen.findByRole('heading', { name: 'You’re no longer viewing these records' })
  return { before, after: clientsLink() }
}

test('an accountant with an account gets back to their clients, before and after leaving', async () => {
  signInAs()
  expect(await leave()).toEqual({ before: paths.clients, after: paths.clients })
  expect(screen.getByText(/^To view them again, open them in “Shared with you”/)).toBeTruthy()
})

test('a guest without an account isn’t sent to a list they don’t have', async () => {
  expect(await leave()).toEqual({ before: undefined, after: undefined })
  expect(screen.getByText(/^To view them again, open the link in your email\./)).toBeTruthy()
})
