import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { planEndpoints } from '@docketbox/contract/payments/plan-endpoints'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { PlanBadge } from './gate/plan-badge.tsx'
import { PlanDialog } from './gate/plan-dialog.tsx'
import UpgradePage from './manage/page.tsx'
import { personOn, planOf, plansList } from './testing/index.ts'

/** Midnight on 1 Dec in Sydney: still 30 Nov in Perth, Adelaide, Brisbane and UTC, hours into 1 Dec in Auckland. */
const midnight = '2026-11-30T13:00:00.000Z'
const premium = planOf('Premium', { button: { label: 'Subscribe', isDisabled: false, action: 'changePlan' } })
const change = { label: 'Upgrade to Premium', plan: premium._id, planName: 'Premium', isDowngrade: false }
const upcoming = { planName: 'Pro', startsAt: midnight, endsAt: '2026-12-31T13:00:00.000Z' }

function personUntil(currentPeriodEnd: string, isRenewing: boolean) {
  const person = personOn('Pro', { change })
  return {
    ...person,
    subs_details: { ...person.subs_details!, currentPeriodEnd },
    subscription: { ...person.subscription!, currentPeriodEnd, isRenewing },
  }
}

function openManage(person: ReturnType<typeof personUntil>) {
  const renewsAt = '2027-02-28T13:00:00.000Z'
  serveFakes(
    fake(authEndpoints.loggedUser, () => person),
    fake(subscriptionEndpoints.list, () => plansList([premium])),
    fake(planEndpoints.previewChange, () => ({
      planName: 'Premium',
      creditCents: 0,
      alreadyRefundedCents: 0,
      unusedTime: [],
      chargeCents: 1197,
      balanceUsedCents: 0,
      dueNowCents: 1197,
      balanceAfterCents: 0,
      renewsAt,
      fullStorage: null,
      prorationDate: 1_800_000_000,
    })),
  )
  return renderScreen(<UpgradePage />, { path: '/upgrade' })
}

beforeEach(() => signInAs('User'))

describe.each(['Australia/Perth', 'Australia/Adelaide', 'Australia/Brisbane', 'Pacific/Auckland', 'UTC'])(
  'in %s every plan date is the one in Sydney:',
  (zone) => {
    beforeEach(() => {
      vi.stubEnv('TZ', zone)
      return () => vi.unstubAllEnvs()
    })

    test('when a plan renews, on its screen and in the questions about it', async () => {
      const { user } = openManage(personUntil(midnight, true))
      expect(await screen.findByText('Your Pro plan renews on 1 Dec 2026 for $4.99.')).toBeTruthy()
      await user.click(screen.getByRole('button', { name: 'Upgrade to Premium' }))
      expect(await screen.findByText('Renews on 1 Mar 2027.')).toBeTruthy()
      await user.keyboard('{Escape}')
      await user.click(await screen.findByRole('button', { name: 'Cancel plan' }))
      expect(await screen.findByText(/until 30 Nov 2026/)).toBeTruthy()
    })

    test('when a plan with a late payment ends', async () => {
      const person = personUntil(midnight, true)
      openManage({ ...person, subscription: { ...person.subscription, isRenewalDue: true } })
      expect(await screen.findByText(/stays active until 30 Nov 2026/)).toBeTruthy()
    })

    test('in the sidebar and its dialog', async () => {
      const { user } = renderScreen(<PlanBadge person={{ ...personUntil(midnight, false), upcoming }} />)
      expect(screen.getByText(/^Pro until 30 Nov.*, then Pro until 31 Dec/)).toBeTruthy()
      await user.click(screen.getByRole('button'))
      const dialog = within(screen.getByRole('dialog'))
      expect(dialog.getByText('30 Nov 2026')).toBeTruthy()
      expect(dialog.getByText('Pro until 31 Dec 2026')).toBeTruthy()
    })

    test('for months that haven’t started', () => {
      const person = { ...personOn('Pro'), subs_details: null, subscription: null, upcoming }
      renderScreen(<PlanDialog person={person} open onClose={() => undefined} />)
      expect(screen.getByText('1 Dec 2026')).toBeTruthy()
    })
  },
)
