import { authEndpoints, type LoggedUser } from '@docketbox/contract/auth/endpoints'
import { planTexts } from '@docketbox/contract/subscriptions/endpoints'
import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import DashboardCelebratePage from './page.tsx'
import { details, personOn, personWith } from '../testing/index.ts'

beforeEach(() => signInAs('User'))
function open(person: LoggedUser) {
  serveFakes(fake(authEndpoints.loggedUser, () => person))
  return renderScreen(<DashboardCelebratePage />, { path: '/dashboard-celebrate' })
}

describe('the trial welcome', () => {
  test('celebrates for five seconds, then becomes a plain welcome', async () => {
    vi.useFakeTimers()
    const currentPeriodStart = new Date().toISOString()
    open(personWith({ subs_details: { ...details('Trial'), currentPeriodStart } }))
    await act(() => vi.advanceTimersByTimeAsync(100))
    expect(screen.getByText(planTexts.trialWelcome)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/dashboard')
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(screen.getByRole('heading', { name: 'Welcome to your Dashboard' })).toBeTruthy()
    expect(screen.queryByText(planTexts.trialWelcome)).toBeNull()
  })

  test.each([
    ['has no plan', personWith()],
    ['is on a paid plan', personOn('Pro')],
    ['opens the email weeks later', personOn('Trial')],
    ['has used their trial', personWith({ subs_details: details('Trial', 'expired') })],
  ])('redirects a user who %s to the dashboard', async (_, person) => {
    open(person)
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/dashboard')
  })
})
