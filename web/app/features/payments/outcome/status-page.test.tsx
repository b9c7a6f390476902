import { paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { paymentTexts } from '@docketbox/contract/payments/texts'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fake, serveFakes, serveNothing } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { paymentWith } from '../testing/index.ts'
import PaymentStatusPage from './status-page.tsx'

beforeEach(() => signInAs('User'))
afterEach(() => vi.useRealTimers())

const returned = '/complete?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2'

/** Opens the page; the server reports the statuses one after the other. */
function open(statuses: string[], at = `${returned}&redirect_status=succeeded`) {
  serveFakes(
    fake(paymentEndpoints.confirmation, ({ query }) => {
      const status = statuses.length > 1 ? statuses.shift()! : statuses[0]!
      return { payment: query.payment_intent === 'pi_1' ? paymentWith({ status }) : null }
    }),
  )
  return renderScreen(<PaymentStatusPage />, { path: '/complete', at })
}

const elsewhere = async () =>
  (await screen.findByLabelText('Elsewhere', undefined, { timeout: 8_000 })).textContent

test.each([
  ['open', paymentTexts.processing],
  ['failed', paymentTexts.notSuccessful],
  ['canceled', paymentTexts.wentWrong],
  ['disputed', paymentTexts.statusUnknown],
])('a payment the server has as %s is shown as such', async (status, text) => {
  open([status], returned)
  expect(await screen.findByRole('heading', { name: text })).toBeTruthy()
})

test.each([
  ['a decline', { status: 'failed' }],
  ['a refund of a wrong amount', { status: 'canceled', isWrongAmount: true }],
])('after %s, the same months are selected again', async (_, changes) => {
  vi.setSystemTime('2026-12-31T12:59:00Z')
  const payment = paymentWith({ months: ['Dec 2026', 'Jan 2027'], ...changes })
  serveFakes(fake(paymentEndpoints.confirmation, () => ({ payment })))
  renderScreen(<PaymentStatusPage />, { path: '/complete', at: returned })
  const link = await screen.findByRole('link', { name: 'Try again' })
  expect(link.getAttribute('href')).toBe('/pricing-duration?months=Dec%2CJan')
})

test.each([
  [['Dec 2026', 'Jan 2027'], 'Try again', '/pricing-duration?months=Jan'],
  [['Dec 2026'], 'Choose your months', '/pricing-duration'],
])('of %s, those that are over aren’t selected again', async (months, name, href) => {
  vi.setSystemTime('2026-12-31T13:00:00Z')
  const payment = paymentWith({ months, status: 'failed' })
  serveFakes(fake(paymentEndpoints.confirmation, () => ({ payment })))
  renderScreen(<PaymentStatusPage />, { path: '/complete', at: returned })
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href)
})

test('a payment that didn’t match the order says that it’s refunded, not that it wasn’t paid', async () => {
  const payment = paymentWith({ status: 'canceled', isWrongAmount: true })
  serveFakes(fake(paymentEndpoints.confirmation, () => ({ payment })))
  renderScreen(<PaymentStatusPage />, { path: '/complete', at: `${returned}&redirect_status=succeeded` })
  expect(await screen.findByRole('heading', { name: paymentTexts.wrongAmount })).toBeTruthy()
  expect(screen.queryByText('Not paid')).toBeNull()
  expect(screen.getByText('Refunding')).toBeTruthy()
})

test.each([
  ['a bank debit', true],
  ['a card', false],
])('a payment by %s is said to take days only if it does', async (_, isBankDebit) => {
  serveFakes(
    fake(paymentEndpoints.confirmation, () => ({ payment: paymentWith({ status: 'open', isBankDebit }) })),
  )
  renderScreen(<PaymentStatusPage />, { path: '/complete', at: returned })
  await screen.findByRole('heading', { name: paymentTexts.processing })
  const days = /^Bank debits take up to three business days\. We’ll email you your tax invoice/
  expect(screen.queryByText(days) !== null).toBe(isBankDebit)
})

test('a confirmed payment leads to the confirmation', async () => {
  open(['paid'])
  expect(await screen.findByRole('heading', { name: paymentTexts.succeeded })).toBeTruthy()
  expect(await elsewhere()).toBe('/success-subscription')
})

test('a payment is processing until the server confirms it, even after an earlier decline', async () => {
  open(['failed', 'paid'])
  const heading = await screen.findByRole('heading', { name: paymentTexts.processing })
  const announced = heading.closest('[aria-live=polite]')
  const succeeded = { name: paymentTexts.succeeded }
  expect(await screen.findByRole('heading', succeeded, { timeout: 4_000 })).toBeTruthy()
  expect(announced?.textContent).toBe(paymentTexts.succeeded)
})

test('removes the provider’s parameters from the address', async () => {
  const { router } = open(['open'])
  await screen.findByRole('heading', { name: paymentTexts.processing })
  expect(router.state.location.search).toBe('')
})

test.each([
  ['without a payment', '/complete'],
  ['with the payment of another user', '/complete?payment_intent=pi_2&redirect_status=succeeded'],
])('%s, the page redirects to the payment history', async (_, at) => {
  open(['paid'], at)
  expect(await elsewhere()).toBe('/payment-history')
})

test('while the server can’t be reached, a payment is neither said to have failed nor offered again', async () => {
  serveNothing()
  renderScreen(<PaymentStatusPage />, { path: '/complete', at: `${returned}&redirect_status=succeeded` })
  expect(await screen.findByText(paymentTexts.statusUnknown)).toBeTruthy()
  serveFakes(fake(paymentEndpoints.confirmation, () => ({ payment: paymentWith({ status: 'paid' }) })))
  const succeeded = { name: paymentTexts.succeeded }
  expect(await screen.findByRole('heading', succeeded, { timeout: 4_000 })).toBeTruthy()
})
