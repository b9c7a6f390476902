import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { outcomeEndpoints, type PaymentOutcome } from '@docketbox/contract/payments/outcome-endpoints'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { personOn } from '#features/subscriptions/testing'
import { fake, refuse, serveFakes } from '#testing/fake-api.tsx'
import { renderScreen, signInAs } from '#testing/render.tsx'
import PaymentPage from './page.tsx'

const state = { months: ['Jan', 'Mar'], plan: '01937000-0000-7000-8000-000000000102' }
const covered = { clientSecret: '', message: '', amountCents: 0, creditCents: 998, currency: 'AUD' as const }

beforeEach(() => signInAs('User'))

async function payWithCredit(...fakes: Parameters<typeof serveFakes>): Promise<void> {
  serveFakes(
    fake(authEndpoints.loggedUser, () => personOn('Pro')),
    fake(paymentEndpoints.config, () => ({ publishableKey: 'pk_test_x' })),
    fake(paymentEndpoints.createIntent, () => covered),
    ...fakes,
  )
  const { user } = renderScreen(<PaymentPage />, { path: '/create-payment', state })
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

describe('paying with credit without a response', () => {
  const payWithout = (outcome: PaymentOutcome) =>
    payWithCredit(
      fake(paymentEndpoints.payWithCredit, () => refuse(paymentRefusals.outcomeUnknown)),
      fake(outcomeEndpoints.creditOutcome, () => outcome),
    )

  test('leads on once it’s known to have worked', async () => {
    await payWithout({ state: 'done' })
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/success-subscription')
  })

  test('says so and can be tried again once it’s known to have failed', async () => {
    await payWithout({ state: 'notDone', message: paymentTexts.creditNotUsed })
    expect(await screen.findByText(paymentTexts.creditNotUsed)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Use $9.98 credit' })).toBeTruthy()
  })

  test('asks for patience until it’s known', async () => {
    await payWithout({ state: 'checking' })
    expect(await screen.findByText(paymentRefusals.outcomeUnknown.message)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Use $9.98 credit' })).toBeNull()
  })
})
