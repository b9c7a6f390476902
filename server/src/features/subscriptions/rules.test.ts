import { describe, expect, test } from 'vitest'
import {
  accessUntil,
  changeFrom,
  daysLeft,
  currentPlan,
  type AccessPeriod,
  featuresOf,
  trialEnd,
  upcomingPlan,
} from './rules.ts'
import { at, now, period, recurring, trial } from './testing/access-periods.ts'

describe('the plan of a user is', () => {
  test.each([
    ['none without any access', [], undefined, undefined],
    ['the trial', [trial], 'trial', 'active'],
    ['the subscription rather than the trial', [trial, recurring], 'recurring', 'active'],
    ['a purchased month rather than the trial', [trial, period({})], 'month', 'active'],
    [
      'none before a purchased month starts',
      [period({ periodStart: at('2026-08-01'), periodEnd: at('2026-09-01') })],
      undefined,
      undefined,
    ],
    ['expired after the trial', [period({ ...trial, periodEnd: at('2026-07-05') })], 'trial', 'expired'],
    ['expired at the very moment a period ends', [period({ periodEnd: now })], 'month', 'expired'],
    [
      'cancelled when a running period was cut short',
      [period({ endedAt: at('2026-07-05') })],
      'month',
      'cancelled',
    ],
    [
      'expired once a period that was cut short has ended',
      [period({ endedAt: at('2026-07-05'), periodEnd: at('2026-07-09') })],
      'month',
      'expired',
    ],
    [
      'active until the end after asking to cancel',
      [period({ kind: 'recurring', cancelsAtPeriodEnd: true })],
      'recurring',
      'active',
    ],
    [
      'active while a renewal is being charged',
      [period({ kind: 'recurring', periodEnd: at('2026-07-09') })],
      'recurring',
      'active',
    ],
    [
      'expired once the grace period has ended',
      [period({ kind: 'recurring', periodEnd: at('2026-07-07') })],
      'recurring',
      'expired',
    ],
    [
      'without grace after asking to cancel',
      [period({ kind: 'recurring', periodEnd: at('2026-07-09'), cancelsAtPeriodEnd: true })],
      'recurring',
      'expired',
    ],
  ])('%s', (_, periods, kind, status) => {
    const plan = currentPlan(periods, now)
    expect(plan?.period.kind).toBe(kind)
    expect(plan?.status).toBe(status)
  })

  test.each(['2026-07-09', '2026-08-01'])('one that was cut short ended then, and not on %s', (periodEnd) => {
    const endedAt = at('2026-07-05')
    expect(currentPlan([period({ endedAt, periodEnd: at(periodEnd) })], now)?.until).toEqual(endedAt)
  })

  test('one until the end of the last of consecutive months', () => {
    const months = [
      period({}),
      period({ periodStart: at('2026-08-01'), periodEnd: at('2026-09-01') }),
      period({ periodStart: at('2026-10-01'), periodEnd: at('2026-11-01') }),
    ]
    expect(currentPlan(months, now)?.until).toEqual(at('2026-09-01'))
  })

  test.each([
    ['its period while that runs', '2026-08-01', '2026-08-01'],
    ['the grace period once a renewal is outstanding', '2026-07-09', '2026-07-12'],
  ])('a subscription until the end of %s', (_, periodEnd, until) => {
    const plan = period({ kind: 'recurring', periodEnd: at(periodEnd) })
    expect(currentPlan([plan], now)?.until).toEqual(at(until))
  })

  test('a subscription that was renewed by a clock ahead of ours', () => {
    const plan = period({ kind: 'recurring', periodStart: at('2026-08-01'), periodEnd: at('2026-09-01') })
    expect(currentPlan([plan], now)?.status).toBe('active')
  })

  test('a subscription with three days of grace', () => {
    expect(accessUntil(recurring)).toEqual(at('2026-08-04'))
  })

  test('a cancelled subscription without any', () => {
    expect(accessUntil({ ...recurring, cancelsAtPeriodEnd: true })).toEqual(at('2026-08-01'))
  })

  test.each([false, true])(
    'a subscription with two weeks while its renewal is pending (cancelled: %s)',
    (is) => {
      const pending = { ...recurring, isRenewalPending: true, cancelsAtPeriodEnd: is }
      expect(accessUntil(pending)).toEqual(at('2026-08-15'))
    },
  )
})

describe('the plan that starts next', () => {
  const august = period({ periodStart: at('2026-08-01'), periodEnd: at('2026-09-01') })
  const september = period({ periodStart: at('2026-09-01'), periodEnd: at('2026-10-01') })
  const upcoming = (...periods: AccessPeriod[]) => upcomingPlan(periods, currentPlan(periods, now), now)

  test('follows the trial until the last of consecutive months ends', () => {
    expect(upcoming(trial, september, august)).toEqual({
      planName: 'Pro',
      startsAt: '2026-08-01T00:00:00.000Z',
      endsAt: '2026-10-01T00:00:00.000Z',
    })
  })

  test.each([
    ['none without purchased months', [trial], undefined],
    ['none when the months belong to the current run', [period({}), august, september], undefined],
    ['the month after a gap', [period({}), september], '2026-09-01T00:00:00.000Z'],
    ['the month paid ahead without a plan', [august], '2026-08-01T00:00:00.000Z'],
    [
      'the rest of a month that began before a cancelled subscription ends',
      [{ ...recurring, cancelsAtPeriodEnd: true, periodEnd: at('2026-07-24') }, august, period({})],
      '2026-07-24T00:00:00.000Z',
    ],
    ['none when the month was refunded', [trial, { ...august, endedAt: now }], undefined],
  ])('is %s', (_, periods, startsAt) => {
    expect(upcoming(...periods)?.startsAt).toBe(startsAt)
  })
})

describe('a status unlocks', () => {
  test.each([
    ['active', ['scan', 'upload', 'category']],
    ['cancelled', ['category']],
    ['expired', ['category']],
    [undefined, []],
  ] as const)('%s', (status, features) => {
    expect(featuresOf(status)).toEqual(features)
  })
})

describe('the trial', () => {
  test.each([
    ['2026-12-01T00:00:00+11:00', '2027-01-01T00:00:00+11:00'],
    ['2026-12-01T23:59:00+11:00', '2027-01-01T00:00:00+11:00'],
    ['2028-02-01T11:00:00+11:00', '2028-03-03T00:00:00+11:00'],
    ['2026-09-25T09:30:00+10:00', '2026-10-26T00:00:00+11:00'],
    ['2027-03-20T09:30:00+11:00', '2027-04-20T00:00:00+10:00'],
  ])('begun %s ends with the thirtieth day after it, %s', (start, end) => {
    expect(trialEnd(new Date(start))).toEqual(new Date(end))
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

test.each([
  // Daylight saving ends on 4 April, and begins on 3 October.
  ['2027-05-01T00:00:00+10:00', '2027-04-02T00:30:00+11:00', 29],
  ['2027-11-01T00:00:00+11:00', '2027-10-02T23:30:00+10:00', 30],
  ['2027-05-01T00:00:00+10:00', '2027-04-30T23:59:00+10:00', 1],
  ['2027-05-01T00:00:00+10:00', '2027-05-01T00:00:00+10:00', 0],
])('a month that ends %s has on %s %i days left', (until, at, days) => {
  expect(daysLeft(new Date(until), new Date(at))).toBe(days)
})

test.each([
  ['Trial', 'Upgrade to Pro'],
  ['Pro', 'Upgrade to Premium'],
  ['Premium', 'Downgrade to Pro'],
  ['Family', undefined],
])('from %s the change is %s', (plan, label) => {
  expect(changeFrom(plan)?.label).toBe(label)
})
