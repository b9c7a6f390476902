import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { query } from '#platform/api/query.ts'
import { fake, refuse, serveFakes, serveNothing } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { QueryView } from './query-view.tsx'

const fuel = { _id: '01937000-0000-7000-8000-000000000001', name: 'Fuel' }
const list = { docs: [fuel], page: 1, totalPages: 1, totalDocs: 1 }

beforeEach(() => signInAs('User'))

function Categories() {
  return (
    <QueryView
      query={useQuery(query(categoryEndpoints.list, {}))}
      loading="Loading"
      error={({ message }) => message}
    >
      {({ docs }) => docs[0]?.name}
    </QueryView>
  )
}

test('what may work a moment later can be tried again, with the button in place', async () => {
  serveNothing()
  const { user } = renderScreen(<Categories />)
  const button = await screen.findByRole('button', { name: 'Try again' })
  const { promise, resolve } = Promise.withResolvers<typeof list>()
  serveFakes(fake(categoryEndpoints.list, () => promise))
  await user.click(button)
  expect(screen.getByRole('button', { name: 'Trying again…' })).toBe(button)
  expect(document.activeElement).toBe(button)
  expect(screen.queryByText('Loading')).toBeNull()
  resolve(list)
  expect(await screen.findByText('Fuel')).toBeTruthy()
})

test('what fails again can be tried again', async () => {
  serveNothing()
  const { user } = renderScreen(<Categories />)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('what the server would refuse again is only explained', async () => {
  serveFakes(fake(categoryEndpoints.list, () => refuse(commonRefusals.notAllowed)))
  renderScreen(<Categories />)
  expect(await screen.findByText(commonRefusals.notAllowed.message)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
