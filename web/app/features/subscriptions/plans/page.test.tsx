import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { GB_BYTES } from '@docketbox/contract/core/units'
import {
  planTexts,
  subscriptionEndpoints,
  subscriptionRefusals,
} from '@docketbox/contract/subscriptions/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { wantsConfetti } from '#platform/session/session.ts'
import { fake, refuse, serveFakes, serveNothing, unreadable } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { personOn, personWith, planOf, plansList } from '../testing/index.ts'
import SubscriptionPage from './page.tsx'

const list = (docs?: Parameters<typeof plansList>[0]) =>
  fake(subscriptionEndpoints.list, () => plansList(docs))
const me = fake(authEndpoints.loggedUser, () => personWith())
const open = () => renderScreen(<SubscriptionPage />, { path: '/subscription' })
const openWindow = vi.fn<(address: string, target: string) => { opener: unknown } | null>()

beforeEach(() => {
  signInAs('User')
  openWindow.mockReset().mockReturnValue({ opener: 'us' })
  vi.stubGlobal('open', openWindow)
})
describe('after the first login', () => {
  test('one button starts the trial', async () => {
    serveFakes(
      me,
      list(),
      fake(subscriptionEndpoints.subscribe, () => ({ message: planTexts.trialActivated })),
    )
    const { user } = renderScreen(<SubscriptionPage />, {
      path: '/subscription',
      state: { isFirstLogin: true },
    })
    expect(await screen.findByText('2 GB of storage')).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Start free trial' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/dashboard')
  })

  test('the plan cards are one click away', async () => {
    serveFakes(me, list())
    const { user } = renderScreen(<SubscriptionPage />, {
      path: '/subscription',
      state: { isFirstLogin: true },
    })
    await user.click(await screen.findByRole('link', { name: 'See all plans' }))
    expect(await screen.findByText('$11.97')).toBeTruthy()
  })
})

describe('the plans', () => {
  test('say what becomes of a renewal that we still try to charge', async () => {
    const person = personWith({ unpaidRenewal: { planName: 'Pro' } })
    serveFakes(
      fake(authEndpoints.loggedUser, () => person),
      list(),
    )
    open()
    const notice = await screen.findByText(/renewal payment for your Pro plan, and we’ll keep trying/)
    expect(notice.textContent).toContain('If you subscribe here, we’ll stop trying.')
  })

  test('say how much storage each includes', async () => {
    serveFakes(
      me,
      list([planOf('Trial', { storageBytes: 1.5 * GB_BYTES }), planOf('Pro'), planOf('Premium')]),
    )
    open()
    expect(await screen.findByText('1.5 GB of storage')).toBeTruthy()
    expect(screen.getByText('20 GB of storage')).toBeTruthy()
    expect(screen.getByText('50 GB of storage')).toBeTruthy()
  })

  test('show their prices, and the monthly price of a quarter', async () => {
    serveFakes(me, list())
    open()
    expect(await screen.findByRole('heading', { name: 'Choose Your Pricing Plan' })).toBeTruthy()
    expect(await screen.findByText('$11.97')).toBeTruthy()
    expect(screen.getByText('$3.99')).toBeTruthy()
    expect(screen.getByText('quarterly')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Close' }).getAttribute('href')).toBe('/dashboard')
  })

  test('say how often a plan of another length is paid', async () => {
    const yearly = planOf('Pro', { priceCents: 2899, months: 12, cycleLabel: '12-Month Cycle' })
    serveFakes(me, list([yearly]))
    open()
    expect(await screen.findByText('every 12 months')).toBeTruthy()
  })

  test('open a payment link in a new tab without access to this one', async () => {
    serveFakes(me, list())
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Subscribe to Pro' }))
    expect(openWindow).not.toHaveBeenCalled()
    await waitFor(() => expect(openWindow).toHaveBeenCalledWith('https://pay.test/Pro', '_blank'))
    expect(openWindow.mock.results[0]?.value).toEqual({ opener: null })
  })

  test('tell users on a trial that subscribing ends it', async () => {
    const trial = personOn('Trial')
    const subscription = { ...trial.subscription!, kind: 'trial' as const, isRenewing: false }
    const currentPeriodEnd = '2030-12-22T02:00:00.000Z'
    const person = { ...trial, subscription, subs_details: { ...trial.subs_details!, currentPeriodEnd } }
    serveFakes(
      fake(authEndpoints.loggedUser, () => person),
      list(),
    )
    open()
    expect(
      await screen.findByText(/^Your trial runs until 22\sDec\s2030\. If you subscribe sooner/),
    ).toBeTruthy()
  })

  test('tell users who paid by the month that unused months are refunded', async () => {
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
    // Months are sold of Pro itself, whose card says Current Plan.
    expect(
      await screen.findByText(/If you subscribe to another plan.*we’ll refund your unused months/),
    ).toBeTruthy()
  })

  test('tell users whose months start later the same of any plan', async () => {
    const startsAt = '2026-12-31T13:00:00.000Z'
    const upcoming = { planName: 'Pro', startsAt, endsAt: '2027-01-31T13:00:00.000Z' }
    serveFakes(
      fake(authEndpoints.loggedUser, () => personWith({ upcoming })),
      list(),
    )
    open()
    expect(await screen.findByText(/If you subscribe to a plan, it starts today/)).toBeTruthy()
  })

  test('offer single months to everyone but renewing subscribers', async () => {
    serveFakes(me, list())
    const { unmount } = open()
    expect(await screen.findByRole('link', { name: 'Choose your months' })).toBeTruthy()
    unmount()

    serveFakes(
      fake(authEndpoints.loggedUser, () => personOn('Pro')),
      list(),
    )
    open()
    expect(await screen.findByText(/Viewing and downloading/)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Choose your months' })).toBeNull())
  })

  test('show an error if a plan has no payment link', async () => {
    serveFakes(me, list([planOf('Pro', { link: null })]))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Subscribe to Pro' }))
    expect(await screen.findByText(planTexts.noLink)).toBeTruthy()
    expect(openWindow).not.toHaveBeenCalled()
  })

  test('lead subscribers to the plan change', async () => {
    const button = { label: 'Subscribe', isDisabled: false, action: 'changePlan' } as const
    const change = { label: 'Upgrade to Premium', planName: 'Premium', isDowngrade: false }
    const person = personWith({ change: { ...change, plan: planOf('Premium')._id } })
    serveFakes(
      fake(authEndpoints.loggedUser, () => person),
      list([planOf('Premium', { button })]),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Upgrade to Premium' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/upgrade')
  })

  test.each(['Current Plan', 'Used Plan'] as const)('have a disabled button for %s', async (label) => {
    serveFakes(me, list([planOf('Trial', { button: { label, isDisabled: true, action: 'none' } })]))
    open()
    expect((await screen.findByRole('button', { name: `${label}: Trial` })).hasAttribute('disabled')).toBe(
      true,
    )
  })
})

describe('starting the trial', () => {
  test('leads to the dashboard, with confetti', async () => {
    serveFakes(
      me,
      list(),
      fake(subscriptionEndpoints.subscribe, ({ body }) => {
        expect(body).toEqual({ plan: 'Trial' })
        return { message: planTexts.trialActivated }
      }),
    )
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Start free trial' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/dashboard')
    expect(await screen.findByText(planTexts.trialActivated)).toBeTruthy()
    expect(wantsConfetti()).toBe(true)
  })

  test.each([
    ['refuses it', () => refuse(subscriptionRefusals.trialUsed), subscriptionRefusals.trialUsed.message],
    ['sends nothing we can read', () => unreadable(500), 'An error occurred. Please try again.'],
    [
      'doesn’t answer',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Network error. Please try again.',
    ],
  ])('says why it failed if the server %s', async (_, respond, text) => {
    serveFakes(me, list(), fake(subscriptionEndpoints.subscribe, respond))
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Start free trial' }))
    expect(await screen.findByText(text)).toBeTruthy()
    expect(wantsConfetti()).toBe(false)
  })
})

test('an empty list of plans says so', async () => {
  serveFakes(me, list([]))
  open()
  expect(await screen.findByText(planTexts.noPlans)).toBeTruthy()
})

test('a network error can be retried', async () => {
  serveNothing()
  const { user } = open()
  expect(await screen.findByText(planTexts.notFetched, undefined, { timeout: 8_000 })).toBeTruthy()
  serveFakes(me, list())
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('$11.97')).toBeTruthy()
}, 15_000)
