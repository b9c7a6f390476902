import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { planCards, storage } from '#features/subscriptions'
import { personOn, plansList } from '#features/subscriptions/testing'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { standInForStripeJs } from '#testing/stripe-js.ts'
import PaymentPage from './page.tsx'

const state = { months: ['Jan', 'Mar'], plan: '01937000-0000-7000-8000-000000000102' }
const covered = { clientSecret: '', message: '', amountCents: 0, creditCents: 998, currency: 'AUD' as const }

beforeEach(() => {
  signInAs('User')
  standInForStripeJs()
})

async function payWithCredit(...fakes: Parameters<typeof serveFakes>): Promise<void> {
  return payWithCreditOn(<PaymentPage />, ...fakes)
}

async function payWithCreditOn(page: ReactNode, ...fakes: Parameters<typeof serveFakes>): Promise<void> {
  serveFakes(
    ...fakes,
    fake(authEndpoints.loggedUser, () => personOn('Pro')),
    fake(paymentEndpoints.config, () => ({ publishableKey: 'pk_test_x' })),
    fake(paymentEndpoints.createIntent, () => covered),
  )
  const { user } = renderScreen(page, { path: '/create-payment', state })
  await user.click(await screen.findByRole('button', { name: 'Use $9.98 credit' }))
}

test('credit that covers the whole price pays without a card', async () => {
  const onPay = vi.fn<(body: unknown) => void>()
  await payWithCredit(
    fake(paymentEndpoints.payWithCredit, ({ body }) => {
      onPay(body)
      return { message: 'Payment succeeded' }
    }),
  )
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/success-subscription')
  expect(onPay).toHaveBeenCalledExactlyOnceWith(state)
})

test('plans and storage on other pages follow what was paid with credit', async () => {
  const reads: string[] = []
  function OtherPages() {
    const [plans, space] = [useQuery(planCards), useQuery(storage)]
    return plans.data && space.data ? <PaymentPage /> : null
  }
  await payWithCreditOn(
    <OtherPages />,
    fake(subscriptionEndpoints.list, () => {
      reads.push('plans')
      return plansList()
    }),
    fake(subscriptionEndpoints.storage, () => {
      reads.push('storage')
      return { usedBytes: 1, limitBytes: 2, hasLargerPlan: true }
    }),
    fake(paymentEndpoints.payWithCredit, () => ({ message: 'Payment succeeded' })),
  )
  await screen.findByLabelText('Elsewhere')
  expect(reads.toSorted()).toEqual(['plans', 'plans', 'storage', 'storage'])
})

test('credit that has changed shows the new price, and leads to the card for the rest', async () => {
  const intents = [covered, { ...covered, clientSecret: 'pi_1_secret_2', amountCents: 698, creditCents: 300 }]
  await payWithCredit(
    fake(paymentEndpoints.createIntent, () => intents.shift()!),
    fake(paymentEndpoints.payWithCredit, () => refuse(paymentRefusals.creditChanged)),
  )
  expect(await screen.findByText('$6.98')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(paymentRefusals.creditChanged.message)
  expect(await screen.findByRole('button', { name: 'Pay now' })).toBeTruthy()
})

test('credit that has changed, but still covers the price, is offered again', async () => {
  await payWithCredit(fake(paymentEndpoints.payWithCredit, () => refuse(paymentRefusals.creditChanged)))
  expect((await screen.findByRole('alert')).textContent).toBe(paymentRefusals.creditChanged.message)
  expect(screen.getByRole('button', { name: 'Use $9.98 credit' })).toBeTruthy()
})

test('months bought elsewhere since lead back to the months', async () => {
  let isTaken = false
  const taken = fake(paymentEndpoints.payWithCredit, () => {
    isTaken = true
    return refuse(paymentRefusals.monthsTaken)
  })
  const intent = fake(paymentEndpoints.createIntent, () =>
    isTaken ? refuse(paymentRefusals.monthsTaken) : covered,
  )
  await payWithCredit(taken, intent)
  expect(await screen.findByRole('link', { name: 'Choose months again' })).toBeTruthy()
})
