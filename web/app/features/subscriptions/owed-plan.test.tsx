import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { PlanDialog } from './gate/plan-dialog.tsx'
import ManagePage from './manage/page.tsx'
import PlansPage from './plans/page.tsx'
import { personOn, planOf, plansList } from './testing/index.ts'
import { pro } from './testing/plan-change.ts'

const owed = () => {
  const person = personOn('Pro')
  const subscription = { ...person.subscription!, isRenewing: false, hasEndedAtStripe: true }
  return { ...person, subscription }
}

beforeEach(() => {
  signInAs('User')
  serveFakes(
    fake(authEndpoints.loggedUser, owed),
    fake(subscriptionEndpoints.list, () => plansList([pro, planOf('Premium')])),
  )
})

const news = /Pro until 1\sDec.*won’t renew.*can’t resume or change.*that plan starts today.*refund the time/

describe('a plan that has ended at Stripe, but is paid for,', () => {
  test('can be neither resumed nor changed, but replaced', async () => {
    const openWindow = vi.fn<(address: string, target: string) => null>().mockReturnValue(null)
    vi.stubGlobal('open', openWindow)
    const { user } = renderScreen(<ManagePage />, { path: '/upgrade' })
    expect(await screen.findByText(news)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Keep my plan|Cancel plan|Change to|Upgrade to/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Subscribe to Premium' }))
    await waitFor(() => expect(openWindow).toHaveBeenCalledWith('https://pay.test/Premium', '_blank'))
  })

  test('is said to be so above the plans, and a code can be used', async () => {
    renderScreen(<PlansPage />, { path: '/subscription' })
    expect(await screen.findByText(news)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Subscribe to Premium' })).toBeTruthy()
    expect(screen.getByText('Have a promotion code?')).toBeTruthy()
  })

  test('leads from its dates to the plans', async () => {
    renderScreen(<PlanDialog person={owed()} open onClose={() => undefined} />, { path: '/dashboard' })
    expect((await screen.findByRole('link', { name: 'Choose a plan' })).getAttribute('href')).toBe(
      '/subscription',
    )
  })
})
