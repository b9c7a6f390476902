import { planEndpoints } from '@docketbox/contract/payments/plan-endpoints'
import { promotionRefusals } from '@docketbox/contract/payments/promotion-endpoints'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import CheckoutPage from './page.tsx'

const plan = '01937000-0000-7000-8000-000000000102'
const open = (search = `?plan=${plan}`) =>
  renderScreen(<CheckoutPage />, { path: '/checkout', at: `/checkout${search}` })

beforeEach(() => signInAs('User'))

test.each([
  [
    'a subscription',
    'changing the plan',
    paymentRefusals.alreadySubscribed,
    'Manage Subscription',
    '/upgrade',
  ],
  ['a pending debit', 'their payments', paymentRefusals.debitUnderWay, 'Payment History', '/payment-history'],
  [
    'the link of a withdrawn plan',
    'the others',
    paymentRefusals.planNotFound,
    'See the plans',
    '/subscription',
  ],
])('a user with %s is led to %s', async (_, __, refusal, name, href) => {
  serveFakes(fake(planEndpoints.openCheckout, () => refuse(refusal)))
  open()
  expect(await screen.findByRole('heading', { name: refusal.message })).toBeTruthy()
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href)
})

test.each([
  ['has ended', promotionRefusals.notFound],
  ['was used before', promotionRefusals.used],
  ['isn’t for this plan', promotionRefusals.notForPlan],
])('a code that %s can be left out, or the plans looked at again', async (_, refusal) => {
  const asked: unknown[] = []
  const openCheckout = fake(planEndpoints.openCheckout, ({ body }) => {
    asked.push(body)
    return refuse(asked.length === 1 ? refusal : paymentRefusals.unavailable)
  })
  serveFakes(openCheckout)
  const { user } = open(`?plan=${plan}&code=EOFY`)
  expect(await screen.findByRole('heading', { name: refusal.message })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe('/subscription')
  await user.click(screen.getByRole('link', { name: 'Continue without the code' }))
  expect(await screen.findByText(paymentRefusals.unavailable.message)).toBeTruthy()
  expect(asked).toEqual([{ plan, code: 'EOFY' }, { plan }])
})

test('a temporary failure says that nothing was charged, and offers another try', async () => {
  serveFakes(fake(planEndpoints.openCheckout, () => refuse(paymentRefusals.unavailable)))
  open()
  expect(await screen.findByText(paymentRefusals.unavailable.message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('without a plan it leads to the plans', async () => {
  open('')
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/subscription')
})
