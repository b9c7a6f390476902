import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router'
import { makeQueryClient } from '#platform/api/query-client.ts'
import { endSession, startSession } from '#platform/session/session.ts'
import { ToastRegion } from '#ui/feedback/toast-region.tsx'
import { FocusAfterRemoval } from '#ui/overlay/focus-after-removal.ts'

type Options = {
  /** The route's path; `/` by default. */
  path?: string
  /** The URL to open; the path by default. */
  at?: string
  /** The navigation state. */
  state?: unknown
}

/** Renders a screen with router, query client and toasts. Other URLs render their path, labelled "Elsewhere". */
export function renderScreen(screen: ReactNode, { path = '/', at = path, state }: Options = {}) {
  const frame = (
    <QueryClientProvider client={makeImpatientClient()}>
      <FocusAfterRemoval />
      <Outlet />
      <ToastRegion />
    </QueryClientProvider>
  )
  const router = createMemoryRouter(
    [
      {
        element: frame,
        children: [
          { path, element: screen },
          { path: '*', element: <Elsewhere /> },
        ],
      },
    ],
    { initialEntries: [{ ...addressOf(at), state }] },
  )
  return { user: userEvent.setup(), router, ...render(<RouterProvider router={router} />) }
}

/** The app's client, which retries without waiting. */
function makeImpatientClient(): QueryClient {
  const client = makeQueryClient()
  const { queries, ...others } = client.getDefaultOptions()
  client.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } })
  return client
}

/** Logs a user in on this device, as the login screen does. */
export function signInAs(
  role: 'User' | 'Admin' | 'Super Admin' = 'User',
  user: unknown = { _id: 'u1' },
): void {
  startSession({ token: tokenUntil(Date.now() + 3_600_000), role, user, rememberMe: false })
}

/** Ends the session as the server does. What's rendered next is after the same user has logged in again. */
export function logInAgain(unmount: () => void, role?: 'User' | 'Admin'): void {
  endSession()
  unmount()
  signInAs(role)
}

/** A new token that decodes and ends at the given time; the browser doesn't check its signature. */
export function tokenUntil(time: number): string {
  return `e30.${btoa(JSON.stringify({ exp: Math.floor(time / 1000) }))}.${crypto.randomUUID()}`
}

function Elsewhere() {
  const { pathname, search } = useLocation()
  return <p aria-label="Elsewhere">{pathname + search}</p>
}

function addressOf(address: string) {
  const { pathname, search, hash } = new URL(address, 'http://test.invalid')
  return { pathname, search, hash }
}
