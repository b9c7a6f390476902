import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { personOn } from '#features/subscriptions/testing'
import { fake, refuse, serveFakes, unreadable } from '#testing/fake-api.ts'
import { chooseTheme } from '#platform/document/theme.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { cardFields, confirmPayment, retrievePaymentIntent, standInForStripeJs } from '#testing/stripe-js.ts'
import PaymentPage from './page.tsx'

const proId = '01937000-0000-7000-8000-000000000102'
beforeEach(() => signInAs('User'))
const unexpectedState = {
  type: 'invalid_request_error',
  code: 'payment_intent_unexpected_state',
  message: 'internal',
}
const authenticationFailed = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message: 'internal',
}

describe('the card form', () => {
  const person = personOn('Pro')
  const state = { months: ['Jan', 'Mar'], plan: proId }
  const config = fake(paymentEndpoints.config, () => ({ publishableKey: 'pk_test_x' }))
  const onIntent = vi.fn<(body: unknown) => void>()
  const intent = fake(paymentEndpoints.createIntent, ({ body }) => {
    onIntent(body)
    return {
      clientSecret: 'pi_1_secret_2',
      message: '',
      amountCents: 998,
      creditCents: 0,
      currency: 'AUD' as const,
    }
  })

  beforeEach(standInForStripeJs)
  const me = fake(authEndpoints.loggedUser, () => person)
  const open = (...fakes: Parameters<typeof serveFakes>) => {
    serveFakes(...fakes, me)
    return renderScreen(<PaymentPage />, { path: '/create-payment', state })
  }

  const pay = async (user: ReturnType<typeof open>['user']) => {
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Pay now' })).toHaveProperty('disabled', false),
    )
    await user.click(screen.getByRole('button', { name: 'Pay now' }))
  }

  test('shows the server’s price, and the provider’s message when a card is declined', async () => {
    confirmPayment.mockResolvedValue({ error: { type: 'card_error', message: 'Your card was declined.' } })
    const { user } = open(config, intent)
    expect(await screen.findByText('$9.98')).toBeTruthy()
    expect(onIntent).toHaveBeenCalledExactlyOnceWith(state)
    await pay(user)
    expect((await screen.findByRole('alert')).textContent).toBe('Your card was declined.')
    expect(confirmPayment.mock.calls[0]?.[0].confirmParams.return_url).toBe(
      `${window.location.origin}/complete`,
    )
  })

  const apiError = () => Promise.resolve({ error: { type: 'api_error', message: 'internal' } })
  const brokenScript = () => Promise.reject(new Error('internal'))
  const found = (status: string) => () => Promise.resolve({ paymentIntent: { status } })
  test.each([
    ['an internal error', apiError, found('requires_payment_method'), 'An unexpected error occurred.'],
    ['a broken script', brokenScript, found('requires_payment_method'), 'An unexpected error occurred.'],
    [
      'a failed authentication',
      () => Promise.resolve({ error: authenticationFailed }),
      brokenScript,
      paymentTexts.notAuthenticated,
    ],
  ])('after %s says no more than the provider knows', async (_, confirm, retrieve, message) => {
    confirmPayment.mockImplementation(confirm)
    retrievePaymentIntent.mockImplementation(retrieve)
    const { user } = open(config, intent)
    await pay(user)
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(screen.getByRole('button', { name: 'Pay now' })).toBeTruthy()
  })

  describe.each([
    ['an internal error', apiError, brokenScript],
    ['a broken script', brokenScript, () => Promise.resolve({ error: {} })],
  ])('after %s that the provider says nothing about', (_, confirm, retrieve) => {
    const payWithoutAnswer = async () => {
      confirmPayment.mockImplementation(confirm)
      retrievePaymentIntent.mockImplementation(retrieve)
      const { user } = open(config, intent)
      await pay(user)
      expect((await screen.findByRole('alert')).textContent).toBe(paymentTexts.cardUnknown)
      expect(screen.getByRole('button', { name: 'Checking…' })).toBeTruthy()
    }
    const reconnect = (status: string) => {
      retrievePaymentIntent.mockImplementation(found(status))
      window.dispatchEvent(new Event('online'))
    }

    test('leads on once it’s known to have worked', async () => {
      await payWithoutAnswer()
      reconnect('succeeded')
      const address = '/complete?payment_intent=pi_1&redirect_status=succeeded'
      expect((await screen.findByLabelText('Elsewhere')).textContent).toBe(address)
    })

    test('can be tried again once it’s known to have failed', async () => {
      await payWithoutAnswer()
      reconnect('requires_payment_method')
      expect(await screen.findByRole('button', { name: 'Pay now' })).toBeTruthy()
      expect(screen.getByRole('alert').textContent).toBe(paymentTexts.notDone)
    })
  })

  test.each([
    [
      'was paid in another tab',
      () => Promise.resolve({ error: unexpectedState }),
      '/complete?payment_intent=pi_1',
    ],
    ['went through unanswered', apiError, '/complete?payment_intent=pi_1&redirect_status=succeeded'],
  ])('leads to the payment’s status if it %s', async (_, confirm, address) => {
    confirmPayment.mockImplementation(confirm)
    retrievePaymentIntent.mockImplementation(found('succeeded'))
    const { user } = open(config, intent)
    await pay(user)
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe(address)
  })

  test('leaves error messages of a field to the field', async () => {
    confirmPayment.mockResolvedValue({ error: { type: 'validation_error', message: 'Incomplete.' } })
    const { user } = open(config, intent)
    await pay(user)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Pay now' })).toBeTruthy())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('can’t be paid with before the fields are there, and clears a problem when they change', async () => {
    cardFields.loads = 'never'
    confirmPayment.mockResolvedValue({ error: { type: 'card_error', message: 'Your card was declined.' } })
    const { user } = open(config, intent)
    expect(await screen.findByText('Loading the card form')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Pay now' })).toHaveProperty('disabled', true)
    act(() => cardFields.emit('ready'))
    await pay(user)
    expect(await screen.findByRole('alert')).toBeTruthy()
    act(() => cardFields.emit('change'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('says so if the fields can’t be loaded, and loads them again', async () => {
    cardFields.loads = 'fails'
    const { user } = open(config, intent)
    expect(
      await screen.findByText(/We couldn’t load the card form\. You haven’t been charged\./),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull()
    cardFields.loads = 'works'
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Pay now' })).toHaveProperty('disabled', false),
    )
    expect(onIntent).toHaveBeenCalledTimes(2)
  })

  test('passes on the theme, the font and the buyer’s details', async () => {
    open(config, intent)
    await screen.findByRole('button', { name: 'Pay now' })
    await waitFor(() =>
      expect(cardFields.elementOptions).toMatchObject({
        defaultValues: {
          billingDetails: {
            name: `${person.firstName} ${person.lastName}`,
            email: person.email,
            address: { country: 'AU', state: 'VIC' },
          },
        },
      }),
    )
    expect(cardFields.groupOptions).toMatchObject({
      appearance: { theme: 'stripe', variables: { fontFamily: expect.stringMatching(/^Inter,/) } },
      fonts: [{ family: 'Inter', src: expect.stringMatching(/^url\(http.*\)$/) }],
    })
    act(() => chooseTheme('dark'))
    await waitFor(() => expect(cardFields.groupOptions).toMatchObject({ appearance: { theme: 'night' } }))
  })

  test('shows a general message if the server can’t say why it failed', async () => {
    open(
      config,
      fake(paymentEndpoints.createIntent, () => unreadable(500)),
    )
    expect(await screen.findByText('An unexpected error occurred.')).toBeTruthy()
  })

  test.each([
    [paymentRefusals.unavailable, paymentRefusals.unavailable.message],
    [paymentRefusals.monthsTaken, 'You already have these months'],
    [paymentRefusals.monthsMoved, paymentRefusals.monthsMoved.message],
  ])(
    'says why a payment can’t be prepared',
    async (refusal, text) => {
      open(
        config,
        fake(paymentEndpoints.createIntent, () => refuse(refusal)),
      )
      expect(await screen.findByText(text, undefined, { timeout: 8_000 })).toBeTruthy()
    },
    15_000,
  )

  test('leads back to the months if none are selected', async () => {
    serveFakes()
    renderScreen(<PaymentPage />, { path: '/create-payment' })
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/pricing-duration')
  })

  test('aborts preparing a payment when the screen is left', async () => {
    const aborted = vi.fn<() => void>()
    open(config, intent).unmount()
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      signal?.addEventListener('abort', aborted)
      return new Promise(() => undefined)
    })
    const { unmount } = renderScreen(<PaymentPage />, { path: '/create-payment', state })
    unmount()
    await waitFor(() => expect(aborted).toHaveBeenCalled())
  })
})
