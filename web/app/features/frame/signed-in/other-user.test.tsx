import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { useQuery } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { queryClient } from '#platform/api/query-client.ts'
import { query } from '#platform/api/query.ts'
import { readSession, startSession } from '#platform/session/session.ts'
import { keysWithPrefix, remove } from '#platform/storage/local-storage.ts'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { signInAs, tokenUntil } from '#testing/render.tsx'
import DataLayout from '../data-layout.tsx'
import ProtectedLayout from './layout.tsx'

function Notes() {
  const { data } = useQuery({ ...query(categoryEndpoints.list, {}), staleTime: Infinity })
  return (
    <>
      <p>{data?.docs[0]?.name}</p>
      <input aria-label="Note" />
    </>
  )
}

const screens = [
  {
    element: <DataLayout />,
    children: [
      { element: <ProtectedLayout />, children: [{ path: '/dashboard', element: <Notes /> }] },
      { path: '/login', element: <p>at /login</p> },
    ],
  },
]

/** Shows a screen of the first user, with something they typed. */
async function openFirst() {
  const nameOf = (token = '') => (token === `Bearer ${first}` ? 'Lunch with client X' : 'Of the second user')
  serveFakes(
    // The user never loads: no screen waits for it.
    fake(authEndpoints.loggedUser, () => new Promise(() => undefined)),
    fake(categoryEndpoints.list, ({ headers }) => ({
      docs: [{ _id: '01a1f98c-b7c0-73be-90be-d80dc65f7001', name: nameOf(headers['authorization']) }],
      totalPages: 1,
      page: 1,
      totalDocs: 1,
    })),
  )
  signInAs()
  const first = readSession()!.token
  queryClient.clear()
  render(<RouterProvider router={createMemoryRouter(screens, { initialEntries: ['/dashboard'] })} />)
  await screen.findByText('Lunch with client X')
  await userEvent.setup().type(screen.getByLabelText('Note'), 'Theirs')
}

test('a tab that slept while another user logged in shows nothing of the first one', async () => {
  await openFirst()
  // In another tab, with this one asleep: it hears of it later.
  const next = { token: tokenUntil(Date.now() + 7_200_000), role: 'User', user: { _id: 'u2' } }
  act(() => startSession({ ...next, rememberMe: false }))
  await screen.findByText('Of the second user')
  expect(screen.queryByText('Lunch with client X')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('')
})

test('going back to a page that the browser kept shows nothing of a user who has logged out', async () => {
  await openFirst()
  keysWithPrefix('').forEach((key) => remove(key))
  act(() => void window.dispatchEvent(new Event('pageshow')))
  await waitFor(() => expect(screen.getByText('at /login')).toBeTruthy())
})
