import { describe, expect, test } from 'vitest'
import { buttonFor, cycleLabel } from './plan-cards.ts'
import { currentPlan } from './rules.ts'
import { at, now, period, recurring, trial } from './testing/access-periods.ts'

describe('the button of a plan card', () => {
  const trialPlan = { id: 'trial', isTrial: true }
  const pro = { id: 'pro', isTrial: false }
  const premium = { id: 'premium', isTrial: false }
  const none = undefined
  test.each([
    ['trial, for a new user', trialPlan, none, false, 'Subscribe', false, 'activateTrial'],
    ['trial, while on it', trialPlan, currentPlan([trial], now), true, 'Current Plan', true, 'none'],
    ['trial, once used', trialPlan, none, true, 'Used Plan', true, 'none'],
    [
      'trial, while on Pro',
      trialPlan,
      currentPlan([recurring], now),
      false,
      'Subscribe',
      true,
      'activateTrial',
    ],
    ['Pro, for a new user', pro, none, false, 'Subscribe', false, 'openLink'],
    ['Pro, while on it', pro, currentPlan([recurring], now), true, 'Current Plan', true, 'none'],
    [
      'Pro, after it expired',
      pro,
      currentPlan([period({ periodEnd: at('2026-07-02') })], now),
      true,
      'Subscribe',
      false,
      'openLink',
    ],
    [
      'Premium, while Pro renews',
      premium,
      currentPlan([recurring], now),
      true,
      'Subscribe',
      false,
      'changePlan',
    ],
    [
      'Premium, while on a purchased month',
      premium,
      currentPlan([period({})], now),
      true,
      'Subscribe',
      false,
      'openLink',
    ],
  ] as const)('%s', (_, plan, current, hasUsedTrial, label, isDisabled, action) => {
    expect(buttonFor(plan, current, hasUsedTrial)).toEqual({ label, isDisabled, action })
  })
})

describe('the cycle of a plan card', () => {
  test.each([
    [1, 'Monthly'],
    [3, 'Quarterly'],
    [2, '2-Month Cycle'],
    [12, '12-Month Cycle'],
  ])('of %i months is %s', (periodMonths, label) => {
    expect(cycleLabel({ periodMonths, periodDays: null })).toBe(label)
  })
})
