import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { startGuestSession } from '#platform/session/guest-session.ts'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import RoomPage from './page.tsx'

const noDocs = { docs: [], page: 1, totalPages: 1, totalDocs: 0 }
const unsummed = { isCountCapped: false, totalCents: null, claimableCents: null, withAmount: null }

test('going back to what was searched for in another client’s records doesn’t search for it in these', async () => {
  const searched = vi.fn<(session: string, q: string | undefined) => void>()
  const roomOf = ({ headers }: { headers: Record<string, string> }) =>
    headers['authorization'] === 'Bearer room_mia'
      ? '01a1f98c-b7c0-73be-90be-d80dc65f7534'
      : '01a1f98c-b7c0-73be-90be-d80dc65f7535'
  serveFakes(
    fake(roomEndpoints.current, (call) => ({
      _id: roomOf(call),
      owner: 'Mia Chen',
      ownerEmail: 'mia@example.com',
      email: 'sam@example.com',
      years: ['2025-26'],
      until: '2027-02-20',
      withOriginals: false,
    })),
    fake(roomEndpoints.notes, () => noDocs),
    fake(categoryEndpoints.list, () => noDocs),
    fake(receiptEndpoints.search, (call) => {
      searched(call.headers['authorization']!, call.query.q)
      return { ...noDocs, ...unsummed, corrections: [] }
    }),
  )
  history.replaceState(null, '', '/room')
  startGuestSession('room_mia')
  const mia = renderScreen(<RoomPage />, { path: '/room', at: '/room?tab=receipts' })
  await mia.user.type(await screen.findByLabelText('Search receipts'), 'oncologist')
  await waitFor(() => expect(searched).toHaveBeenCalledWith('Bearer room_mia', 'oncologist'))
  const { pathname, search } = mia.router.state.location
  mia.unmount()

  startGuestSession('room_tom')
  const tom = renderScreen(<RoomPage />, { path: '/room', at: pathname + search })
  await tom.user.click(await screen.findByRole('tab', { name: 'Receipts' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Search receipts')).value).toBe('')
  const ofTom = () => searched.mock.calls.filter(([session]) => session === 'Bearer room_tom')
  await waitFor(() => expect(ofTom()).toEqual([['Bearer room_tom', undefined]]))
})
