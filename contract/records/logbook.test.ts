import { expect, test } from 'vitest'
import { isValidIn, logbookFor, percentOf, resultOf } from './logbook.ts'
import type { Logbook, Trip } from './schemas.ts'

const mazda = '01a1f98c-b7c0-73be-90be-d80dc65f7534'
const logbook: Logbook = {
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7501',
  vehicle: mazda,
  startedOn: '2025-08-01',
  endedOn: '2025-10-23',
  odometerStart: 10_000,
  odometerEnd: 15_000,
}
const trip = (day: string, odometerStart: number, odometerEnd: number): Trip => ({
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7502',
  vehicle: mazda,
  day,
  endedOn: null,
  odometerStart,
  odometerEnd,
  km: odometerEnd - odometerStart,
  purpose: 'Site visit',
})
const trips = [trip('2025-08-01', 10_000, 12_000), trip('2025-10-23', 13_000, 14_067)]

test('the work share is the work kilometres of the odometer’s, with one decimal', () => {
  expect(resultOf(logbook, trips)).toMatchObject({
    days: 84,
    totalKm: 5000,
    workKm: 3067,
    workPercent: 61.3,
    problems: [],
    incompleteTrips: 0,
    lastYear: '2029-30',
  })
})

test.each([
  [1, 3, 33.3],
  [2, 3, 66.7],
  [1, 2000, 0.1],
  [1, 2001, 0],
  [5, 5, 100],
  [0, 5, 0],
  [0, 0, null],
])('%d of %d is %d %%', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent)
})

test('trips outside the period, of another vehicle or without odometer readings don’t count', () => {
  const others = [
    trip('2025-07-31', 1, 100),
    trip('2025-10-24', 1, 100),
    { ...trip('2025-09-01', 1, 100), vehicle: logbook._id },
    { ...trip('2025-09-01', 1, 100), odometerStart: null, odometerEnd: null },
  ]
  expect(resultOf(logbook, [...trips, ...others])).toMatchObject({ workKm: 3067, incompleteTrips: 1 })
})

test.each<[string, Trip, string]>([
  [
    'the same readings again',
    trip('2025-09-10', 10_000, 11_000),
    'The trips on 1 Aug and 10 Sep share kilometres on the odometer. Check their readings.',
  ],
  [
    'readings inside another trip’s',
    trip('2025-08-01', 10_500, 11_000),
    'Two trips on 1 Aug share kilometres on the odometer. Check their readings.',
  ],
  [
    'readings from before the logbook',
    trip('2025-09-10', 9_000, 9_500),
    'The trip on 10 Sep isn’t between the logbook’s odometer readings. Check them.',
  ],
  [
    'readings from after the logbook',
    trip('2025-09-10', 14_900, 15_001),
    'The trip on 10 Sep isn’t between the logbook’s odometer readings. Check them.',
  ],
])('a trip with %s is a problem, even while the logbook is being kept', (_, added, problem) => {
  expect(resultOf(logbook, [...trips, added]).problems).toEqual([problem])
  expect(resultOf({ ...logbook, endedOn: null }, [...trips, added]).problems).toContain(problem)
})

test('a trip may begin where another ended', () => {
  expect(resultOf(logbook, [...trips, trip('2025-08-02', 12_000, 13_000)]).problems).toEqual([])
})

test.each<[string, Partial<Logbook>, string]>([
  [
    'shorter than 12 weeks',
    { endedOn: '2025-10-22' },
    'A logbook must cover at least 12 weeks in a row. This one covers 11 weeks and 6 days.',
  ],
  [
    'still being kept',
    { endedOn: null, odometerEnd: null },
    'Enter when the logbook ended and what the odometer showed.',
  ],
  [
    'without its last odometer reading',
    { odometerEnd: null },
    'Enter what the odometer showed at the end of the logbook.',
  ],
  [
    'with fewer kilometres than its trips',
    { odometerEnd: 13_000 },
    'The trip on 23 Oct isn’t between the logbook’s odometer readings. Check them.',
  ],
])('a logbook %s says so', (_, changes, problem) => {
  expect(resultOf({ ...logbook, ...changes }, trips).problems).toEqual([problem])
})

test.each([
  ['2024-25', false],
  ['2025-26', true],
  ['2029-30', true],
  ['2030-31', false],
])('a logbook of August 2025 in %s: %s', (incomeYear, isValid) => {
  expect(isValidIn(logbook, incomeYear)).toBe(isValid)
})

test('a logbook that starts in June and ends in the next year is valid from the year it starts in', () => {
  const late = { startedOn: '2025-06-20' }
  expect([isValidIn(late, '2024-25'), isValidIn(late, '2028-29'), isValidIn(late, '2029-30')]).toEqual([
    true,
    true,
    false,
  ])
})

test('the latest usable logbook counts, and a later one only once it’s usable', () => {
  const old = resultOf({ ...logbook, _id: mazda, startedOn: '2024-08-01' }, trips)
  const complete = resultOf(logbook, trips)
  const running = resultOf({ ...logbook, startedOn: '2026-01-01', endedOn: null, odometerEnd: null }, trips)
  expect(logbookFor([old, complete, running], mazda, '2025-26')).toBe(complete)
  expect(logbookFor([old, running], mazda, '2025-26')).toBe(old)
  expect(logbookFor([running], mazda, '2025-26')).toBe(running)
  expect(logbookFor([complete], mazda, '2024-25')).toBeUndefined()
})
