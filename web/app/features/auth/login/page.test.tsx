import { authEndpoints, authRefusals, type SignedIn } from '@docketbox/contract/auth/endpoints'
import { googleEndpoints, googleRefusals } from '@docketbox/contract/auth/google'
import { commonRefusals, type RefusalSpec } from '@docketbox/contract/core/refusal'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readSession, startSession, storedUser } from '#platform/session/session.ts'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, tokenUntil } from '#testing/render.tsx'
import LoginPage from './page.tsx'
import { signedInAs } from '../testing/user.ts'
import { load } from '#platform/storage/local-storage.ts'
import { isSignedUpHere, rememberSignUp } from '../verification/signed-up-here.ts'

const token = tokenUntil(Date.now() + 3_600_000)
const sent = vi.fn<(body: object) => void>()
beforeEach(() => sent.mockClear())

const options = fake(googleEndpoints.options, () => ({ google: true }))
const signIn = (response: Partial<SignedIn> | RefusalSpec = {}) =>
  fake(authEndpoints.signIn, ({ body }) => {
    sent(body)
    return 'status' in response && typeof response.status === 'number'
      ? refuse(response as RefusalSpec)
      : signedInAs(response as Partial<SignedIn>, token)
  })

function open(at = '/login') {
  return renderScreen(<LoginPage />, { path: '/login', at })
}
type TestUser = ReturnType<typeof renderScreen>['user']

async function logIn(user: TestUser) {
  await user.type(screen.getByLabelText('Email'), 'ann@example.com')
  await user.type(screen.getByLabelText('Password'), 'purple wombat sings')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
}

const closed = {
  ...authRefusals.closed,
  message: 'Your account is closed. You can reopen it until 31 Mar 2026.',
}

describe('logging in', () => {
  test.each(['/subscription', '/dashboard', '/admin-dashboard'])(
    'stores the session and opens the screen the server names: %s',
    async (leadsTo) => {
      serveFakes(options, signIn({ leadsTo }))
      const { user } = open()
      await logIn(user)
      expect((await screen.findByLabelText('Elsewhere')).textContent).toBe(leadsTo)
      expect((await screen.findAllByText('Login successful!')).length).toBeGreaterThan(0)
      expect(screen.getAllByText('You’re logged in as ann@example.com.').length).toBeGreaterThan(0)
      expect(readSession()?.token).toBe(token)
      expect(storedUser()).toMatchObject({ email: 'ann@example.com', subs_details: null })
      expect(JSON.stringify(storedUser())).not.toContain(token)
      expect(load('rememberMe', Boolean)).toBeUndefined()
    },
  )

  test('forgets who signed up on this device: it may be shared, and the email was verified elsewhere', async () => {
    rememberSignUp('ann@example.com')
    serveFakes(options, signIn())
    const { user } = open()
    await logIn(user)
    await screen.findByLabelText('Elsewhere')
    expect(isSignedUpHere('ann@example.com')).toBe(false)
  })

  test('is filled in with the email that was just verified', () => {
    serveFakes(options)
    renderScreen(<LoginPage />, { path: '/login', state: { email: 'ann@example.com' } })
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ann@example.com')
  })

  test('returns to the screen the user came for', async () => {
    serveFakes(options, signIn())
    const { user } = open('/login?returnTo=%2Fcategories%2F7%3Fq%3Dfuel')
    await logIn(user)
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/categories/7?q=fuel')
  })

  test('says when the account is closed, and reopens it', async () => {
    serveFakes(
      options,
      fake(authEndpoints.signIn, ({ body }) => {
        sent(body)
        return body.reopen ? signedInAs({ leadsTo: '/dashboard' }, token) : refuse(closed)
      }),
    )
    const { user } = open()
    await logIn(user)
    expect((await screen.findByRole('alert')).textContent).toBe(closed.message)
    expect(readSession()).toBeUndefined()
    await user.click(screen.getByRole('button', { name: 'Reopen my account' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/dashboard')
    expect(sent.mock.lastCall?.[0]).toMatchObject({ reopen: true })
  })

  test('reopens no other account that’s closed: it says so first', async () => {
    const closedOther = { ...closed, message: 'Your account is closed. You can reopen it until 2 Apr 2026.' }
    serveFakes(
      options,
      fake(authEndpoints.signIn, ({ body }) => {
        sent(body)
        return refuse(body.email === 'bob@example.com' ? closedOther : closed)
      }),
    )
    const { user } = open()
    await logIn(user)
    await screen.findByText(closed.message)
    await user.clear(screen.getByLabelText('Email'))
    await user.type(screen.getByLabelText('Email'), 'bob@example.com')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect(await screen.findByText(closedOther.message)).toBeTruthy()
    expect(sent.mock.lastCall?.[0]).not.toHaveProperty('reopen')
  })

  test('reopens a closed account after signing in with Google', async () => {
    serveFakes(
      options,
      fake(googleEndpoints.finish, ({ body }) =>
        body.reopen ? signedInAs({ leadsTo: '/dashboard' }, token) : refuse(closed),
      ),
    )
    const { user } = open('/login#google=code')
    expect((await screen.findByRole('alert')).textContent).toBe(closed.message)
    await user.click(screen.getByRole('button', { name: 'Reopen my account' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/dashboard')
  })

  test('remembers the user if they ask for it', async () => {
    serveFakes(options, signIn())
    const { user } = open()
    await user.click(screen.getByLabelText('Remember me'))
    await logIn(user)
    await screen.findByLabelText('Elsewhere')
    expect(sent).toHaveBeenCalledWith({
      email: 'ann@example.com',
      password: 'purple wombat sings',
      rememberMe: true,
    })
    expect(load('rememberMe', Boolean)).toBe(true)
  })

  test('someone who is logged in is redirected by their role; an unknown role gets a message', async () => {
    serveFakes(options)
    startSession({ token, role: 'Admin', user: {}, rememberMe: true })
    const first = open()
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/admin-dashboard')
    first.unmount()
    startSession({ token, role: 'Owner', user: {}, rememberMe: true })
    open()
    expect(await screen.findByText('Unexpected user role. Please contact support.')).toBeTruthy()
    expect(screen.queryByLabelText('Elsewhere')).toBeNull()
  })

  test('needs both fields', async () => {
    serveFakes(options, signIn())
    const { user } = open()
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    expect((await screen.findAllByText('Email and password are required')).length).toBeGreaterThan(0)
    expect(sent).not.toHaveBeenCalled()
  })

  test.each([
    [authRefusals.unknownEmail, 'Email or username not found. Please check and try again.'],
    [authRefusals.wrongPassword, 'Incorrect password. Please try again.'],
    [commonRefusals.signInRequired, 'Incorrect email or password. Please try again.'],
    [authRefusals.unverified, 'Please verify your email before logging in.'],
    [authRefusals.suspended, 'Your account is suspended. Please contact support.'],
    [commonRefusals.tooManyRequests, commonRefusals.tooManyRequests.message],
  ])('says what was wrong: $code', async (refusal, text) => {
    serveFakes(options, signIn(refusal))
    const { user } = open()
    await logIn(user)
    expect((await screen.findByRole('alert')).textContent).toContain(text)
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ann@example.com')
  })

  test.each([
    ['User', '/dashboard'],
    ['Admin', '/admin-dashboard'],
  ])('redirects a %s who is logged in', async (role, place) => {
    serveFakes(options)
    startSession({ token, role, user: {}, rememberMe: true })
    open()
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe(place)
  })

  test('shows the form when the session has expired', async () => {
    serveFakes(options)
    startSession({ token: tokenUntil(Date.now() - 1000), role: 'User', user: {}, rememberMe: true })
    open()
    expect(await screen.findByRole('heading', { name: 'Hello Again' })).toBeTruthy()
  })
})

test('an unverified user is offered a new link', async () => {
  serveFakes(options, signIn(authRefusals.unverified))
  const { user, router } = open()
  await logIn(user)
  await user.click(await screen.findByRole('link', { name: 'Send the verification link again' }))
  expect(router.state.location).toMatchObject({
    pathname: '/resend-verification',
    state: { email: 'ann@example.com' },
  })
})

describe('coming back from Google', () => {
  test('finishes with the one-time code', async () => {
    const codes: string[] = []
    serveFakes(
      options,
      fake(googleEndpoints.finish, ({ body }) => {
        codes.push(body.code)
        return signedInAs({ leadsTo: '/dashboard' }, token)
      }),
    )
    const { router } = open('/login?returnTo=%2Fprofile#google=one-time&rememberMe=true')
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/profile')
    expect((await screen.findAllByText('You’re logged in as ann@example.com.')).length).toBeGreaterThan(0)
    expect(router.state.location.hash).toBe('')
    expect(codes).toEqual(['one-time'])
    expect(load('rememberMe', Boolean)).toBe(true)
  })

  test.each([
    ['#problem=cancelled', 'You cancelled the Google login.'],
    ['#problem=toString', 'The Google login didn’t work. Please try again.'],
  ])('says what went wrong: %s', async (hash, text) => {
    serveFakes(options)
    open(`/login${hash}`)
    expect((await screen.findByRole('alert')).textContent).toContain(text)
    expect(screen.getByLabelText('Email')).toBeTruthy()
  })

  test('with an expired code offers the form again', async () => {
    serveFakes(
      options,
      fake(googleEndpoints.finish, () => refuse(googleRefusals.badCode)),
    )
    open('/login#google=old')
    expect((await screen.findByRole('alert')).textContent).toContain(googleRefusals.badCode.message)
    expect(screen.getByLabelText('Email')).toBeTruthy()
  })
})
