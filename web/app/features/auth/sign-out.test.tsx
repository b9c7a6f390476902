import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { startSession } from '#platform/session/session.ts'
import { keysWithPrefix, read } from '#platform/storage/local-storage.ts'
import { fake, serveFakes, unreadable } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import LoginPage from './login/page.tsx'
import { signOut } from './sign-out.ts'

/** @returns the ids of the user and the session. */
function logIn(): { user: string; session: string } {
  const [user, session] = [crypto.randomUUID(), crypto.randomUUID()]
  const claims = { sub: user, sid: session, exp: Math.floor(Date.now() / 1000) + 3600 }
  const token = `e30.${btoa(JSON.stringify(claims))}.signature`
  startSession({ token, role: 'User', user: { _id: user }, rememberMe: false })
  return { user, session }
}

test('logging out without a connection ends the session once the login is online, and keeps no token', async () => {
  const ended = vi.fn<(ids: unknown) => void>()
  let isOffline = true
  serveFakes(
    fake(authEndpoints.signOut, () => unreadable(502)),
    fake(authEndpoints.endSession, ({ body }) => {
      if (isOffline) return unreadable(502)
      ended(body)
      return { message: '' }
    }),
  )
  const ids = logIn()
  signOut()
  expect(keysWithPrefix('').map((key) => read(key))).toEqual([JSON.stringify(ids)])

  renderScreen(<LoginPage />, { path: '/login' })
  isOffline = false
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith(ids))
  await waitFor(() => expect(keysWithPrefix('')).toEqual([]))
})

test('while the server ends a session, the login doesn’t ask it to end it again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const endedAgain = vi.fn<() => void>()
  serveFakes(
    fake(authEndpoints.signOut, async () => {
      await promise
      return { message: '' }
    }),
    fake(authEndpoints.endSession, () => {
      endedAgain()
      return { message: '' }
    }),
  )
  logIn()
  signOut()
  renderScreen(<LoginPage />, { path: '/login' })
  resolve()
  await waitFor(() => expect(keysWithPrefix('')).toEqual([]))
  expect(endedAgain).not.toHaveBeenCalled()
})
