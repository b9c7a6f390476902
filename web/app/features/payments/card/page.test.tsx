import { paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes, unreadable } from '#testing/fake-api.tsx'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { confirmPayment, standInForStripeJs } from '#testing/stripe-js.tsx'
import PaymentPage from './page.tsx'

const proId = '01937000-0000-7000-8000-000000000102'
beforeEach(() => signInAs('User'))

describe('the card form', () => {
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
  const open = (...fakes: Parameters<typeof serveFakes>) => {
    serveFakes(...fakes)
    return renderScreen(<PaymentPage />, { path: '/create-payment', state })
  }

  test('shows the server’s price, and the provider’s message when a card is declined', async () => {
    confirmPayment.mockResolvedValue({ error: { type: 'card_error', message: 'Your card was declined.' } })
    const { user } = open(config, intent)
    expect(await screen.findByText('$9.98')).toBeTruthy()
    expect(onIntent).toHaveBeenCalledExactlyOnceWith(state)
    await user.click(await screen.findByRole('button', { name: 'Pay now' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Your card was declined.')
    expect(confirmPayment.mock.calls[0]?.[0].confirmParams.return_url).toBe(
      `${window.location.origin}/complete`,
    )
  })

  test('isn’t needed if credit covers the whole price', async () => {
    const onPay = vi.fn<(body: unknown) => void>()
    const { user } = open(
      config,
      fake(paymentEndpoints.createIntent, () => ({
        clientSecret: '',
        message: '',
        amountCents: 0,
        creditCents: 998,
        currency: 'AUD' as const,
      })),
      fake(paymentEndpoints.payWithCredit, ({ body }) => {
        onPay(body)
        return { message: 'Payment succeeded' }
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Use $9.98 credit' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/success-subscription')
    expect(onPay).toHaveBeenCalledExactlyOnceWith(state)
  })

  test.each([
    ['isn’t about the card', () => Promise.resolve({ error: { type: 'api_error', message: 'internal' } })],
    ['comes from the provider’s script', () => Promise.reject(new Error('internal'))],
  ])('shows a general message for an error that %s', async (_, confirm) => {
    confirmPayment.mockImplementation(confirm)
    const { user } = open(config, intent)
    await user.click(await screen.findByRole('button', { name: 'Pay now' }))
    expect((await screen.findByRole('alert')).textContent).toBe('An unexpected error occurred.')
    expect(screen.getByRole('button', { name: 'Pay now' })).toBeTruthy()
  })

  test('leads to the payment’s status if it was paid in another tab', async () => {
    confirmPayment.mockResolvedValue({
      error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: 'internal' },
    })
    const { user } = open(config, intent)
    await user.click(await screen.findByRole('button', { name: 'Pay now' }))
    const elsewhere = await screen.findByLabelText('Elsewhere')
    expect(elsewhere.textContent).toMatch(/^\/complete\?payment_intent=pi_1$/)
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
    [paymentRefusals.monthsTaken, 'You’ve already paid for this'],
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
