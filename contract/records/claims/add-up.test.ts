import { describe, expect, test } from 'vitest'
import type { RecordClaim } from '../schemas.ts'
import { recordTexts } from '../texts.ts'
import { vehicleChoice, type YearOfRecords } from '../year.ts'
import { claimsOf, totalOf } from './add-up.ts'
import {
  claims,
  diary,
  driven,
  hours,
  laundry,
  logbook,
  mazda,
  nothing,
  other,
  rules,
  trip,
} from './example-year.ts'

const figures = (all: readonly RecordClaim[]) =>
  all.map(({ _id, label, quantity, unit, claimableCents }) => [
    _id.split(':')[0],
    label,
    quantity,
    unit,
    claimableCents,
  ])

const laundryNote =
  'Above $150.00, laundry needs written evidence, unless all your work expenses together are small enough to need none.'

describe('a claim', () => {
  test.each<[string, Partial<YearOfRecords>, unknown[]]>([
    [
      'of 1,500 hours at 70c',
      { hours: hours(...Array(30).fill(3000)) },
      ['workFromHome', 'D5', 1500, 'hours', 1050_00],
    ],
    ['of a minute rounds half up', { hours: hours(15, 30) }, ['workFromHome', 'D5', 0.75, 'hours', 53]],
    [
      'of trips',
      { vehicles: [mazda], trips: [trip(12.3), trip(100)] },
      ['carTrips', 'D1', 112.3, 'km', 98_82],
    ],
    ['of 5,000 km', { vehicles: [mazda], trips: [trip(5000)] }, ['carTrips', 'D1', 5000, 'km', 4400_00]],
    [
      'of more, which is capped',
      { vehicles: [mazda], trips: [trip(5000), trip(0.1)] },
      ['carTrips', 'D1', 5000.1, 'km', 4400_00],
    ],
    [
      'by logbook, as in the ATO’s example',
      { vehicles: [mazda], logbooks: [logbook], vehicleYears: [driven] },
      ['carLogbook', 'D1', 60, '%', 5400_00],
    ],
    ['of laundry', { laundry: [...laundry(2, 0), ...laundry(1, 3)] }, ['laundry', 'D3', 6, 'loads', 4_50]],
    ['of a phone', { diaries: [diary()] }, ['phoneAndInternet', 'D5', 25, '%', 150_00]],
  ])('%s', (_, year, figure) => {
    expect(figures(claims(year))).toEqual([figure])
    expect(claims(year)[0]).toMatchObject({ isChosen: true })
  })

  test('without records there is none', () => {
    expect(claims({ vehicles: [mazda], laundry: [] })).toEqual([])
  })

  test('the cap is for each car', () => {
    const both = claims({ vehicles: [mazda, other], trips: [trip(6000), trip(6000, other)] })
    expect(totalOf(both)).toEqual({ cents: 2 * 4400_00, hasUnknown: false })
    expect(both.map(({ note }) => note)).toEqual([
      'Only 5,000 km per car count.',
      'Only 5,000 km per car count.',
    ])
  })

  test('a vehicle that isn’t a car has neither cents per km nor a logbook, and belongs to D2', () => {
    const ute = { ...mazda, isCar: false }
    expect(
      claims({ vehicles: [ute], trips: [trip(100)], logbooks: [logbook], vehicleYears: [driven] }),
    ).toMatchObject([
      { kind: 'carTrips', label: 'D2', claimableCents: null, choice: null, note: recordTexts.otherVehicle },
    ])
  })

  test.each([
    ['2025-08-01', null],
    ['2025-07-31', 'The logbooks of your cars must cover the same weeks. These don’t.'],
  ])('two cars’ logbooks must cover the same weeks: from %s', (startedOn, note) => {
    const logbooks = [logbook, { ...logbook, _id: other._id, vehicle: other._id, startedOn }]
    const both = {
      vehicles: [mazda, other],
      logbooks,
      vehicleYears: [driven, { ...driven, vehicle: other._id }],
    }
    expect(claims(both).map((claim) => [claim.claimableCents, claim.note])).toEqual([
      [5400_00, note],
      [5400_00, note],
    ])
    const byTrips = { trips: [trip(10, other)], choices: { [vehicleChoice(other._id)]: 'carTrips' as const } }
    expect(claims({ ...both, ...byTrips })[0]!.note).toBeNull()
  })

  test.each([false, true])(
    'a car that was sold before the year costs nothing and needs no more entries (%s)',
    (isRunning) => {
      const sold = { ...logbook, _id: other._id, vehicle: other._id, startedOn: '2025-07-31' }
      const zero = { ...driven, vehicle: other._id, odometerStart: null, odometerEnd: null, costsCents: 0 }
      const both = claims({
        isRunning,
        vehicles: [mazda, other],
        logbooks: [logbook, sold],
        vehicleYears: [driven, zero],
      })
      expect(both.map((claim) => claim.claimableCents)).toEqual([5400_00, 0])
      expect(both[0]!.note ?? 'Provisional').toMatch(/^Provisional/)
      expect(both[1]).toMatchObject({ method: 'Logbook, 60% work use', note: null })
    },
  )

  test('laundry above the limit needs evidence', () => {
    expect(claims({ laundry: laundry(150, 0) })[0]!.note).toBeNull()
    expect(claims({ laundry: laundry(150, 1) })[0]!.note).toBe(laundryNote)
    // Whose business expenses all need evidence anyway.
    expect(claims({ isBusiness: true, laundry: laundry(150, 1) })[0]!.note).toBeNull()
  })
})

const checkAgain =
  'You saved the odometer and the costs before 2025–26 ended. Check that they’re of the whole year, then save them again.'

test.each<[string, string | null, number | null, string | null]>([
  ['before its last day has to be checked', '2026-06-29', null, checkAgain],
  ['on its last day counts', '2026-06-30', 5400_00, null],
  ['before we stored when counts', null, 5400_00, null],
])('what was saved of a year %s once it’s over', (_, savedOn, claimableCents, note) => {
  const year = { vehicles: [mazda], logbooks: [logbook], vehicleYears: [{ ...driven, savedOn }] }
  expect(claims(year)).toMatchObject([{ claimableCents, note }])
})

test('while a year is running, a logbook gives a provisional figure from the costs entered', () => {
  const soFar = { ...driven, odometerEnd: null, costsCents: 2_000_00 }
  const running = { isRunning: true, vehicles: [mazda], logbooks: [logbook] }
  expect(claims({ ...running, vehicleYears: [soFar] })).toMatchObject([
    {
      method: 'Logbook, 60% work use, provisional',
      claimableCents: 1_200_00,
      note: 'Provisional: based on the costs entered so far. After 30 Jun 2026, enter the odometer reading and the costs of the whole year.',
    },
  ])
  expect(claims(running)).toMatchObject([
    { claimableCents: null, note: 'Enter what the car has cost you so far.' },
  ])
  expect(claims({ ...running, isRunning: false, vehicleYears: [soFar] })).toMatchObject([
    { method: 'Logbook, 60% work use', claimableCents: null },
  ])
})

describe('a figure that isn’t known', () => {
  const everything: Partial<YearOfRecords> = {
    incomeYear: '2026-27',
    hours: hours(60),
    vehicles: [mazda],
    trips: [trip(10)],
    laundry: laundry(1, 1),
  }
  const unknown = 'We don’t know the rate for 2026–27 yet.'

  test.each([
    ['because the year has no rules', undefined],
    [
      'because its rates aren’t published',
      { ...rules, homeCentsPerHour: null, carCentsPerKm: null, laundryLoadCents: null },
    ],
  ])('says so %s', (_, by) => {
    const all = claimsOf({ ...nothing, ...everything }, by)
    expect(all.map(({ claimableCents, note }) => [claimableCents, note])).toEqual(
      Array(3).fill([null, unknown]),
    )
    expect(totalOf(all)).toEqual({ cents: 0, hasUnknown: true })
  })

  test.each([
    ['draft', 'The rules for 2026–27 may still change.'],
    ['unknown', 'This is the last rate we know. It isn’t confirmed for 2026–27.'],
  ] as const)('is marked while its status is %s', (status, note) => {
    const by = { ...rules, homeCentsPerHour: { value: 70, status } }
    expect(claims(everything, by)[0]).toMatchObject({ claimableCents: 70, note })
  })

  test('is marked beside a limit, too', () => {
    const unconfirmed = (value: number) => ({ value, status: 'unknown' as const })
    const by = { ...rules, carCentsPerKm: unconfirmed(88), laundryLoadCents: unconfirmed(100) }
    const year = { ...everything, hours: [], trips: [trip(6000)], laundry: laundry(200, 0) }
    const note = 'This is the last rate we know. It isn’t confirmed for 2026–27.'
    expect(claims(year, by).map((claim) => claim.note)).toEqual([
      `Only 5,000 km per car count. ${note}`,
      `${laundryNote} ${note}`,
    ])
  })

  test('isn’t awaited for hours before the fixed rate began', () => {
    const [home] = claims({ incomeYear: '2021-22', hours: hours(60) }, { ...rules, homeCentsPerHour: null })
    expect(home).toMatchObject({
      claimableCents: null,
      note: expect.stringMatching(/^This rate started in 2022–23\./) as string,
    })
  })

  test.each<[string, Partial<YearOfRecords>, string]>([
    [
      'a logbook that’s too short',
      { logbooks: [{ ...logbook, problems: ['Too short.'] }], vehicleYears: [driven] },
      'Too short.',
    ],
    [
      'odometer readings that go backwards',
      { logbooks: [logbook], vehicleYears: [{ ...driven, odometerStart: 44_001 }] },
      'The odometer shows less at the end of 2025–26 than at the start. Check the readings.',
    ],
    [
      'no odometer readings of the year',
      { logbooks: [logbook] },
      'Enter what the odometer showed at the start and the end of 2025–26.',
    ],
    [
      'no costs',
      { logbooks: [logbook], vehicleYears: [{ ...driven, costsCents: null }] },
      'Enter what the car cost you this year.',
    ],
    ['a diary with gaps', { diaries: [diary({ days: [] })] }, '0 of 28 days entered.'],
    ['no bills', { diaries: [diary({ costCents: null })] }, 'Enter what it cost you this year.'],
    [
      'a diary without any use',
      { diaries: [diary({ workPercent: null })] },
      'The diary shows no use at all.',
    ],
  ])('names what’s missing: %s', (_, year, note) => {
    expect(claims({ vehicles: [mazda], ...year })).toMatchObject([{ claimableCents: null, note }])
  })
})
