import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { labelOf, monthFrom, offeredMonths, takenMonths } from './months.ts'

const iso = (date: Date) => date.toISOString()
const anyMoment = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })

describe('the months on offer', () => {
  test.each([
    ['in the middle of a month', '2026-07-15T02:00:00Z', 'Jul', '2026-07-01'],
    ['a minute before midnight of the last day in Melbourne', '2026-07-31T13:59:00Z', 'Jul', '2026-07-01'],
    ['at midnight in Melbourne, still yesterday in London', '2026-07-31T14:00:00Z', 'Aug', '2026-08-01'],
    ['at midnight in summer time', '2026-12-31T13:00:00Z', 'Jan', '2027-01-01'],
    ['on a leap day', '2028-02-29T12:59:00Z', 'Feb', '2028-02-01'],
    ['after a leap day', '2028-02-29T13:00:00Z', 'Mar', '2028-03-01'],
  ])('begin with the current one %s', (_, now, name, first) => {
    const months = offeredMonths(new Date(now))
    expect(months[0]).toMatchObject({ name, first })
    expect(months).toHaveLength(12)
  })

  test.each([
    ['2026-06-01', '2026-05-31T14:00:00.000Z', '2026-06-30T14:00:00.000Z', 30 * 24],
    ['2026-10-01', '2026-09-30T14:00:00.000Z', '2026-10-31T13:00:00.000Z', 31 * 24 - 1],
    ['2026-04-01', '2026-03-31T13:00:00.000Z', '2026-04-30T14:00:00.000Z', 30 * 24 + 1],
    ['2028-02-01', '2028-01-31T13:00:00.000Z', '2028-02-29T13:00:00.000Z', 29 * 24],
    ['2027-02-01', '2027-01-31T13:00:00.000Z', '2027-02-28T13:00:00.000Z', 28 * 24],
  ])('%s lies between two Melbourne midnights, daylight saving included', (first, start, end, hours) => {
    const month = monthFrom(first)
    expect([iso(month.start), iso(month.end)]).toEqual([start, end])
    expect((+month.end - +month.start) / 3_600_000).toBe(hours)
  })

  test('are twelve different names that follow each other without a gap, whenever one asks', () => {
    fc.assert(
      fc.property(anyMoment, (now) => {
        const months = offeredMonths(now)
        expect(new Set(months.map(({ name }) => name)).size).toBe(12)
        expect(months[0]!.start <= now && now < months[0]!.end).toBe(true)
        expect(months.slice(1).map(({ start }) => iso(start))).toEqual(
          months.slice(0, -1).map(({ end }) => iso(end)),
        )
        for (const month of months) {
          expect(monthFrom(month.first)).toEqual(month)
          expect(labelOf(month.first)).toBe(`${month.name} ${month.first.slice(0, 4)}`)
        }
      }),
    )
  })
})

describe('a month is taken', () => {
  const now = new Date('2026-07-15T02:00:00Z')
  const offered = offeredMonths(now)
  const cover = (kind: string, from: string, to: string, more = {}) => ({
    kind,
    periodStart: new Date(from),
    periodEnd: new Date(to),
    endedAt: null,
    cancelsAtPeriodEnd: false,
    ...more,
  })
  test.each([
    ['when it is held by a payment', ['2026-08-01'], [], ['2026-08-01']],
    ['not when nothing is known', [], [], []],
    ['not by the trial', [], [cover('trial', '2026-07-01', '2026-09-30')], []],
    [
      'whichever it is, while a plan renews',
      [],
      [cover('recurring', '2026-07-10', '2026-08-10')],
      offered.map(({ first }) => first),
    ],
    [
      'not when a plan that ends covers only part of it',
      [],
      [cover('recurring', '2026-07-10', '2026-08-10', { cancelsAtPeriodEnd: true })],
      [],
    ],
    [
      'when a plan that ends covers all of it',
      [],
      [cover('recurring', '2026-07-10', '2026-10-10', { cancelsAtPeriodEnd: true })],
      ['2026-08-01', '2026-09-01'],
    ],
    [
      'not by what was refunded',
      [],
      [cover('month', '2026-07-31T14:00:00Z', '2026-08-31T14:00:00Z', { endedAt: now })],
      [],
    ],
    ['not by a plan that is over', [], [cover('recurring', '2026-05-01', '2026-07-01')], []],
  ])('%s', (_, held, coverage, expected) => {
    expect([...takenMonths(offered, held, coverage, now)]).toEqual(expected)
  })

  test('exactly when buying it would buy time that is already paid for', () => {
    const span = fc.tuple(anyMoment, fc.integer({ min: 1, max: 400 })).map(([start, days]) => ({
      ...cover('recurring', iso(start), iso(new Date(+start + days * 86_400_000)), {
        cancelsAtPeriodEnd: true,
      }),
    }))
    fc.assert(
      fc.property(anyMoment, fc.array(span, { maxLength: 3 }), (at, spans) => {
        const months = offeredMonths(at)
        const taken = takenMonths(months, [], spans, at)
        for (const { first, start, end } of months) {
          const isPaid = spans.some(
            ({ periodStart, periodEnd }) => periodEnd > at && periodStart <= start && end <= periodEnd,
          )
          expect(taken.has(first)).toBe(isPaid)
        }
      }),
    )
  })
})
