import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { outcomeEndpoints, type PaymentOutcome } from '@docketbox/contract/payments/outcome-endpoints'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.tsx'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { handleNextAction, standInForStripeJs } from '#testing/stripe-js.tsx'
import { personOn, plansList } from '../testing/index.ts'
import { change, premium, preview, pro } from '../testing/plan-change.ts'
import UpgradePage from './page.tsx'

beforeEach(() => signInAs('User'))

describe('a change of plan without a response', () => {
  const change504 = async (...outcomes: PaymentOutcome[]) => {
    serveFakes(
      fake(authEndpoints.loggedUser, () => personOn('Pro', { change })),
      fake(subscriptionEndpoints.list, () => plansList([pro, premium])),
      fake(paymentEndpoints.previewChange, () => preview),
      fake(paymentEndpoints.config, () => ({ publishableKey: 'pk_test_x' })),
      fake(paymentEndpoints.changePlan, () => refuse(paymentRefusals.outcomeUnknown)),
      fake(outcomeEndpoints.changeOutcome, () => outcomes.shift() ?? { state: 'checking' as const }),
    )
    const { user } = renderScreen(<UpgradePage />, { path: '/upgrade' })
    await user.click(await screen.findByRole('button', { name: 'Upgrade to Premium' }))
    await user.click(await screen.findByRole('button', { name: 'Pay $9.47 and change' }))
    return user
  }

  test('leads on once it’s known to have worked', async () => {
    await change504({ state: 'done' })
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/success-subscription')
  })

  test('says so and can be tried again once it’s known to have failed', async () => {
    await change504({ state: 'notDone', message: paymentTexts.notDone })
    expect(await screen.findByText(paymentTexts.notDone)).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Pay $9.47 and change' })).toBeTruthy()
  })

  test('leads to the bank if it wants to check', async () => {
    standInForStripeJs()
    handleNextAction.mockResolvedValue({ paymentIntent: { status: 'succeeded' } })
    const user = await change504({ state: 'bankCheck', clientSecret: 'pi_1_secret_2' })
    expect(await screen.findByText(paymentTexts.bankCheck)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Pay $9.47 and change' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Continue to your bank' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/success-subscription')
    expect(handleNextAction).toHaveBeenCalledExactlyOnceWith({ clientSecret: 'pi_1_secret_2' })
  })

  test('asks for patience until it’s known', async () => {
    await change504()
    expect((await screen.findByRole('alert')).textContent).toContain(paymentRefusals.outcomeUnknown.message)
    expect(screen.queryByRole('button', { name: 'Pay $9.47 and change' })).toBeNull()
  })
})
