import { paymentEndpoints, type Payment, paymentTexts } from '@docketbox/contract/payments/endpoints'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.tsx'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { retrievePaymentIntent, standInForStripeJs } from '#testing/stripe-js.tsx'
import CompletePage from './status-page.tsx'
import PaymentHistoryPage from '../history/page.tsx'
import SuccessSubscriptionPage from './subscribed-page.tsx'

beforeEach(() => signInAs('User'))
afterEach(() => vi.useRealTimers())

describe('the status of a payment', () => {
  const open = (
    status: string,
    at = '/complete?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2',
  ) => {
    standInForStripeJs()
    retrievePaymentIntent.mockResolvedValue({ paymentIntent: { status } })
    serveFakes(fake(paymentEndpoints.config, () => ({ publishableKey: 'pk_test_x' })))
    return renderScreen(<CompletePage />, { path: '/complete', at })
  }

  test.each([
    ['processing', paymentTexts.processing],
    ['requires_payment_method', paymentTexts.notSuccessful],
    ['canceled', paymentTexts.wentWrong],
  ])('%s is said', async (status, text) => {
    open(status)
    expect(await screen.findByRole('heading', { name: text })).toBeTruthy()
  })

  test('succeeded is said, and leads on', async () => {
    open('succeeded')
    expect(await screen.findByRole('heading', { name: paymentTexts.succeeded })).toBeTruthy()
    const elsewhere = await screen.findByLabelText('Elsewhere', undefined, { timeout: 4_000 })
    expect(elsewhere.textContent).toBe('/success-subscription')
  })

  test('takes the secret out of the address', async () => {
    const { router } = open('processing')
    await screen.findByRole('heading', { name: paymentTexts.processing })
    expect(router.state.location.search).toBe('')
    expect(retrievePaymentIntent).toHaveBeenCalledExactlyOnceWith('pi_1_secret_2')
  })

  test('without a secret is that something went wrong', async () => {
    open('succeeded', '/complete')
    expect(await screen.findByRole('heading', { name: paymentTexts.wentWrong })).toBeTruthy()
  })
})

test('the thanks lead to the dashboard after three seconds', async () => {
  vi.useFakeTimers()
  renderScreen(<SuccessSubscriptionPage />, { path: '/success-subscription' })
  expect(screen.getByRole('heading', { name: paymentTexts.activated })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(2_900))
  expect(screen.queryByLabelText('Elsewhere')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.getByLabelText('Elsewhere').textContent).toBe('/dashboard')
})

describe('the payment history', () => {
  const paymentOf = (changes: Partial<Payment>): Payment => ({
    _id: crypto.randomUUID(),
    payment_id: 'pi_123',
    amount: 123_450,
    currency: 'AUD',
    status: 'paid',
    createdAt: '2026-03-03T02:00:00.000Z',
    planName: 'Pro',
    months: ['Jul 2026'],
    refundedCents: 0,
    hasTaxInvoice: true,
    ...changes,
  })
  const asked = vi.fn<(page: string | undefined) => void>()
  const open = (docs: Payment[], totalPages = 1) => {
    serveFakes(
      fake(paymentEndpoints.history, ({ query }) => {
        asked(String(query.page))
        return { docs, totalPages, page: Number(query.page), totalDocs: docs.length }
      }),
    )
    return renderScreen(<PaymentHistoryPage />, { path: '/payment-history' })
  }

  test.each([
    ['open', 'Pending'],
    ['paid', 'Successful'],
    ['failed', 'Failed'],
    ['fail', 'Failed'],
    ['canceled', 'Cancelled'],
    ['expired', 'Expired'],
    ['disputed', 'Unknown'],
    ['constructor', 'Unknown'],
  ])('calls %s %s', async (status, label) => {
    open([paymentOf({ status })])
    expect(await screen.findByText(label)).toBeTruthy()
  })

  test('shows amount, currency, date and what was given back', async () => {
    open([paymentOf({ refundedCents: 499 })])
    expect(await screen.findByText('$1,234.50')).toBeTruthy()
    expect(screen.getByText('AUD')).toBeTruthy()
    expect(screen.getByText('03 Mar, 2026')).toBeTruthy()
    expect(screen.getByText('$4.99 given back')).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: 'Payment ID' })).toBeTruthy()
  })

  test('loads the page whose number is pressed', async () => {
    const { user } = open([paymentOf({})], 3)
    await user.click(await screen.findByRole('button', { name: 'Page 2' }))
    await waitFor(() => expect(asked).toHaveBeenLastCalledWith('2'))
  })

  test('says when there is none', async () => {
    open([])
    expect(await screen.findByText(paymentTexts.noPayments)).toBeTruthy()
  })

  test('says when it could not be loaded', async () => {
    serveFakes(fake(paymentEndpoints.history, () => refuse(commonRefusals.unexpected)))
    renderScreen(<PaymentHistoryPage />, { path: '/payment-history' })
    expect(await screen.findByText(paymentTexts.historyFailed)).toBeTruthy()
  })
})
