import { monthLabel } from '@docketbox/contract'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { monthFrom, nextMonths } from './calendar.ts'

const iso = (date: Date) => date.toISOString()
const anyMoment = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })

describe('the next months', () => {
  test.each([
    ['in the middle of a month', '2026-07-15T02:00:00Z', 'Jul', '2026-07-01'],
    ['a minute before midnight of the last day in Sydney', '2026-07-31T13:59:00Z', 'Jul', '2026-07-01'],
    ['at midnight in Sydney, still yesterday in London', '2026-07-31T14:00:00Z', 'Aug', '2026-08-01'],
    ['at midnight during daylight saving', '2026-12-31T13:00:00Z', 'Jan', '2027-01-01'],
    ['on a leap day', '2028-02-29T12:59:00Z', 'Feb', '2028-02-01'],
    ['after a leap day', '2028-02-29T13:00:00Z', 'Mar', '2028-03-01'],
  ])('start with the current one %s', (_, now, name, first) => {
    const months = nextMonths(new Date(now))
    expect(months[0]).toMatchObject({ name, first })
    expect(months).toHaveLength(12)
  })

  test.each([
    ['2026-06-01', '2026-05-31T14:00:00.000Z', '2026-06-30T14:00:00.000Z', 30 * 24],
    ['2026-10-01', '2026-09-30T14:00:00.000Z', '2026-10-31T13:00:00.000Z', 31 * 24 - 1],
    ['2026-04-01', '2026-03-31T13:00:00.000Z', '2026-04-30T14:00:00.000Z', 30 * 24 + 1],
    ['2028-02-01', '2028-01-31T13:00:00.000Z', '2028-02-29T13:00:00.000Z', 29 * 24],
    ['2027-02-01', '2027-01-31T13:00:00.000Z', '2027-02-28T13:00:00.000Z', 28 * 24],
  ])('%s runs from midnight to midnight in Sydney, with daylight saving', (first, start, end, hours) => {
    const month = monthFrom(first)
    expect([iso(month.start), iso(month.end)]).toEqual([start, end])
    expect((+month.end - +month.start) / 3_600_000).toBe(hours)
  })

  test('have twelve different names and no gaps at any moment', () => {
    fc.assert(
      fc.property(anyMoment, (now) => {
        const months = nextMonths(now)
        expect(new Set(months.map(({ name }) => name)).size).toBe(12)
        expect(months[0]!.start <= now && now < months[0]!.end).toBe(true)
        expect(months.slice(1).map(({ start }) => iso(start))).toEqual(
          months.slice(0, -1).map(({ end }) => iso(end)),
        )
        for (const month of months) {
          expect(monthFrom(month.first)).toEqual(month)
          expect(monthLabel(month.first)).toBe(`${month.name} ${month.first.slice(0, 4)}`)
        }
      }),
    )
  })
})

describe.each(['Australia/Perth', 'Australia/Adelaide', 'Australia/Brisbane', 'Pacific/Auckland', 'UTC'])(
  'on a server in %s',
  (zone) => {
    beforeEach(() => vi.stubEnv('TZ', zone))
    afterEach(() => vi.unstubAllEnvs())

    test.each([
      ['2026-11-01', '2026-11-30', '2026-10-31T13:00:00.000Z', '2026-11-30T13:00:00.000Z'],
      ['2026-10-01', '2026-10-31', '2026-09-30T14:00:00.000Z', '2026-10-31T13:00:00.000Z'],
      ['2027-04-01', '2027-04-30', '2027-03-31T13:00:00.000Z', '2027-04-30T14:00:00.000Z'],
    ])('the month from %s ends on %s', (first, last, start, end) => {
      const month = monthFrom(first)
      expect([month.last, iso(month.start), iso(month.end)]).toEqual([last, start, end])
    })

    test.each([
      ['2026-10-31T12:59:59Z', 'Oct'],
      ['2026-10-31T13:00:00Z', 'Nov'],
      ['2026-11-30T12:59:59Z', 'Nov'],
      ['2026-11-30T13:00:00Z', 'Dec'],
    ])('at %s it is %s', (now, name) => {
      expect(nextMonths(new Date(now))[0]!.name).toBe(name)
    })
  },
)
