import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { planStatus, planSummary } from './plan-status.ts'
import { details, personOn, personWith } from './testing/index.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-22T00:00:00Z') }))
afterEach(() => {
  vi.unstubAllEnvs()
})

test.each([undefined, 'expired' as const])(
  'months paid ahead show when they start (before: %s)',
  (before) => {
    const person = personWith({
      subs_details: before ? details('Trial', before) : null,
      upcoming: {
        planName: 'Pro',
        startsAt: '2026-11-30T13:00:00.000Z',
        endsAt: '2026-12-31T13:00:00.000Z',
      },
    })
    expect(planSummary(person)).toBe('Your Pro plan starts on 1\u00A0Dec\u00A02026.')
    expect(planStatus(person)).toMatchObject({ name: 'Pro', label: 'Upcoming' })
  },
)

test('months paid ahead don’t hide a renewal that we still try to charge', () => {
  const upcoming = {
    planName: 'Pro',
    startsAt: '2026-11-30T13:00:00.000Z',
    endsAt: '2026-12-31T13:00:00.000Z',
  }
  const unpaidRenewal = { planName: 'Premium' }
  const person = personWith({ subs_details: details('Premium', 'expired'), unpaidRenewal, upcoming })
  expect(planSummary(person)).toBe(
    'We haven’t received the renewal payment for your Premium plan, and we’ll keep trying. Until it’s paid, you can’t add receipts. Your Pro months start on 1\u00A0Dec\u00A02026.',
  )
  expect(planStatus(person)).toMatchObject({ name: 'Premium', label: 'Payment due' })
})

describe.each(['Australia/Perth', 'Australia/Adelaide', 'Australia/Brisbane', 'Pacific/Auckland', 'UTC'])(
  'for a reader in %s',
  (zone) => {
    beforeEach(() => void vi.stubEnv('TZ', zone))

    const ending = (planName: 'Trial' | 'Pro', currentPeriodEnd: string, isRenewing: boolean) => {
      const person = personOn(planName)
      return {
        ...person,
        subs_details: { ...person.subs_details!, currentPeriodEnd },
        subscription: { ...person.subscription!, currentPeriodEnd, isRenewing },
      }
    }

    test('purchased months are shown next to the trial', () => {
      const trial = ending('Trial', '2026-12-22T01:00:00.000Z', false)
      const upcoming = {
        planName: 'Pro',
        startsAt: '2026-12-31T13:00:00.000Z',
        endsAt: '2027-01-31T13:00:00.000Z',
      }
      expect(planSummary({ ...trial, upcoming })).toBe(
        'Trial until 22\u00A0Dec, then Pro from 1\u00A0Jan until 31\u00A0Jan.',
      )
      const next = { ...upcoming, startsAt: '2026-11-30T13:00:00.000Z' }
      expect(planSummary({ ...trial, upcoming: next })).toBe(
        'Trial until 22\u00A0Dec, then Pro until 31\u00A0Jan.',
      )
      expect(planSummary(trial)).toBe('Trial until 22\u00A0Dec, 12 days left.')
    })

    test('a month ends on its last day in Sydney', () => {
      expect(planSummary(ending('Pro', '2026-11-30T13:00:00.000Z', false))).toBe(
        'Pro until 30\u00A0Nov, 12 days left. It won’t renew.',
      )
    })

    test('a cancelled subscription says that it won’t renew, purchased months don’t', () => {
      const pro = ending('Pro', '2026-12-14T13:30:00.000Z', false)
      expect(planSummary(pro)).toBe('Pro until 15\u00A0Dec, 12 days left. It won’t renew.')
      expect(planStatus(pro)).toMatchObject({ name: 'Pro', label: 'Ends 15\u00A0Dec' })
      const months = { ...pro, subscription: { ...pro.subscription, kind: 'month' as const } }
      expect(planSummary(months)).toBe('Pro until 15\u00A0Dec, 12 days left.')
      expect(planStatus(months)).toMatchObject({ label: 'Active' })
    })

    test('a subscription renews on a day in Sydney', () => {
      expect(planSummary(ending('Pro', '2026-12-14T13:30:00.000Z', true))).toBe(
        'Your Pro plan renews on 15\u00A0Dec\u00A02026 for $4.99.',
      )
    })

    test('a subscription at an earlier price renews without naming one', () => {
      const pro = ending('Pro', '2026-12-14T13:30:00.000Z', true)
      const earlier = { ...pro, subscription: { ...pro.subscription, renewalCents: null } }
      expect(planSummary(earlier)).toBe('Your Pro plan renews on 15\u00A0Dec\u00A02026.')
    })
  },
)
