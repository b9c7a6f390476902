import { authEndpoints, authRefusals } from '@docketbox/contract/auth/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.tsx'
import { renderScreen } from '#testing/render.tsx'
import EmailVerifyPage from './email-verify-page.tsx'
import ResendVerificationPage from './resend-verification-page.tsx'
import VerifyPage from './verify-page.tsx'

describe('the mailed verification link', () => {
  const open = (at = '/verify?token=abc&email=ann%40example.com') =>
    renderScreen(<VerifyPage />, { path: '/verify', at })

  test('verifies and leads to the login', async () => {
    const asked = vi.fn<(query: object) => void>()
    serveFakes(
      fake(authEndpoints.verify, ({ query }) => {
        asked(query)
        return { message: 'Your email has been verified. You can log in now.' }
      }),
    )
    const { user } = open()
    await user.click(await screen.findByRole('link', { name: 'Login' }))
    expect(screen.getByLabelText('Elsewhere').textContent).toBe('/login')
    expect(asked).toHaveBeenCalledExactlyOnceWith({ token: 'abc', email: 'ann@example.com' })
  })

  test('that is bad says so and leads to a new one, with the address filled in', async () => {
    serveFakes(fake(authEndpoints.verify, () => refuse(authRefusals.badVerification)))
    const { user, router } = open()
    expect((await screen.findByRole('alert')).textContent).toContain(authRefusals.badVerification.message)
    await user.click(screen.getByRole('link', { name: 'Try Again' }))
    expect(router.state.location).toMatchObject({
      pathname: '/resend-verification',
      state: { email: 'ann@example.com' },
    })
  })

  test('that lost its token asks nothing of the server', async () => {
    serveFakes()
    open('/verify')
    expect((await screen.findByRole('alert')).textContent).toContain(authRefusals.badVerification.message)
  })
})

describe('asking for the link again', () => {
  const open = (state?: unknown) =>
    renderScreen(<ResendVerificationPage />, { path: '/resend-verification', state })
  const send = () => screen.getByRole('button', { name: 'Resend Verification Email' })

  test('knows the address it was sent with', async () => {
    const asked = vi.fn<(params: object) => void>()
    serveFakes(
      fake(authEndpoints.resendVerification, ({ params }) => {
        asked(params)
        return {
          success: true as const,
          message: 'A new verification email has been sent. Please check your inbox.',
        }
      }),
    )
    const { user } = open({ email: 'ann@example.com' })
    await user.click(send())
    expect(
      await screen.findByText('A new verification email has been sent. Please check your inbox.'),
    ).toBeTruthy()
    expect(asked).toHaveBeenCalledWith({ email: 'ann@example.com' })
  })

  test('needs an address', async () => {
    serveFakes()
    const { user } = open()
    await user.click(send())
    expect((await screen.findAllByText('Please enter your email address.')).length).toBeGreaterThan(0)
  })

  test.each([
    [authRefusals.emailNotFound, 'Email not found. Please check and try again.'],
    [commonRefusals.unexpected, 'An error occurred. Please try again later.'],
    [commonRefusals.tooManyRequests, commonRefusals.tooManyRequests.message],
  ])('says what came of it: $code', async (refusal, text) => {
    serveFakes(fake(authEndpoints.resendVerification, () => refuse(refusal)))
    const { user } = open({ email: 'ann@example.com' })
    await user.click(send())
    expect((await screen.findByRole('alert')).textContent).toContain(text)
  })
})

test('after signing up one is told where the link went', () => {
  renderScreen(<EmailVerifyPage />, { path: '/email_verify', state: { email: 'ann@example.com' } })
  expect(screen.getByText('ann@example.com')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'send it again' }).getAttribute('href')).toBe(
    '/resend-verification',
  )
})
