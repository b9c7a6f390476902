import { paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.tsx'
import { renderScreen, signInAs } from '#testing/render.tsx'
import CheckoutPage from './page.tsx'

const plan = '01937000-0000-7000-8000-000000000102'
const open = (search = `?plan=${plan}`) =>
  renderScreen(<CheckoutPage />, { path: '/checkout', at: `/checkout${search}` })

beforeEach(() => signInAs('User'))

test('a user with a subscription is redirected to change their plan', async () => {
  serveFakes(fake(paymentEndpoints.openCheckout, () => refuse(paymentRefusals.alreadySubscribed)))
  open()
  expect(await screen.findByRole('heading', { name: paymentRefusals.alreadySubscribed.message })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Manage Subscription' }).getAttribute('href')).toBe('/upgrade')
})

test('a temporary failure says that nothing was charged, and offers another try', async () => {
  serveFakes(fake(paymentEndpoints.openCheckout, () => refuse(paymentRefusals.unavailable)))
  open()
  expect(await screen.findByText(paymentRefusals.unavailable.message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('without a plan it leads to the plans', async () => {
  open('')
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/subscription')
})
