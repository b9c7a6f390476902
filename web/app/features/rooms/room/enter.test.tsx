import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import { roomRefusals } from '@docketbox/contract/rooms/schemas'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import RoomPage from './page.tsx'

test('a used link brings a new one', async () => {
  serveFakes(
    fake(roomEndpoints.enter, () => refuse(roomRefusals.badLink)),
    fake(roomEndpoints.requestLink, () => ({ isSent: true as const })),
  )
  const { user } = renderScreen(<RoomPage />, { path: '/room', at: '/room#token=secret' })
  await user.click(await screen.findByRole('button', { name: 'View the records' }))
  await user.click(await screen.findByRole('button', { name: 'Email me a new link' }))
  expect((await screen.findByRole('alert')).textContent).toContain('We’ve emailed you a new link.')
})

test('a link isn’t used up in a browser that refuses site storage', async () => {
  const enter = vi.fn<() => { token: string }>(() => ({ token: 'room_good' }))
  serveFakes(fake(roomEndpoints.enter, enter))
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  const { user } = renderScreen(<RoomPage />, { path: '/room', at: '/room#token=secret' })
  await user.click(await screen.findByRole('button', { name: 'View the records' }))
  expect((await screen.findByRole('alert')).textContent).toContain('allow site data')
  expect(enter).not.toHaveBeenCalled()
})
