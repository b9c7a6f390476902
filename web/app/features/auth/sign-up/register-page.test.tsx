import { authEndpoints, authRefusals } from '@docketbox/contract/auth/endpoints'
import { googleEndpoints } from '@docketbox/contract/auth/google'
import { commonRefusals, type RefusalSpec } from '@docketbox/contract/core/refusal'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes, serveNothing, unreadable } from '#testing/fake-api.ts'
import { endSession, useSession } from '#platform/session/session.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { person } from '../testing/user.ts'
import { isSignedUpHere } from '../verification/signed-up-here.ts'
import RegisterPage from './register-page.tsx'

const sent = vi.fn<(body: object) => void>()
const google = (isShown = true) => fake(googleEndpoints.options, () => ({ google: isShown }))
const signUp = (refusal?: RefusalSpec, fields?: Record<string, string>) =>
  fake(authEndpoints.signUp, ({ body }) => {
    sent(body)
    return refusal ? refuse(refusal, fields) : { message: 'Kindly Verify Email!', user: person }
  })

type TestUser = ReturnType<typeof renderScreen>['user']
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign up' })

async function fillIn(user: TestUser) {
  await user.type(screen.getByLabelText('First name'), 'Ann')
  await user.type(screen.getByLabelText('Last name'), 'Lee')
  await user.type(screen.getByLabelText('Email'), 'ann@example.com')
  await user.type(screen.getByLabelText('Phone number'), '0412 345 678')
  await user.type(screen.getByLabelText('Password'), 'purple wombat sings')
  await user.selectOptions(screen.getByLabelText('Location'), 'Victoria')
  await user.click(screen.getByRole('checkbox', { name: 'I agree to the terms and conditions' }))
}

function open() {
  return renderScreen(<RegisterPage />, { path: '/register' })
}

describe('signing up', () => {
  test('sends the form, with an address made from the location, and continues to /email_verify', async () => {
    serveFakes(google(), signUp())
    const { user, router } = open()
    await fillIn(user)
    await user.click(button())
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/email_verify')
    expect(router.state.location.state).toEqual({ email: 'ann@example.com' })
    expect(isSignedUpHere('ann@example.com')).toBe(true)
    expect((await screen.findAllByText('Kindly Verify Email!')).length).toBeGreaterThan(0)
    expect(sent).toHaveBeenCalledExactlyOnceWith({
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@example.com',
      phoneNumber: '0412 345 678',
      password: 'purple wombat sings',
      role: 'User',
      address: {
        street: 'Victoria',
        state: 'Victoria',
        city: 'City',
        zipCode: '0000',
        country: 'Australia',
      },
    })
  })

  test('keeps the page to come to, however they continue', async () => {
    serveFakes(google(), signUp())
    const returnTo = '/subscription?code=EOFY20'
    const query = `?${new URLSearchParams({ returnTo }).toString()}`
    const { user, router } = renderScreen(<RegisterPage />, { path: '/register', at: `/register${query}` })
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(hrefOf('Log in')).toBe(`/login${query}`)
    expect(hrefOf('Sign up with Google')).toBe(`/api/auth/google${query}`)
    await fillIn(user)
    await user.click(button())
    await screen.findByLabelText('Elsewhere')
    expect(router.state.location).toMatchObject({ pathname: '/email_verify', search: query })
    expect(sent).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ returnTo }))
  })

  test('doesn’t mail the address of a user whose session ended in this tab', async () => {
    function Screen() {
      return <p>{useSession()?.role}</p>
    }
    signInAs('User', { _id: 'u2' })
    renderScreen(<Screen />).unmount()
    endSession()
    serveFakes(google(), signUp())
    const at = '/register?returnTo=%2Freceipts%3Fq%3Dpsychologist'
    const { user } = renderScreen(<RegisterPage />, { path: '/register', at })
    await fillIn(user)
    await user.click(button())
    await screen.findByLabelText('Elsewhere')
    expect(sent).toHaveBeenCalledExactlyOnceWith(expect.not.objectContaining({ returnTo: expect.anything() }))
  })

  test('is possible only once everything is filled in and valid', async () => {
    serveFakes(google(), signUp())
    const { user } = open()
    expect(button().disabled).toBe(true)
    await fillIn(user)
    await waitFor(() => expect(button().disabled).toBe(false))
    await user.type(screen.getByLabelText('First name'), '3')
    await user.tab()
    expect(await screen.findByText('Please use letters only.')).toBeTruthy()
    expect(button().disabled).toBe(true)
  })

  test.each([
    ['First name', '!', 'Please use letters only.'],
    ['Email', 'ann@', '* Enter a valid email address.'],
    ['Phone number', ' ', '* Phone number is required.'],
    ['Password', '', '* Password is required.'],
  ])('shows an error beside %s', async (label, text, problem) => {
    serveFakes(google())
    const { user } = open()
    await user.click(screen.getByLabelText(label))
    if (text) await user.keyboard(text)
    await user.tab()
    expect(await screen.findByText(problem)).toBeTruthy()
  })

  test.each([
    ['an email that is taken', authRefusals.emailTaken, 'Email already exists. Try logging in instead.'],
    ['too many attempts', commonRefusals.tooManyRequests, commonRefusals.tooManyRequests.message],
    [
      'a request that could not be read',
      commonRefusals.malformed,
      'Invalid details provided. Please try again.',
    ],
  ])('explains a refusal: %s', async (_, refusal, text) => {
    serveFakes(google(), signUp(refusal))
    const { user } = open()
    await fillIn(user)
    await user.click(button())
    expect((await screen.findByRole('alert')).textContent).toContain(text)
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ann@example.com')
    expect(button().disabled).toBe(false)
  })

  test('says that the details are invalid if the server refuses them without a message', async () => {
    serveFakes(
      google(),
      fake(authEndpoints.signUp, () => unreadable(400)),
    )
    const { user } = open()
    await fillIn(user)
    await user.click(button())
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Invalid details provided. Please try again.',
    )
  })

  test('asks before another screen discards what was typed', async () => {
    serveFakes(google())
    const { user } = open()
    await user.type(screen.getByLabelText('First name'), 'Ann')
    await user.click(screen.getByRole('link', { name: 'Log in' }))
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/login')
  })

  test("shows the server's error beside its field", async () => {
    serveFakes(
      google(),
      signUp(commonRefusals.invalidInput, { password: 'This password is too easy to guess.' }),
    )
    const { user } = open()
    await fillIn(user)
    await user.click(button())
    expect((await screen.findAllByText('This password is too easy to guess.')).length).toBeGreaterThan(0)
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
  })

  test('says when there is no connection, keeps what was typed and lets the user try again', async () => {
    serveNothing()
    const { user } = open()
    await fillIn(user)
    await user.click(button())
    expect(await screen.findByText('Network error. Please check your connection.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Ann')
    expect(button().disabled).toBe(false)
  })
})

describe('the Google button', () => {
  test('goes to Google', async () => {
    serveFakes(google())
    open()
    const link = screen.getByRole('link', { name: 'Sign up with Google' })
    expect(link.getAttribute('href')).toBe('/api/auth/google')
  })

  test('says what people agree to, who have no box to tick there', () => {
    serveFakes(google())
    open()
    const terms = screen.getByRole('link', { name: 'terms and conditions' })
    expect(terms.getAttribute('href')).toBe('/terms')
    expect(terms.parentElement?.textContent).toContain('By continuing with Google, you agree to')
  })

  test("is hidden where Google isn't set up", async () => {
    serveFakes(google(false))
    open()
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Sign up with Google' })).toBeNull())
  })
})
