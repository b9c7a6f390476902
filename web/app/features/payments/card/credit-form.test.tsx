import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { personOn } from '#features/subscriptions/testing'
import { fake, serveFakes } from '#testing/fake-api.ts'
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
