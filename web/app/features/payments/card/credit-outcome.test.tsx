import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { outcomeEndpoints, type PaymentOutcome } from '@docketbox/contract/payments/outcome-endpoints'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { personOn } from '#features/subscriptions/testing'
import { fake, refuse, serveFakes, unreadable } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { standInForStripeJs } from '#testing/stripe-js.ts'
import PaymentPage from './page.tsx'

const state = { months: ['Jan', 'Mar'], plan: '01937000-0000-7000-8000-000000000102' }
const onIntent = vi.fn<() => void>()

beforeEach(() => {
  signInAs('User')
  standInForStripeJs()
  sessionStorage.clear()
  onIntent.mockReset()
})

type Lost = () => ReturnType<typeof refuse> | Response
const provider: Lost = () => refuse(paymentRefusals.outcomeUnknown)
const proxy: Lost = () => unreadable(504)
const connection: Lost = () => {
  throw new TypeError('Failed to fetch')
}

function open(lost: Lost, outcome: PaymentOutcome) {
  const covered = { clientSecret: '', message: '', amountCents: 0, creditCents: 998 }
  serveFakes(
    fake(authEndpoints.loggedUser, () => personOn('Pro')),
    fake(paymentEndpoints.config, () => ({ publishableKey: 'pk_test_x' })),
    fake(paymentEndpoints.createIntent, () => {
      onIntent()
      return { ...covered, currency: 'AUD' as const }
    }),
    fake(paymentEndpoints.payWithCredit, lost),
    fake(outcomeEndpoints.creditOutcome, () => outcome),
  )
  return renderScreen(<PaymentPage />, { path: '/create-payment', state })
}

describe.each([
  ['the payment provider', provider, paymentRefusals.outcomeUnknown.message],
  ['a proxy', proxy, paymentTexts.noResponse],
  ['the connection', connection, paymentTexts.noResponse],
])('paying with credit without a response because of %s', (_, lost, text) => {
  const pay = async (outcome: PaymentOutcome) => {
    const { user } = open(lost, outcome)
    await user.click(await screen.findByRole('button', { name: 'Use $9.98 credit' }))
  }

  test('leads on once it’s known to have worked', async () => {
    await pay({ state: 'done' })
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/success-subscription')
  })

  test('says so and can be tried again once it’s known to have failed', async () => {
    await pay({ state: 'notDone', message: paymentTexts.creditNotUsed })
    expect(await screen.findByText(paymentTexts.creditNotUsed)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Use $9.98 credit' })).toBeTruthy()
  })

  test('asks for patience until it’s known', async () => {
    await pay({ state: 'checking' })
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Use $9.98 credit' })).toBeNull()
  })

  test('is looked up after a reload, before preparing a payment could close it', async () => {
    await pay({ state: 'checking' })
    await screen.findByText(text)
    cleanup()
    onIntent.mockReset()
    open(lost, { state: 'done' })
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/success-subscription')
    expect(onIntent).not.toHaveBeenCalled()
  })
})
