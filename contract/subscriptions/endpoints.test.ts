import { describe, expect, test } from 'vitest'
import type { Role } from '../core/people/identity.ts'
import { landingAfterSignIn, type PlanStatus, type SubsDetails } from './endpoints.ts'

const now = new Date('2026-07-01T00:00:00Z')
const plan = (status: PlanStatus, currentPeriodEnd: string) => ({
  planName: 'Pro',
  status,
  currentPeriodStart: '2026-06-01T00:00:00Z',
  currentPeriodEnd,
  hasUseTrial: true,
})
const later = '2026-08-01T00:00:00Z'
const past = '2026-06-30T00:00:00Z'

describe('signing in leads', () => {
  test.each<[string, Role, SubsDetails | null, string]>([
    ['an Admin to the desk', 'Admin', null, '/admin-dashboard'],
    ['a Super Admin to the desk', 'Super Admin', null, '/admin-dashboard'],
    ['a User without a plan to the plans', 'User', null, '/subscription'],
    ['a User whose plan expired to the plans', 'User', plan('expired', past), '/subscription'],
    ['a User whose period ends now to the plans', 'User', plan('active', now.toISOString()), '/subscription'],
    ['a User with a running plan to the dashboard', 'User', plan('active', later), '/dashboard'],
    [
      'a User who cancelled but has time left to the dashboard',
      'User',
      plan('cancelled', later),
      '/dashboard',
    ],
    [
      'a User who cancelled and has no time left to the plans',
      'User',
      plan('cancelled', past),
      '/subscription',
    ],
  ])('%s', (_, role, subs_details, expected) => {
    expect(landingAfterSignIn({ role, subs_details }, now)).toBe(expected)
  })
})
