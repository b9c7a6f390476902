import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { addFiles, photo, startFresh } from '#features/receipts/testing'
import { details, personOn, personWith } from '#features/subscriptions/testing'
import { makeQueryClient } from '#platform/api/query-client.ts'
import { fake } from '#testing/fake-api.ts'
import ProtectedLayout from './layout.tsx'

const screens = [
  { element: <ProtectedLayout />, children: [{ path: '/capture', element: <h1>Take a photo</h1> }] },
]
const ended = personWith({ subs_details: details('Pro', 'expired'), unlocked: ['category'] })

async function openScan() {
  let person = personOn('Pro')
  startFresh(fake(authEndpoints.loggedUser, () => person))
  const router = createMemoryRouter(screens, { initialEntries: ['/capture'] })
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Take a photo' })
  return {
    /** The plan ends while the user looks at another tab. */
    endPlan: async () => {
      person = ended
      act(() => void window.dispatchEvent(new Event('visibilitychange')))
      await screen.findAllByText('Expired')
    },
  }
}

test('a photo that was taken before the plan ended stays on the screen', async () => {
  const { endPlan } = await openScan()
  act(() => void addFiles('capture', [photo]))
  await endPlan()
  expect(screen.getByRole('heading', { name: 'Take a photo' })).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each([
  ['without a photo', () => undefined],
  ['while files wait in To file', () => void addFiles('to-file', [photo])],
])('%s, Scan is locked once the plan has ended', async (_, prepare) => {
  const { endPlan } = await openScan()
  act(prepare)
  await endPlan()
  expect(screen.queryByRole('heading', { name: 'Take a photo' })).toBeNull()
  expect(screen.getByRole('alertdialog', { name: 'No Active Subscription' })).toBeTruthy()
})
