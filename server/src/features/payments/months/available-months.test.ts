import { DAY_MS } from '@docketbox/contract/core/units'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextMonths } from './calendar.ts'
import { coveredPart, hasRenewingPlan, takenMonths } from './available-months.ts'

const iso = (date: Date) => date.toISOString()
const anyMoment = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })

describe("a month can't be bought", () => {
  const now = new Date('2026-07-15T02:00:00Z')
  const offered = nextMonths(now)
  const cover = (kind: string, from: string, to: string, more = {}) => ({
    kind,
    periodStart: new Date(from),
    periodEnd: new Date(to),
    endedAt: null,
    cancelsAtPeriodEnd: false,
    isRenewalPending: false,
    activeUntil: null,
    ...more,
  })
  test.each([
    ["when it's paid for", ['2026-08-01'], [], ['2026-08-01']],
    [
      'when a trial covers all of it, or today',
      [],
      [cover('trial', '2026-07-14', '2026-09-30T14:00:00Z')],
      ['2026-07-01', '2026-08-01', '2026-09-01'],
    ],
    [
      'when it is the current one and a trial covers the rest of it',
      [],
      [cover('trial', '2026-07-14', '2026-08-13')],
      ['2026-07-01'],
    ],
    [
      'whichever it is, while a subscription renews',
      [],
      [cover('recurring', '2026-07-10', '2026-08-10')],
      offered.map(({ first }) => first),
    ],
    [
      'whichever it is, while the renewal of a subscription is due',
      [],
      [cover('recurring', '2026-06-14', '2026-07-14')],
      offered.map(({ first }) => first),
    ],
    [
      'whichever it is, while a bank still processes the renewal',
      [],
      [cover('recurring', '2026-06-10', '2026-07-10', { isRenewalPending: true })],
      offered.map(({ first }) => first),
    ],
    [
      'when it is the current one and a cancelled subscription’s last payment is pending',
      [],
      [
        cover('recurring', '2026-06-10', '2026-07-10', {
          cancelsAtPeriodEnd: true,
          isRenewalPending: true,
        }),
      ],
      ['2026-07-01'],
    ],
    [
      'when it’s one that the pending payment of a cancelled subscription covers in full',
      [],
      [
        cover('recurring', '2026-04-10', '2026-07-10', {
          cancelsAtPeriodEnd: true,
          isRenewalPending: true,
          activeUntil: new Date('2026-10-10'),
        }),
      ],
      ['2026-07-01', '2026-08-01', '2026-09-01'],
    ],
    [
      'unless access is closed until the renewal is paid',
      [],
      [cover('recurring', '2026-06-10', '2026-07-10')],
      [],
    ],
    [
      'when it is the current one and a cancelled subscription covers today, but not a month it covers in part',
      [],
      [cover('recurring', '2026-07-10', '2026-08-10', { cancelsAtPeriodEnd: true })],
      ['2026-07-01'],
    ],
    [
      'when a cancelled subscription covers all of it',
      [],
      [cover('recurring', '2026-07-10', '2026-10-10', { cancelsAtPeriodEnd: true })],
      ['2026-07-01', '2026-08-01', '2026-09-01'],
    ],
    [
      'unless it was refunded',
      [],
      [cover('month', '2026-07-31T14:00:00Z', '2026-08-31T14:00:00Z', { endedAt: now })],
      [],
    ],
    ['unless the trial has ended', [], [cover('trial', '2026-06-01', '2026-07-01')], []],
    ['unless there is nothing that covers it', [], [], []],
  ])('%s', (_, reserved, periods, expected) => {
    expect([...takenMonths(offered, reserved, periods, now)]).toEqual(expected)
  })

  test('because of a renewing plan only until that is cancelled', () => {
    const plan = (more = {}) => [cover('recurring', '2026-07-10', '2026-08-10', more)]
    expect(hasRenewingPlan(plan(), now)).toBe(true)
    expect(hasRenewingPlan(plan({ cancelsAtPeriodEnd: true }), now)).toBe(false)
    expect(hasRenewingPlan([cover('month', '2026-07-01', '2026-08-01')], now)).toBe(false)
  })

  test('exactly when all of its remaining days are covered, or today is', () => {
    const span = fc.tuple(anyMoment, fc.integer({ min: 1, max: 400 })).map(([start, days]) => ({
      ...cover('recurring', iso(start), iso(new Date(+start + days * DAY_MS)), {
        cancelsAtPeriodEnd: true,
      }),
    }))
    fc.assert(
      fc.property(anyMoment, fc.array(span, { maxLength: 3 }), (at, spans) => {
        const months = nextMonths(at)
        const taken = takenMonths(months, [], spans, at)
        for (const { first, start, end } of months) {
          const isCovered = spans.some(
            ({ periodStart, periodEnd }) =>
              periodEnd > at && (start <= at ? periodStart <= at : periodStart <= start && end <= periodEnd),
          )
          expect(taken.has(first)).toBe(isCovered)
        }
      }),
    )
  })
})

test.each([
  ['2026-08-13T14:00:00Z', 'August', { planName: 'Trial', until: '2026-08-13' }],
  ['2026-07-20T14:00:00Z', 'August', null],
  ['2026-09-13T14:00:00Z', 'August', null],
  ['2026-07-20T14:00:00Z', 'July', { planName: 'Trial', until: '2026-07-20' }],
  ['2026-07-31T14:00:00Z', 'July', null],
  // A plan that was cancelled may end in the middle of the last day.
  ['2026-07-31T05:00:00Z', 'July', null],
  ['2026-08-31T05:00:00Z', 'August', { planName: 'Trial', until: '2026-08-31' }],
])('what runs until %s covers this of %s', (until, month, expected) => {
  const now = new Date('2026-07-15T02:00:00Z')
  const trial = {
    kind: 'trial',
    planName: 'Trial',
    endedAt: null,
    cancelsAtPeriodEnd: false,
    isRenewalPending: false,
    activeUntil: null,
  }
  const period = { ...trial, periodStart: new Date('2026-07-14T02:00:00Z'), periodEnd: new Date(until) }
  expect(coveredPart(nextMonths(now)[month === 'July' ? 0 : 1]!, [period], now)).toEqual(expected)
})
