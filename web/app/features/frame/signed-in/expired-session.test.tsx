import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { addFiles, draftFor, photo, startFresh } from '#features/receipts/testing'
import { makeQueryClient } from '#platform/api/query-client.ts'
import { startSession } from '#platform/session/session.ts'
import { fake, refuse, unreadable } from '#testing/fake-api.ts'
import { standInForIndexedDb } from '#testing/indexed-db.ts'
import { signInAs, tokenUntil } from '#testing/render.tsx'
import { dismissAllToasts } from '#ui/feedback/toast.ts'
import { ToastRegion } from '#ui/feedback/toast-region.tsx'
import ProtectedLayout from './layout.tsx'

const screens = [
  {
    element: <ProtectedLayout />,
    children: [
      { path: '/dashboard', element: <h1>Dashboard</h1> },
      { path: '/capture', element: <h1>Take a photo</h1> },
    ],
  },
  { path: '/login', element: <p>at /login</p> },
]

function open(address: string) {
  const router = createMemoryRouter(screens, { initialEntries: [address] })
  const { unmount } = render(
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={router} />
      <ToastRegion />
    </QueryClientProvider>,
  )
  return { router, unmount }
}

test('offline, an expired session still takes photos, which are uploaded once their user has logged in again', async () => {
  standInForIndexedDb()
  const uploaded = vi.fn<() => void>()
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const goOnline = () => {
    isOnline.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
  }
  startFresh(
    fake(authEndpoints.loggedUser, () => unreadable(502)),
    fake(receiptEndpoints.uploadFile, ({ headers }) => {
      if (!navigator.onLine) return unreadable(502)
      if (headers['authorization'] === undefined) return refuse(commonRefusals.signInRequired)
      uploaded()
      return draftFor(photo)
    }),
  )
  startSession({ token: tokenUntil(Date.now() - 1000), role: 'User', user: { _id: 'u1' }, rememberMe: false })
  const { router, unmount } = open('/dashboard')
  const loggedOut = /^You’ve been logged out\. You can still take photos/
  expect(await screen.findByText(loggedOut)).toBeTruthy()
  act(dismissAllToasts)
  expect(screen.queryByText(loggedOut)).toBeNull()
  await act(() => router.navigate('/dashboard'))
  await screen.findByRole('heading', { name: 'Take a photo' })
  expect(screen.getByText(loggedOut)).toBeTruthy()
  act(() => void addFiles('capture', [photo]))
  act(goOnline)
  expect(await screen.findByText('at /login')).toBeTruthy()
  expect(screen.queryByText(/You can still take photos/)).toBeNull()
  unmount()

  const visitAs = async (user: string) => {
    signInAs('User', { _id: user })
    const { unmount } = open('/dashboard')
    await screen.findByRole('heading', { name: 'Dashboard' })
    act(goOnline)
    return unmount
  }
  const leave = await visitAs('u2')
  expect(uploaded).not.toHaveBeenCalled()
  leave()
  await visitAs('u1')
  await waitFor(() => expect(uploaded).toHaveBeenCalledOnce())
})
