import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { googleEndpoints } from '@docketbox/contract/auth/google'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { endSession, startSession, useSession } from '#platform/session/session.ts'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs, tokenUntil } from '#testing/render.tsx'
import { signedInAs } from '../testing/user.ts'
import LoginPage from './page.tsx'

const token = tokenUntil(Date.now() + 3_600_000)
const ann = signedInAs({ leadsTo: '/dashboard' }, token)
const address = '/login?returnTo=%2Freceipts%2F7'

beforeEach(() => {
  sessionStorage.clear()
  serveFakes(
    fake(googleEndpoints.options, () => ({ google: false })),
    fake(authEndpoints.signIn, () => ann),
  )
})

/** A signed-in screen. */
function Screen() {
  return <p>{useSession()?.role}</p>
}

async function logIn(): Promise<string | null> {
  const { user } = renderScreen(<LoginPage />, { path: '/login', at: address })
  await user.type(screen.getByLabelText('Email'), ann.email)
  await user.type(screen.getByLabelText('Password'), 'purple wombat sings')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  return (await screen.findByLabelText('Elsewhere')).textContent
}

test.each([
  ['the same user returns to its screen', ann._id, '/receipts/7'],
  ['another user doesn’t come to its screen', 'u2', '/dashboard'],
])('after a session ended, %s', async (_, user, path) => {
  signInAs('User', { _id: user })
  renderScreen(<Screen />).unmount()
  endSession()
  expect(await logIn()).toBe(path)
})

test('someone who follows a link after another user has logged out comes to where it leads', async () => {
  signInAs('User', { _id: 'u2' })
  renderScreen(<Screen />).unmount()
  endSession('/login')
  expect(await logIn()).toBe('/receipts/7')
})

test('someone who has verified an email isn’t sent to the dashboard of another user of the device', async () => {
  signInAs('User', ann)
  const open = (email: string) =>
    renderScreen(<LoginPage />, { path: '/login', at: address, state: { email } })
  const { unmount } = open('bea@example.com')
  expect(await screen.findByLabelText('Password')).toBeTruthy()
  expect(screen.queryByLabelText('Elsewhere')).toBeNull()
  unmount()
  open(ann.email)
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/receipts/7')
})

test.each(['Sign up', 'Forgot password?'])('“%s” keeps the page to come to', (name) => {
  renderScreen(<LoginPage />, { path: '/login', at: address })
  const link = screen.getByRole('link', { name })
  expect(new URL(link.getAttribute('href')!, 'https://here.test').searchParams.get('returnTo')).toBe(
    '/receipts/7',
  )
})

test('a user who has logged in elsewhere meanwhile isn’t sent to another user’s screen', async () => {
  signInAs('User', { _id: 'u2' })
  renderScreen(<Screen />).unmount()
  endSession()
  startSession({ token, role: 'User', user: ann, rememberMe: false })
  renderScreen(<LoginPage />, { path: '/login', at: address })
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/dashboard')
})
