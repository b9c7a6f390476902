import { expect, test } from 'vitest'
import { describeCovered } from '../../years/covered-text.ts'
import { resultOf } from '../logbook.ts'
import { vehicleChoice, type YearOfRecords } from '../year.ts'
import { openChoices, totalOf } from './add-up.ts'
import { claims, driven, hours, logbook, mazda, other, rules, trip } from './example-year.ts'

const ofBoth = (year: Partial<YearOfRecords>) =>
  claims({ hasJobAndBusiness: true, vehicles: [mazda], ...year })
const figures = (year: Partial<YearOfRecords>) =>
  ofBoth(year).map(({ label, quantity, claimableCents }) => [label, quantity, claimableCents])
const forBusiness = (km: number, vehicle = mazda) => trip(km, vehicle, true)
const businessHours = (...minutes: number[]) =>
  hours(...minutes).map((day) => ({ ...day, isForBusiness: true }))
/** A logbook of 10,000 km. */
const logbookOf = (...trips: { km: number; isForBusiness?: boolean }[]) => {
  let odometer = 0
  const complete = trips.map(({ km, isForBusiness = false }) => ({
    ...trip(km),
    isForBusiness,
    odometerStart: odometer,
    odometerEnd: (odometer += km),
  }))
  return resultOf({ ...logbook, odometerStart: 0, odometerEnd: 10_000 }, complete)
}

test.each<[string, Partial<YearOfRecords>, unknown[][]]>([
  [
    'trips go to D1 and to the business',
    { trips: [trip(100), forBusiness(50), trip(0.5)] },
    [
      ['D1', 100.5, 88_44],
      ['business', 50, 44_00],
    ],
  ],
  ['trips only for the business', { trips: [forBusiness(50)] }, [['business', 50, 44_00]]],
  [
    '5,000 km are the limit of both together',
    { trips: [trip(2_000), forBusiness(3_000)] },
    [
      ['D1', 2_000, 1_760_00],
      ['business', 3_000, 2_640_00],
    ],
  ],
  [
    'more than 5,000 km count in proportion',
    { trips: [trip(4_000), forBusiness(3_000)] },
    [
      // 2,857.1 and 2,142.9 km.
      ['D1', 4_000, 2_514_25],
      ['business', 3_000, 1_885_75],
    ],
  ],
  [
    'the limit is each car’s own',
    { vehicles: [mazda, other], trips: [trip(6_000), forBusiness(1_000, other)] },
    [
      ['D1', 6_000, 4_400_00],
      ['business', 1_000, 880_00],
    ],
  ],
  [
    'a vehicle that isn’t a car has evidence for receipts under D2 and of the business',
    { vehicles: [{ ...mazda, isCar: false }], trips: [trip(100), forBusiness(50)] },
    [
      ['D2', 100, null],
      ['business', 50, null],
    ],
  ],
  [
    'hours go to D5 and to the business, at the same rate',
    { hours: [...hours(600), ...businessHours(90)] },
    [
      ['D5', 10, 7_00],
      ['business', 1.5, 1_05],
    ],
  ],
  [
    'a logbook’s percentage is divided as its trips are',
    {
      logbooks: [logbookOf({ km: 4_000 }, { km: 2_003, isForBusiness: true })],
      vehicleYears: [{ ...driven, odometerEnd: 10_000 }],
    },
    [
      ['D1', 40, 3_600_00],
      ['business', 20, 1_800_00],
    ],
  ],
  [
    'a logbook only for the business',
    {
      logbooks: [logbookOf({ km: 2_000, isForBusiness: true })],
      vehicleYears: [{ ...driven, odometerEnd: 10_000 }],
    },
    [['business', 20, 1_800_00]],
  ],
])('of someone with a job and a business, %s', (_, year, expected) => {
  expect(figures(year)).toEqual(expected)
})

test('a job and a business that share 5,000 km claim no cent more than they come to', () => {
  const year = { hasJobAndBusiness: true, vehicles: [mazda], trips: [trip(4_000), forBusiness(3_000)] }
  const shared = claims(year, { ...rules, carCentsPerKm: { value: 85, status: 'law' } })
  // 2,857.1 and 2,142.9 km, each of which comes to half a cent.
  expect(shared.map(({ claimableCents }) => claimableCents)).toEqual([2_428_54, 1_821_46])
})

test('the note on a shared limit says how much of it counts for each, and can be read without its claim', () => {
  const notes = ofBoth({ trips: [trip(4_000), forBusiness(3_000)] }).map(({ note }) => note)
  expect(new Set(notes)).toEqual(
    new Set([
      'Only 5,000 km per car count, for your job and your business together. We divide them in proportion: 2,857.1 km for your job and 2,142.9 km for your business.',
    ]),
  )
  expect(ofBoth({ trips: [forBusiness(6_000)] })[0]!.note).toBe('Only 5,000 km per car count.')
})

test('the method of a car is chosen for the job and the business together', () => {
  const year = {
    trips: [trip(100), forBusiness(50)],
    logbooks: [logbookOf({ km: 4_000 }, { km: 2_000, isForBusiness: true })],
    vehicleYears: [{ ...driven, odometerEnd: 10_000 }],
  }
  const choice = vehicleChoice(mazda._id)
  expect(openChoices(ofBoth(year))).toEqual([choice])
  const chosen = ofBoth({ ...year, choices: { [choice]: 'carLogbook' } })
  expect(chosen.filter(({ isChosen }) => isChosen).map(({ method }) => method)).toEqual([
    'Logbook, 40% work use',
    'Logbook, 20% business use',
  ])
  expect(totalOf(chosen)).toEqual({ cents: 5_400_00, hasUnknown: false })
})

test.each([
  ['employee', false, 'D1', 'D5'],
  ['sole trader', true, 'business', 'business'],
])('in a year as an %s, everything is theirs, whatever it was marked as', (_, isBusiness, car, home) => {
  const year = { trips: [trip(100), forBusiness(50)], hours: [...hours(60), ...businessHours(60)] }
  const all = claims({ vehicles: [mazda], isBusiness, ...year })
  expect(all.map(({ _id, label, quantity }) => [_id, label, quantity])).toEqual([
    ['workFromHome', home, 2],
    [`carTrips:${mazda._id}`, car, 150],
  ])
})

test.each<[string, Partial<YearOfRecords>, number, string | null]>([
  ['an employee', {}, 2_000, '2,000 km for a business'],
  ['a sole trader', { isBusiness: true }, 2_000, '4,000 km for a job'],
  ['an employee who never had a business', {}, 0, null],
  ['someone with both', { hasJobAndBusiness: true }, 2_000, null],
  ['a sole trader of the same year', { isBusiness: true, incomeYear: '2025-26' }, 2_000, null],
  ['an employee of the same year', { incomeYear: '2025-26' }, 2_000, null],
])('the logbook of %s says what it includes from a year with both', (_, work, businessKm, included) => {
  const [claim] = claims({
    incomeYear: '2026-27',
    ...work,
    vehicles: [mazda],
    logbooks: [logbookOf({ km: 4_000 }, ...(businessKm ? [{ km: businessKm, isForBusiness: true }] : []))],
    vehicleYears: [{ ...driven, odometerEnd: 10_000, savedOn: '2027-07-04' }],
  })
  expect(claim!.note).toBe(
    included &&
      `This logbook’s percentage includes ${included}. If your use of the car has changed, keep a new logbook.`,
  )
})

test('the receipts of a vehicle that isn’t a car belong where its trips do', () => {
  const records = ofBoth({ vehicles: [{ ...mazda, isCar: false }], trips: [trip(100), forBusiness(50)] })
  const cars = { receipts: 1, spentCents: 1, reimbursedCents: 0, claimableCents: 1, assetSpentCents: 0 }
  const [text] = describeCovered({ byLabel: [], records, cars: { ...cars, withoutReceiptCents: 0 } })
  expect(text).toMatch(/Mazda 3 isn’t a car .* D2 .*\. Mazda 3 \(business\) isn’t a car .* under Business\.$/)
})
