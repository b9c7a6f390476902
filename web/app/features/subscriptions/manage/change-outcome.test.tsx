import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { planEndpoints } from '@docketbox/contract/payments/plan-endpoints'
import { outcomeEndpoints, type PaymentOutcome } from '@docketbox/contract/payments/outcome-endpoints'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes, unreadable } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { handleNextAction, standInForStripeJs } from '#testing/stripe-js.ts'
import { personOn, plansList } from '../testing/index.ts'
import { change, premium, preview, pro } from '../testing/plan-change.ts'
import UpgradePage from './page.tsx'

beforeEach(() => {
  signInAs('User')
  sessionStorage.clear()
})

const broken = (): never => {
  throw new TypeError('Failed to fetch')
}
const proxyError = () => unreadable(502)

describe('a plan change without a response', () => {
  const onPreview = vi.fn<() => void>()
  const onLookUp = vi.fn<() => void>()
  let offers = [pro, premium]
  let respond: () => ReturnType<typeof refuse> | Response | Promise<ReturnType<typeof refuse>> = () =>
    refuse(paymentRefusals.outcomeUnknown)
  beforeEach(() => {
    respond = () => refuse(paymentRefusals.outcomeUnknown)
    onPreview.mockReset()
    onLookUp.mockReset()
    offers = [pro, premium]
  })
  const open = (...outcomes: (PaymentOutcome | Response)[]) => {
    serveFakes(
      fake(authEndpoints.loggedUser, () => personOn('Pro', { change })),
      fake(subscriptionEndpoints.list, () => plansList(offers)),
      fake(planEndpoints.previewChange, () => {
        onPreview()
        return preview
      }),
      fake(paymentEndpoints.config, () => ({ publishableKey: 'pk_test_x' })),
      fake(planEndpoints.changePlan, () => respond()),
      fake(outcomeEndpoints.changeOutcome, () => {
        onLookUp()
        return outcomes.shift() ?? { state: 'checking' as const }
      }),
    )
    return renderScreen(<UpgradePage />, { path: '/upgrade' })
  }
  const change504 = async (...outcomes: (PaymentOutcome | Response)[]) => {
    const { user } = open(...outcomes)
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

  test('shows the new plans after the bank’s check', async () => {
    standInForStripeJs()
    handleNextAction.mockResolvedValue({ paymentIntent: { status: 'succeeded' } })
    const { user, router } = open({ state: 'bankCheck', clientSecret: 'pi_1_secret_2' })
    await user.click(await screen.findByRole('button', { name: 'Upgrade to Premium' }))
    await user.click(await screen.findByRole('button', { name: 'Pay $9.47 and change' }))
    const bank = await screen.findByRole('button', { name: 'Continue to your bank' })
    offers = [{ ...pro, button: premium.button }]
    await user.click(bank)
    await screen.findByLabelText('Elsewhere')
    await act(() => router.navigate('/upgrade'))
    expect(await screen.findByRole('button', { name: 'Change to Pro' })).toBeTruthy()
  })

  test('asks for patience until it’s known', async () => {
    await change504()
    expect((await screen.findByRole('alert')).textContent).toContain(paymentRefusals.outcomeUnknown.message)
    expect(screen.queryByRole('button', { name: 'Pay $9.47 and change' })).toBeNull()
  })

  describe.each([
    ['the connection', broken],
    ['a proxy', proxyError],
  ])('because of %s', (_, lost) => {
    beforeEach(() => {
      respond = lost
    })

    test('doesn’t claim anything, and offers no second payment', async () => {
      await change504()
      expect((await screen.findByRole('alert')).textContent).toBe(paymentTexts.noResponse)
      expect(screen.queryByRole('button', { name: 'Pay $9.47 and change' })).toBeNull()
    })

    test('leads on once it’s known to have worked', async () => {
      await change504({ state: 'done' })
      expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/success-subscription')
    })
  })

  test('keeps its dialog open while it’s being paid', async () => {
    respond = () => new Promise<never>(() => undefined)
    const user = await change504()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('button', { name: 'Paying…' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Not now' }).hasAttribute('disabled')).toBe(true)
  })

  test('isn’t lost if it’s a decline that comes after the screen was left', async () => {
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof refuse>>()
    respond = () => promise
    const { user, router } = open()
    await user.click(await screen.findByRole('button', { name: 'Upgrade to Premium' }))
    await user.click(await screen.findByRole('button', { name: 'Pay $9.47 and change' }))
    void router.navigate('/dashboard')
    await screen.findByLabelText('Elsewhere')
    resolve(refuse(paymentRefusals.declined))
    expect(await screen.findByText(paymentRefusals.declined.message)).toBeTruthy()
  })

  test('is looked up at once when the network is back', async () => {
    respond = broken
    await change504(unreadable(504), { state: 'done' })
    expect((await screen.findByRole('alert')).textContent).toBe(paymentTexts.noResponse)
    await waitFor(() => expect(onLookUp).toHaveBeenCalledOnce())
    await act(async () => {
      window.dispatchEvent(new Event('offline'))
      window.dispatchEvent(new Event('online'))
    })
    expect(onLookUp).toHaveBeenCalledTimes(2)
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/success-subscription')
  })

  test('is looked up after a reload, before a price voids it', async () => {
    respond = () => new Promise<never>(() => undefined)
    await change504()
    cleanup()
    onPreview.mockReset()
    open({ state: 'done' })
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/success-subscription')
    expect(onPreview).not.toHaveBeenCalled()
  })

  test('can be tried again after a reload if nothing came of it, and is forgotten then', async () => {
    respond = broken
    await change504()
    await screen.findByRole('alert')
    cleanup()
    const { unmount } = open({ state: 'notDone', message: paymentTexts.notDone })
    expect(await screen.findByText(paymentTexts.notDone)).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Pay $9.47 and change' })).toBeTruthy()
    unmount()
    open()
    expect(await screen.findByRole('button', { name: 'Upgrade to Premium' })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
