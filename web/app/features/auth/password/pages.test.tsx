import { authEndpoints, authRefusals } from '@docketbox/contract/auth/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { act, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes, unreadable } from '#testing/fake-api.ts'
import { readSession } from '#platform/session/session.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import ForgetPasswordPage from './forget-page.tsx'
import ResetPasswordPage from './reset-page.tsx'

test('a reset link is requested', async () => {
  serveFakes(
    fake(authEndpoints.forgetPassword, () => ({ message: 'Password reset email sent. Check your inbox.' })),
  )
  const { user } = renderScreen(<ForgetPasswordPage />, { path: '/forgetpassword' })
  await user.type(screen.getByLabelText('Email'), 'ann@example.com{Enter}')
  expect(await screen.findByText('Password reset email sent. Check your inbox.')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Back to Login' }))
  expect(screen.getByLabelText('Elsewhere').textContent).toBe('/login')
})

test.each([
  [
    'the server’s message',
    () => refuse(commonRefusals.tooManyRequests),
    commonRefusals.tooManyRequests.message,
  ],
  ['a general one without it', () => unreadable(502), 'An error occurred.'],
])('a reset link that can’t be requested shows %s', async (_, respond, text) => {
  serveFakes(fake(authEndpoints.forgetPassword, respond))
  const { user } = renderScreen(<ForgetPasswordPage />, { path: '/forgetpassword' })
  await user.type(screen.getByLabelText('Email'), 'ann@example.com{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain(text)
})

describe('the mailed reset link', () => {
  const open = (at = '/reset-password#token=secret&email=ann%40example.com') =>
    renderScreen(<ResetPasswordPage />, { path: '/reset-password', at })

  test('sets the new password and continues to the login after two seconds', async () => {
    const sent = vi.fn<(body: object) => void>()
    serveFakes(
      fake(authEndpoints.resetPassword, ({ body }) => {
        sent(body)
        return { message: 'Password reset successfully!' }
      }),
    )
    const { user } = open()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ann@example.com')
    await user.type(screen.getByLabelText('New password'), 'a brand new wombat')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(screen.getByLabelText<HTMLInputElement>('New password').type).toBe('text')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await act(async () => screen.getByRole('button', { name: 'Reset password' }).click())
    await vi.waitFor(() =>
      expect(screen.getAllByText(/Password reset successfully!/).length).toBeGreaterThan(0),
    )
    expect(sent).toHaveBeenCalledExactlyOnceWith({
      email: 'ann@example.com',
      password: 'a brand new wombat',
      token: 'secret',
    })
    await act(() => vi.advanceTimersByTimeAsync(1900))
    expect(screen.queryByLabelText('Elsewhere')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(200))
    expect(screen.getByLabelText('Elsewhere').textContent).toBe('/login')
  })

  test.each([
    ['the same account', 'Ann@example.com', false],
    ['another one', 'bob@example.com', true],
  ])(
    'logs out a device that’s logged in to %s only if its session has ended',
    async (_, email, staysLoggedIn) => {
      signInAs('User', { _id: 'u1', email })
      serveFakes(fake(authEndpoints.resetPassword, () => ({ message: 'Password reset successfully!' })))
      const { user } = open()
      await user.type(screen.getByLabelText('New password'), 'a brand new wombat{Enter}')
      expect((await screen.findAllByText(/Password reset successfully!/)).length).toBeGreaterThan(0)
      expect(readSession() !== undefined).toBe(staysLoggedIn)
    },
  )

  test('says when it is invalid, and leads to a new one for the same email', async () => {
    serveFakes(fake(authEndpoints.resetPassword, () => refuse(authRefusals.badReset)))
    const { user, router } = open()
    await user.type(screen.getByLabelText('New password'), 'a brand new wombat{Enter}')
    expect(await screen.findByText(/This reset link is invalid or has expired\./)).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Get a new link' }))
    expect(router.state.location).toMatchObject({
      pathname: '/forgetpassword',
      state: { email: 'ann@example.com' },
    })
  })

  test('is the newer one if that’s opened in the same tab', async () => {
    const sent = vi.fn<(body: object) => void>()
    serveFakes(
      fake(authEndpoints.resetPassword, ({ body }) => {
        sent(body)
        return refuse(authRefusals.badReset)
      }),
    )
    const { user, router } = open()
    await user.type(screen.getByLabelText('New password'), 'a brand new wombat{Enter}')
    await screen.findByText('This reset link is invalid or has expired.')
    await act(() => router.navigate('/reset-password#token=newer&email=bob%40example.com'))
    expect(screen.queryByText('This reset link is invalid or has expired.')).toBeNull()
    await user.type(screen.getByLabelText('New password'), 'a brand new wombat{Enter}')
    await screen.findByText('This reset link is invalid or has expired.')
    expect(sent.mock.lastCall?.[0]).toMatchObject({ token: 'newer', email: 'bob@example.com' })
  })

  test('offers a new one when the token is missing', () => {
    open('/reset-password')
    expect(screen.getByRole('alert').textContent).toContain('This reset link is invalid or has expired.')
    expect(screen.getByRole('link', { name: 'Get a new link' }).getAttribute('href')).toBe('/forgetpassword')
  })
})
