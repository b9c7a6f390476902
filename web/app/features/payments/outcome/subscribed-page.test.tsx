import { authEndpoints, type LoggedUser } from '@docketbox/contract/auth/endpoints'
import { type Payment, paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { paymentTexts } from '@docketbox/contract/payments/texts'
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { personOn, personWith } from '#features/subscriptions/testing'
import { fake, serveFakes } from '#testing/fake-api.tsx'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { paymentWith } from '../testing/index.ts'
import SubscribedPage from './subscribed-page.tsx'

beforeEach(() => {
  signInAs('User')
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

async function open(response: () => LoggedUser, state?: { planName: string }, payments: Payment[] = []) {
  const list = { totalPages: 1, page: 1, totalDocs: payments.length }
  serveFakes(
    fake(authEndpoints.loggedUser, response),
    fake(paymentEndpoints.history, () => ({ docs: payments, ...list })),
  )
  renderScreen(<SubscribedPage />, { path: '/success-subscription', state })
  await wait(100)
}

test('a confirmed plan is shown for three seconds, then the dashboard opens', async () => {
  await open(() => personOn('Pro'))
  expect(screen.getByRole('heading', { name: paymentTexts.activated })).toBeTruthy()
  await wait(2_700)
  expect(screen.queryByLabelText('Elsewhere')).toBeNull()
  await wait(400)
  expect(screen.getByLabelText('Elsewhere').textContent).toBe('/dashboard')
})

test('the page waits for the server to confirm the plan', async () => {
  let person = personOn('Trial')
  await open(() => person)
  expect(screen.queryByRole('heading', { name: paymentTexts.activated })).toBeNull()
  person = personOn('Pro')
  await wait(1_500)
  expect(screen.getByRole('heading', { name: paymentTexts.activated })).toBeTruthy()
})

test('after a change of plan, the page waits for the new plan', async () => {
  let person = personOn('Pro')
  await open(() => person, { planName: 'Premium' })
  expect(screen.queryByRole('heading', { name: paymentTexts.activated })).toBeNull()
  person = personOn('Premium')
  await wait(1_500)
  expect(screen.getByRole('heading', { name: paymentTexts.activated })).toBeTruthy()
})

test.each([
  ['open', /take up to three business days/],
  ['failed', paymentTexts.notSuccessful],
])('a bank debit that is %s is said to be', async (status, text) => {
  const createdAt = new Date().toISOString()
  await open(() => personWith(), undefined, [paymentWith({ status, createdAt, months: [] })])
  expect(screen.getByText(text)).toBeTruthy()
})

test.each([
  ['no plan', personWith()],
  ['a trial only', personOn('Trial')],
])('a user with %s is redirected to the payment history', async (_, person) => {
  await open(() => person)
  await wait(16_000)
  expect(screen.getByLabelText('Elsewhere').textContent).toBe('/payment-history')
})
