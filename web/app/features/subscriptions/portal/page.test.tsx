import { planEndpoints } from '@docketbox/contract/payments/plan-endpoints'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import PortalPage from './page.tsx'

beforeEach(() => signInAs('User'))

test('without a subscription, the portal leads to the plans and the payment history', async () => {
  serveFakes(fake(planEndpoints.portal, () => refuse(paymentRefusals.noSubscription)))
  renderScreen(<PortalPage />, { path: '/portal' })
  expect(await screen.findByRole('heading', { name: paymentRefusals.noSubscription.message })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe('/subscription')
  expect(screen.getByRole('link', { name: 'Payment History' }).getAttribute('href')).toBe('/payment-history')
})

test('a temporary failure offers another try', async () => {
  serveFakes(fake(planEndpoints.portal, () => refuse(paymentRefusals.unavailable)))
  renderScreen(<PortalPage />, { path: '/portal' })
  expect(await screen.findByText(paymentRefusals.unavailable.message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('while it’s tried again, the failure and the pressed button stay', async () => {
  serveFakes(fake(planEndpoints.portal, () => refuse(paymentRefusals.unavailable)))
  const { user } = renderScreen(<PortalPage />, { path: '/portal' })
  const button = await screen.findByRole('button', { name: 'Try again' })
  serveFakes(fake(planEndpoints.portal, () => new Promise<never>(() => undefined)))
  await user.click(button)
  expect(await screen.findByRole('button', { name: 'Trying again…' })).toBe(button)
  expect(document.activeElement).toBe(button)
})
