import { roomEndpoints } from '@docketbox/contract/rooms/endpoints'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { listed, room } from '../testing/rooms.ts'
import ClientsPage from './page.tsx'

const mia = {
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7536',
  name: 'Mia Chen',
  email: 'mia@example.com',
  rooms: [room],
}

test('clients with the same name have their emails to tell them apart', async () => {
  signInAs()
  const namesake = { ...mia, _id: '01a1f98c-b7c0-73be-90be-d80dc65f7537', email: 'chen@example.com' }
  serveFakes(fake(roomEndpoints.clients, () => listed([mia, namesake])))
  renderScreen(<ClientsPage />, { path: '/clients' })
  const headings = await screen.findAllByRole('heading', { name: 'Mia Chen' })
  expect(headings.map((heading) => heading.parentElement!.textContent)).toEqual([
    'Mia Chenmia@example.com',
    'Mia Chenchen@example.com',
  ])
})

test('only the years that were pressed say that they’re being opened', async () => {
  signInAs()
  const other = { ...room, _id: '01a1f98c-b7c0-73be-90be-d80dc65f7535', years: ['2023-24'] }
  serveFakes(
    fake(roomEndpoints.clients, () => listed([{ ...mia, rooms: [room, other] }])),
    fake(roomEndpoints.enterAsClient, () => new Promise(() => undefined)),
  )
  const { user } = renderScreen(<ClientsPage />, { path: '/clients' })
  await user.click(await screen.findByRole('button', { name: 'Open Mia Chen’s 2023–24 records' }))
  expect((await screen.findByText('Opening…')).closest('button')!.getAttribute('aria-label')).toContain(
    '2023–24',
  )
})
