import {
  monthNames,
  paymentEndpoints,
  paymentRefusals,
  paymentTexts,
} from '@docketbox/contract/payments/endpoints'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.tsx'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { confirmPayment, standInForStripeJs } from '#testing/stripe-js.tsx'
import CreatePaymentPage from '../card/page.tsx'
import PricingDurationPage from './page.tsx'

const january = { year: 2027, startsOn: '2027-01-01', endsOn: '2027-01-31', daysLeft: 31 }
const proId = '01937000-0000-7000-8000-000000000102'
const pro = {
  _id: proId,
  name: 'Pro',
  description: '',
  feature: [],
  priceCents: 499,
  pricePerMonthCents: 499,
  currency: 'AUD' as const,
  months: 1,
  cycleLabel: 'Monthly',
  link: null,
  subs_details: null,
  button: { label: 'Subscribe' as const, isDisabled: false, action: 'openLink' as const },
}
const plans = fake(subscriptionEndpoints.list, () => ({ docs: [pro], totalPages: 1, page: 1, totalDocs: 1 }))
const months = fake(paymentEndpoints.availableMonths, () => ({
  overlapped: ['Feb' as const],
  months: monthNames.map((month) => ({ ...january, month, isTaken: month === 'Feb' })),
}))
beforeEach(() => signInAs('User'))

describe('the month picker', () => {
  const open = (at = '/pricing-duration') => {
    serveFakes(plans, months)
    return renderScreen(<PricingDurationPage />, { path: '/pricing-duration', at })
  }

  test('adds up what is ticked, crosses out what is taken, and leads on to the summary and the payment', async () => {
    const { user, router } = open()
    await user.click(await screen.findByRole('checkbox', { name: 'Mar 2027' }))
    await user.click(screen.getByRole('checkbox', { name: 'Jan 2027' }))
    expect(screen.getByText('$9.98')).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: 'Feb 2027' })).toBeNull()
    expect(screen.getByText('already yours')).toBeTruthy()

    await user.click(screen.getByRole('button', { name: 'Proceed to Payment' }))
    expect(await screen.findByRole('heading', { name: 'Professional Plan' })).toBeTruthy()
    expect(screen.getByText('Jan 2027, Mar 2027')).toBeTruthy()
    expect(screen.getByText('including taxes')).toBeTruthy()

    await user.click(screen.getByRole('link', { name: 'Payment Information' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/create-payment')
    expect(router.state.location.state).toEqual({ months: ['Jan', 'Mar'], plan: proId })
  })

  test('keeps the choice over a reload, without what was taken meanwhile', async () => {
    open('/pricing-duration?months=Feb,May')
    const may = await screen.findByRole('checkbox', { name: 'May 2027' })
    expect((may as HTMLInputElement).checked).toBe(true)
    expect(screen.getByText('1 month:')).toBeTruthy()
  })

  test('asks for nothing when every month is covered, by a plan that renews, say', async () => {
    const all = monthNames.map((month) => ({ ...january, month, isTaken: true }))
    serveFakes(
      plans,
      fake(paymentEndpoints.availableMonths, () => ({ overlapped: [...monthNames], months: all })),
    )
    renderScreen(<PricingDurationPage />, { path: '/pricing-duration' })
    expect(await screen.findByText(/All twelve months are already yours/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Proceed to Payment' })).toBeNull()
  })

  test('asks for at least one month', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Proceed to Payment' }))
    expect((await screen.findByRole('alert')).textContent).toBe(paymentTexts.noMonths)
  })
})

describe('the card form', () => {
  const state = { months: ['Jan', 'Mar'], plan: proId }
  const config = fake(paymentEndpoints.config, () => ({ publishableKey: 'pk_test_x' }))
  const asked = vi.fn<(body: unknown) => void>()
  const intent = fake(paymentEndpoints.createIntent, ({ body }) => {
    asked(body)
    return { clientSecret: 'pi_1_secret_2', message: '', amountCents: 998, currency: 'AUD' as const }
  })

  beforeEach(standInForStripeJs)
  const open = (...fakes: Parameters<typeof serveFakes>) => {
    serveFakes(...fakes)
    return renderScreen(<CreatePaymentPage />, { path: '/create-payment', state })
  }

  test('shows the server’s price and the provider’s words when a card is declined', async () => {
    confirmPayment.mockResolvedValue({ error: { type: 'card_error', message: 'Your card was declined.' } })
    const { user } = open(config, intent)
    expect(await screen.findByText('$9.98')).toBeTruthy()
    expect(asked).toHaveBeenCalledExactlyOnceWith(state)
    await user.click(await screen.findByRole('button', { name: 'Pay now' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Your card was declined.')
    expect(confirmPayment.mock.calls[0]?.[0].confirmParams.return_url).toBe(
      `${window.location.origin}/complete`,
    )
  })

  test('says only that something unexpected happened when it was not the card', async () => {
    confirmPayment.mockResolvedValue({ error: { type: 'api_error', message: 'internal' } })
    const { user } = open(config, intent)
    await user.click(await screen.findByRole('button', { name: 'Pay now' }))
    expect((await screen.findByRole('alert')).textContent).toBe(paymentTexts.unexpected)
  })

  test('leads to the status of what was paid, or replaced, in another tab', async () => {
    confirmPayment.mockResolvedValue({
      error: { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message: 'internal' },
    })
    const { user } = open(config, intent)
    await user.click(await screen.findByRole('button', { name: 'Pay now' }))
    const elsewhere = await screen.findByLabelText('Elsewhere')
    expect(elsewhere.textContent).toMatch(/^\/complete\?payment_intent_client_secret=\w+/)
  })

  test.each([
    [paymentRefusals.unavailable, paymentRefusals.unavailable.message],
    [paymentRefusals.monthsTaken, 'Already yours'],
  ])(
    'says why no payment could be prepared',
    async (refusal, words) => {
      open(
        config,
        fake(paymentEndpoints.createIntent, () => refuse(refusal)),
      )
      expect(await screen.findByText(words, undefined, { timeout: 8_000 })).toBeTruthy()
    },
    15_000,
  )

  test('leads back to the months when nothing was chosen', async () => {
    serveFakes()
    renderScreen(<CreatePaymentPage />, { path: '/create-payment' })
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/pricing-duration')
  })

  test('gives up a payment that is being prepared when the screen is left', async () => {
    const aborted = vi.fn<() => void>()
    open(config, intent).unmount()
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      signal?.addEventListener('abort', aborted)
      return new Promise(() => undefined)
    })
    const { unmount } = renderScreen(<CreatePaymentPage />, { path: '/create-payment', state })
    unmount()
    await waitFor(() => expect(aborted).toHaveBeenCalled())
  })
})
