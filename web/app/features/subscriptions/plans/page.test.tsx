import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import {
  planTexts,
  subscriptionEndpoints,
  subscriptionRefusals,
} from '@docketbox/contract/subscriptions/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { wantsConfetti } from '#platform/session/session.ts'
import { fake, refuse, serveFakes, serveNothing } from '#testing/fake-api.tsx'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { personOn, personWith, planOf, plansList } from '../testing/plans.ts'
import SubscriptionPage from './page.tsx'

const list = (docs?: Parameters<typeof plansList>[0]) =>
  fake(subscriptionEndpoints.list, () => plansList(docs))
const me = fake(authEndpoints.loggedUser, () => personWith())
const open = () => renderScreen(<SubscriptionPage />, { path: '/subscription' })
const opened = vi.fn<(address: string, target: string) => { opener: unknown } | null>()

beforeEach(() => {
  signInAs('User')
  opened.mockReset().mockReturnValue({ opener: 'us' })
  vi.stubGlobal('open', opened)
})
afterEach(() => vi.useRealTimers())

describe('the plans', () => {
  test('show what each costs, and what a quarter costs by the month', async () => {
    serveFakes(me, list())
    open()
    expect(await screen.findByRole('heading', { name: 'Choose Your Pricing Plan' })).toBeTruthy()
    expect(await screen.findByText('$11.97')).toBeTruthy()
    expect(screen.getByText('$3.99')).toBeTruthy()
    expect(screen.getByText('Quarterly')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Close' }).getAttribute('href')).toBe('/dashboard')
  })

  test('open a payment link in a new tab, half a second later and without a way back to us', async () => {
    serveFakes(me, list())
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Subscribe: Pro' }))
    expect(opened).not.toHaveBeenCalled()
    await waitFor(() => expect(opened).toHaveBeenCalledWith('https://pay.test/Pro', '_blank'))
    expect(opened.mock.results[0]?.value).toEqual({ opener: null })
  })

  test('tell who has bought months what becomes of them', async () => {
    const one = personOn('Pro')
    const person = {
      ...one,
      subscription: { ...one.subscription!, kind: 'month' as const, isRenewing: false },
    }
    serveFakes(
      fake(authEndpoints.loggedUser, () => person),
      list(),
    )
    open()
    expect(await screen.findByText(/goes back to your card by itself/)).toBeTruthy()
  })

  test('say so when a plan has no payment link', async () => {
    serveFakes(me, list([planOf('Pro', { link: null })]))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Subscribe: Pro' }))
    expect(await screen.findByText(planTexts.noLink)).toBeTruthy()
    expect(opened).not.toHaveBeenCalled()
  })

  test('lead to the change of plan where one already renews', async () => {
    serveFakes(
      me,
      list([planOf('Premium', { button: { label: 'Subscribe', isDisabled: false, action: 'changePlan' } })]),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Subscribe: Premium' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/upgrade')
  })

  test.each(['Current Plan', 'Used Plan'] as const)('cannot be pressed where it says %s', async (label) => {
    serveFakes(me, list([planOf('Trial', { button: { label, isDisabled: true, action: 'none' } })]))
    open()
    expect((await screen.findByRole('button', { name: `${label}: Trial` })).hasAttribute('disabled')).toBe(
      true,
    )
  })
})

describe('starting the trial', () => {
  test('leads to the dashboard, with confetti to come', async () => {
    serveFakes(
      me,
      list(),
      fake(subscriptionEndpoints.subscribe, ({ body }) => {
        expect(body).toEqual({ plan: 'Trial' })
        return { message: planTexts.trialActivated }
      }),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Subscribe: Trial' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/dashboard')
    expect(await screen.findByText(planTexts.trialActivated)).toBeTruthy()
    expect(wantsConfetti()).toBe(true)
  })

  test('says why it did not work', async () => {
    serveFakes(
      me,
      list(),
      fake(subscriptionEndpoints.subscribe, () => refuse(subscriptionRefusals.trialUsed)),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Subscribe: Trial' }))
    expect(await screen.findByText(subscriptionRefusals.trialUsed.message)).toBeTruthy()
    expect(wantsConfetti()).toBe(false)
  })
})

test('no plans are said to be none', async () => {
  serveFakes(me, list([]))
  open()
  expect(await screen.findByText(planTexts.noPlans)).toBeTruthy()
})

test('a broken line is said, and tried again', async () => {
  serveNothing()
  const { user } = open()
  expect(await screen.findByText(planTexts.notFetched, undefined, { timeout: 8_000 })).toBeTruthy()
  serveFakes(me, list())
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('$11.97')).toBeTruthy()
}, 15_000)
