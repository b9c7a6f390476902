import { authEndpoints, type LoggedUser } from '@docketbox/contract/auth/endpoints'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { PlanDialog } from './gate/plan-dialog.tsx'
import ManagePage from './manage/page.tsx'
import { planStatus, planSummary } from './plan-status.ts'
import PlansPage from './plans/page.tsx'
import { details, personOn, personWith, planOf, plansList } from './testing/index.ts'
import { premium, pro } from './testing/plan-change.ts'

beforeEach(() => signInAs('User'))

/** Opens a screen of the plan, and waits until it says that a payment is disputed. */
async function open(path: '/upgrade' | '/subscription', person: LoggedUser, plans = [pro, premium]) {
  serveFakes(
    fake(authEndpoints.loggedUser, () => person),
    fake(subscriptionEndpoints.list, () => plansList(plans)),
  )
  renderScreen(path === '/upgrade' ? <ManagePage /> : <PlansPage />, { path })
  const notice = await screen.findByText(paymentRefusals.planDisputed.message, { exact: false })
  expect(notice.querySelector('a')?.getAttribute('href')).toBe('/payment-history')
}

describe('a plan that runs while an earlier payment for it is disputed', () => {
  const running = (isRenewing: boolean) => {
    const one = personOn('Pro', { isDisputed: true })
    return { ...one, subscription: { ...one.subscription!, isRenewing } }
  }

  test('can be neither resumed nor changed, and says why', async () => {
    await open('/upgrade', running(false))
    expect(screen.queryByRole('button', { name: /Keep my plan|Change to/ })).toBeNull()
    expect(screen.queryByText('Other plans')).toBeNull()
  })

  test('can still be cancelled if it renews', async () => {
    await open('/upgrade', running(true))
    expect(screen.getByRole('button', { name: 'Cancel plan' })).toBeTruthy()
  })

  test('isn’t changed from the plans either', async () => {
    await open('/subscription', running(false))
    expect(screen.getByRole('heading', { name: 'Premium' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /to Premium$/ })).toBeNull()
  })
})

describe('a plan that a dispute has stopped', () => {
  const stopped = personWith({ subs_details: details('Pro', 'cancelled'), isDisputed: true })

  test('says so instead of that it was cancelled', () => {
    expect(planStatus(stopped)).toMatchObject({ name: 'Pro', label: 'Disputed' })
    expect(planSummary(stopped)).toMatch(/^Your Pro plan has stopped while your bank looks into a disputed/)
  })

  test('can be replaced', async () => {
    await open('/upgrade', stopped, [planOf('Pro'), planOf('Premium')])
    expect(screen.getByText(/has stopped while your bank looks into/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Subscribe Now' })).toBeTruthy()
  })

  test('is led to from its dates', async () => {
    renderScreen(<PlanDialog person={stopped} open onClose={() => undefined} />, { path: '/dashboard' })
    const dialog = await screen.findByRole('dialog', { name: 'Manage Subscription' })
    expect(dialog.textContent).toContain('StatusDisputedStopped1\u00A0Dec\u00A02026')
    expect(screen.getByRole('link', { name: 'Manage Subscription' }).getAttribute('href')).toBe('/upgrade')
  })
})
