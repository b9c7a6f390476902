import { describe, expect, test } from 'vitest'
import {
  accessUntil,
  buttonFor,
  changeFrom,
  cycleLabel,
  daysLeft,
  standingOf,
  type Stretch,
  trialEnd,
  unlockedBy,
} from './rules.ts'

const at = (text: string) => new Date(`${text}T00:00:00Z`)
const now = at('2026-07-10')

function stretch(part: Partial<Stretch>): Stretch {
  return {
    id: part.kind ?? 'month',
    kind: 'month',
    planId: 'pro',
    planName: 'Pro',
    periodStart: at('2026-07-01'),
    periodEnd: at('2026-08-01'),
    cancelsAtPeriodEnd: false,
    endedAt: null,
    providerCustomerId: null,
    ...part,
  }
}
const trial = stretch({ kind: 'trial', planId: 'trial', planName: 'Trial', periodEnd: at('2026-07-31') })
const recurring = stretch({ kind: 'recurring' })

describe('where a person stands', () => {
  test.each([
    ['nowhere without any plan', [], undefined, undefined],
    ['on the trial', [trial], 'trial', 'active'],
    ['on the renewing plan before the trial', [trial, recurring], 'recurring', 'active'],
    ['on a bought month before the trial', [trial, stretch({})], 'month', 'active'],
    [
      'nowhere while a month has not begun',
      [stretch({ periodStart: at('2026-08-01'), periodEnd: at('2026-09-01') })],
      undefined,
      undefined,
    ],
    ['expired after the trial', [stretch({ ...trial, periodEnd: at('2026-07-05') })], 'trial', 'expired'],
    ['expired at the very moment a period ends', [stretch({ periodEnd: now })], 'month', 'expired'],
    [
      'cancelled when a running period was cut short',
      [stretch({ endedAt: at('2026-07-05') })],
      'month',
      'cancelled',
    ],
    [
      'expired once a period that was cut short is over',
      [stretch({ endedAt: at('2026-07-05'), periodEnd: at('2026-07-09') })],
      'month',
      'expired',
    ],
    [
      'active until the end after asking to cancel',
      [stretch({ kind: 'recurring', cancelsAtPeriodEnd: true })],
      'recurring',
      'active',
    ],
    [
      'active while a renewal is being charged',
      [stretch({ kind: 'recurring', periodEnd: at('2026-07-09') })],
      'recurring',
      'active',
    ],
    [
      'expired once the grace is over',
      [stretch({ kind: 'recurring', periodEnd: at('2026-07-07') })],
      'recurring',
      'expired',
    ],
    [
      'without grace after asking to cancel',
      [stretch({ kind: 'recurring', periodEnd: at('2026-07-09'), cancelsAtPeriodEnd: true })],
      'recurring',
      'expired',
    ],
  ])('%s', (_, stretches, kind, status) => {
    const standing = standingOf(stretches, now)
    expect(standing?.stretch.kind).toBe(kind)
    expect(standing?.status).toBe(status)
  })

  test('until the end of the last of several months bought in a row', () => {
    const months = [
      stretch({}),
      stretch({ periodStart: at('2026-08-01'), periodEnd: at('2026-09-01') }),
      stretch({ periodStart: at('2026-10-01'), periodEnd: at('2026-11-01') }),
    ]
    expect(standingOf(months, now)?.until).toEqual(at('2026-09-01'))
  })

  test.each([
    ['its period, as long as that runs', '2026-08-01', '2026-08-01'],
    ['the grace, once a renewal is outstanding', '2026-07-09', '2026-07-12'],
  ])('on a plan that renews, until the end of %s', (_, periodEnd, until) => {
    const plan = stretch({ kind: 'recurring', periodEnd: at(periodEnd) })
    expect(standingOf([plan], now)?.until).toEqual(at(until))
  })

  test('on a plan that was renewed by a clock ahead of ours', () => {
    const plan = stretch({ kind: 'recurring', periodStart: at('2026-08-01'), periodEnd: at('2026-09-01') })
    expect(standingOf([plan], now)?.status).toBe('active')
  })

  test('with three days of grace on a plan that renews', () => {
    expect(accessUntil(recurring)).toEqual(at('2026-08-04'))
  })
})

describe('what a status opens', () => {
  test.each([
    ['active', ['scan', 'upload', 'category']],
    ['cancelled', ['category']],
    ['expired', ['category']],
    [undefined, []],
  ] as const)('%s', (status, opens) => {
    expect(unlockedBy(status)).toEqual(opens)
  })
})

describe('the trial', () => {
  test.each([
    ['2026-01-31T10:00:00Z', '2026-03-02T10:00:00.000Z'],
    ['2028-02-01T00:00:00Z', '2028-03-02T00:00:00.000Z'],
    ['2026-10-03T14:00:00Z', '2026-11-02T14:00:00.000Z'],
  ])('begun %s ends thirty days later, %s', (start, end) => {
    expect(trialEnd(new Date(start)).toISOString()).toBe(end)
  })

  test.each([
    ['2026-07-10T00:00:01Z', 1],
    ['2026-07-11T00:00:00Z', 1],
    ['2026-07-11T00:00:01Z', 2],
    ['2026-07-09T00:00:00Z', 0],
  ])('ending %s has %i days left', (until, days) => {
    expect(daysLeft(new Date(until), now)).toBe(days)
  })
})

describe('the button of a plan card', () => {
  const trialPlan = { id: 'trial', isTrial: true }
  const pro = { id: 'pro', isTrial: false }
  const premium = { id: 'premium', isTrial: false }
  const none = undefined
  test.each([
    ['trial, for somebody new', trialPlan, none, false, 'Subscribe', false, 'activateTrial'],
    ['trial, while on it', trialPlan, standingOf([trial], now), true, 'Current Plan', true, 'none'],
    ['trial, once used', trialPlan, none, true, 'Used Plan', true, 'none'],
    [
      'trial, while on Pro',
      trialPlan,
      standingOf([recurring], now),
      false,
      'Subscribe',
      true,
      'activateTrial',
    ],
    ['Pro, for somebody new', pro, none, false, 'Subscribe', false, 'openLink'],
    ['Pro, while on it', pro, standingOf([recurring], now), true, 'Current Plan', true, 'none'],
    [
      'Pro, after it expired',
      pro,
      standingOf([stretch({ periodEnd: at('2026-07-02') })], now),
      true,
      'Subscribe',
      false,
      'openLink',
    ],
    [
      'Premium, while Pro renews',
      premium,
      standingOf([recurring], now),
      true,
      'Subscribe',
      false,
      'changePlan',
    ],
    [
      'Premium, while on a bought month',
      premium,
      standingOf([stretch({})], now),
      true,
      'Subscribe',
      false,
      'openLink',
    ],
  ] as const)('%s', (_, plan, standing, hasUsedTrial, label, isDisabled, action) => {
    expect(buttonFor(plan, standing, hasUsedTrial)).toEqual({ label, isDisabled, action })
  })
})

describe('labels', () => {
  test.each([
    [1, 'Monthly'],
    [3, 'Quarterly'],
    [2, '2-Month Cycle'],
    [12, '12-Month Cycle'],
  ])('%i months are %s', (periodMonths, label) => {
    expect(cycleLabel({ periodMonths, periodDays: null })).toBe(label)
  })

  test.each([
    ['Trial', 'Upgrade to Pro'],
    ['Pro', 'Upgrade to Premium'],
    ['Premium', 'Downgrade to Pro'],
    ['Family', undefined],
  ])('from %s the change is %s', (plan, label) => {
    expect(changeFrom(plan)?.label).toBe(label)
  })
})
