import { DAY_MS } from '@docketbox/contract/core/units'
import { authEndpoints, authRefusals } from '@docketbox/contract/auth/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import EmailVerifyPage from './email-verify-page.tsx'
import ResendVerificationPage from './resend-page.tsx'
import { isSignedUpHere, rememberSignUp } from './signed-up-here.ts'
import VerifyPage from './verify-page.tsx'

describe('the mailed verification link', () => {
  const open = (at = '/verify?token=abc&email=ann%40example.com') =>
    renderScreen(<VerifyPage />, { path: '/verify', at })

  const verify = () => screen.getByRole('button', { name: 'Verify my email' })

  test('waits for a press, then verifies and offers to log in, with the email filled in', async () => {
    const received = vi.fn<(query: object) => void>()
    serveFakes(
      fake(authEndpoints.verify, ({ query }) => {
        received(query)
        return { message: 'Your email has been verified. You can log in now.' }
      }),
    )
    const { user, router } = open()
    expect(screen.getByText('ann@example.com')).toBeTruthy()
    expect(received).not.toHaveBeenCalled()
    await user.click(verify())
    expect((await screen.findByRole('alert')).textContent).toContain('Your email has been verified.')
    await user.click(screen.getByRole('link', { name: 'Log in' }))
    expect(router.state.location).toMatchObject({ pathname: '/login', state: { email: 'ann@example.com' } })
    expect(received).toHaveBeenCalledExactlyOnceWith({ token: 'abc', email: 'ann@example.com' })
  })

  test('verifies at once in the browser that signed up', async () => {
    serveFakes(fake(authEndpoints.verify, () => ({ message: 'Your email has been verified.' })))
    rememberSignUp('Ann@example.com')
    open()
    expect((await screen.findByRole('alert')).textContent).toContain('Your email has been verified.')
    expect(isSignedUpHere('ann@example.com')).toBe(false)
  })

  test.each([
    ['with another email', 'pat@example.com', 0],
    ['a day ago, when someone else may have since', 'ann@example.com', DAY_MS],
  ])('waits for a press in a browser that signed up %s', async (_, email, ago) => {
    const response = Promise.withResolvers<{ message: string }>()
    serveFakes(fake(authEndpoints.verify, () => response.promise))
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    rememberSignUp(email)
    vi.setSystemTime(Date.now() + ago)
    const { user } = open()
    await user.tab()
    expect(document.activeElement).toBe(verify())
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('button', { name: 'Verifying…' })).toBeTruthy()
  })

  test('says when it is invalid, and offers a new one with the email filled in', async () => {
    serveFakes(fake(authEndpoints.verify, () => refuse(authRefusals.badVerification)))
    const { user, router } = open()
    await user.click(verify())
    expect((await screen.findByRole('alert')).textContent).toContain(authRefusals.badVerification.message)
    await user.click(screen.getByRole('link', { name: 'Try Again' }))
    expect(router.state.location).toMatchObject({
      pathname: '/resend-verification',
      state: { email: 'ann@example.com' },
    })
  })

  test('leads to the page they signed up for', async () => {
    serveFakes(fake(authEndpoints.verify, () => ({ message: 'Your email has been verified.' })))
    const { user } = open(
      '/verify?token=abc&email=ann%40example.com&returnTo=%2Fsubscription%3Fcode%3DEOFY20',
    )
    await user.click(verify())
    const link = await screen.findByRole('link', { name: 'Log in' })
    expect(link.getAttribute('href')).toBe('/login?returnTo=%2Fsubscription%3Fcode%3DEOFY20')
  })

  test('is invalid without a token, without asking the server', async () => {
    serveFakes()
    open('/verify')
    expect((await screen.findByRole('alert')).textContent).toContain(authRefusals.badVerification.message)
  })
})

describe('resending the verification email', () => {
  const open = (state?: unknown) =>
    renderScreen(<ResendVerificationPage />, { path: '/resend-verification', state })
  const send = () => screen.getByRole('button', { name: 'Resend verification email' })

  test('prefills the email passed along', async () => {
    const received = vi.fn<(params: object) => void>()
    serveFakes(
      fake(authEndpoints.resendVerification, ({ params }) => {
        received(params)
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
    expect(received).toHaveBeenCalledWith({ email: 'ann@example.com' })
  })

  test('keeps the page they signed up for', async () => {
    const received = vi.fn<(query: object) => void>()
    serveFakes(
      fake(authEndpoints.resendVerification, ({ query }) => {
        received(query)
        return { success: true as const, message: 'A new verification email has been sent.' }
      }),
    )
    const at = '/resend-verification?returnTo=%2Fyears'
    const state = { email: 'ann@example.com' }
    const { user } = renderScreen(<ResendVerificationPage />, { path: '/resend-verification', at, state })
    expect(screen.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toBe(
      '/login?returnTo=%2Fyears',
    )
    await user.click(send())
    await waitFor(() => expect(received).toHaveBeenCalledExactlyOnceWith({ returnTo: '/years' }))
  })

  test('needs an email', async () => {
    serveFakes()
    const { user } = open()
    await user.click(send())
    expect((await screen.findAllByText('Please enter your email address.')).length).toBeGreaterThan(0)
  })

  test.each([
    [authRefusals.emailNotFound, 'Email not found. Please check and try again.'],
    [commonRefusals.unexpected, 'An error occurred. Please try again later.'],
    [commonRefusals.tooManyRequests, commonRefusals.tooManyRequests.message],
  ])('explains a refusal: $code', async (refusal, text) => {
    serveFakes(fake(authEndpoints.resendVerification, () => refuse(refusal)))
    const { user } = open({ email: 'ann@example.com' })
    await user.click(send())
    expect((await screen.findByRole('alert')).textContent).toContain(text)
  })
})

test('after signing up, the screen says where the link went', () => {
  renderScreen(<EmailVerifyPage />, { path: '/email_verify', state: { email: 'ann@example.com' } })
  expect(screen.getByText('ann@example.com')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'send it again' }).getAttribute('href')).toBe(
    '/resend-verification',
  )
})
