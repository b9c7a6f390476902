import { describe, expect, test } from 'vitest'
import { type CoverableExpense, isCoveredBy, purposeOf } from './coverage.ts'
import { claims, diary, driven, hours, logbook, mazda, rules, trip } from './example-year.ts'

const expense = (changes: Partial<CoverableExpense>): CoverableExpense => ({
  label: 'D5',
  supplier: null,
  description: '',
  isAsset: false,
  mayBeAsset: false,
  ...changes,
})

describe('the fixed rate for working from home', () => {
  const isCovered = isCoveredBy(claims({ hours: hours(60) }))

  test.each([
    'AGL electricity',
    'Origin Energy',
    'Telstra',
    'NBN',
    'Phone bill',
    'Amaysim',
    'Officeworks stationery',
    'A4 paper and pens',
    'Toner cartridge',
  ])('covers %s', (description) => {
    expect(isCovered(expense({ description }))).toBe(true)
  })

  test.each<[string, Partial<CoverableExpense>]>([
    ['tools', { description: 'Cordless drill' }],
    ['a desk', { supplier: 'Officeworks', description: 'Standing desk' }],
    ['a membership', { description: 'Clean Energy Council membership' }],
    ['a course about the internet', { label: 'D4', description: 'Internet marketing course' }],
    ['parking', { label: 'D2', description: 'Parking, Optus Stadium' }],
    ['a phone claimed over several years', { supplier: 'Telstra', description: 'Handset', isAsset: true }],
    ['what may be one', { supplier: 'Telstra', description: 'iPhone', mayBeAsset: true }],
    ['the business of a sole trader', { label: 'business', supplier: 'Telstra' }],
  ])('doesn’t cover %s', (_, changes) => {
    expect(isCovered(expense(changes))).toBe(false)
  })
})

test('a diary covers its bills, but not energy or stationery', () => {
  const isCovered = isCoveredBy(claims({ diaries: [diary()] }))
  const covered = ['Telstra', 'AGL electricity', 'Stationery'].map((description) =>
    isCovered(expense({ description })),
  )
  expect(covered).toEqual([true, false, false])
})

test('the method of a car covers its costs and its purchase even while its rate isn’t known', () => {
  const byTrips = claims({ vehicles: [mazda], trips: [trip(400)] }, { ...rules, carCentsPerKm: null })
  const isCovered = isCoveredBy(byTrips)
  expect(byTrips[0]!.claimableCents).toBeNull()
  expect(isCovered(expense({ label: 'D1', supplier: 'Ampol' }))).toBe(true)
  expect(isCovered(expense({ label: 'D1', isAsset: true }))).toBe(true)
})

test('car costs are covered before a method is chosen, and so is what both methods for home cover', () => {
  const open = claims({
    vehicles: [mazda],
    trips: [trip(400)],
    logbooks: [logbook],
    hours: hours(60),
    diaries: [diary()],
  })
  expect(open.filter(({ isChosen }) => isChosen)).toEqual([])
  const isCovered = isCoveredBy(open)
  expect(isCovered(expense({ label: 'D1', supplier: 'Ampol' }))).toBe(true)
  const covered = ['Telstra mobile', 'NBN', 'Stationery'].map((description) =>
    isCovered(expense({ description })),
  )
  expect(covered).toEqual([true, false, false])
})

test.each([
  ['cost nothing, such as after it was sold, doesn’t cover', 0, false],
  ['cost something covers', 9_000_00, true],
])('the logbook of a car that %s another car’s receipts', (_, costsCents, isIncluded) => {
  const year = { ...driven, costsCents }
  const isCovered = isCoveredBy(claims({ vehicles: [mazda], logbooks: [logbook], vehicleYears: [year] }))
  expect(isCovered(expense({ label: 'D1', supplier: 'Ampol' }))).toBe(isIncluded)
})

test('trips in a vehicle that isn’t a car cover nothing', () => {
  const isCovered = isCoveredBy(claims({ vehicles: [{ ...mazda, isCar: false }], trips: [trip(400)] }))
  expect(isCovered(expense({ label: 'D1' }))).toBe(false)
  expect(isCovered(expense({ label: 'D2', description: 'Fuel' }))).toBe(false)
})

test.each<[string | null, string, string, string | null]>([
  ['business', 'BP', 'Fuel', 'D1'],
  ['business', 'Service NSW', 'Rego', 'D1'],
  ['business', 'NRMA', 'Car insurance', 'D1'],
  ['business', 'Bridgestone', '2 tyres', 'D1'],
  ['business', 'Linkt', 'Toll', 'D5'],
  ['business', 'BizCover', 'Public liability insurance', 'D5'],
  ['business', 'Officeworks', 'Toner', 'D5'],
  ['business', 'Ultra Tune', 'Logbook service', 'D1'],
  ['business', '7-Eleven', 'Unleaded', 'D1'],
  ['business', '7-Eleven', 'Milk for the team', 'D5'],
  ['business', 'Liberty Insurance', 'Public liability', 'D5'],
  ['business', 'Kathmandu', 'Shell jacket', 'D5'],
  ['business', 'Coffee Fixers', 'Espresso machine servicing', 'D5'],
  ['business', '99 Bikes', 'Bike tyres', 'D5'],
  ['D2', 'BP', 'Diesel for the ute', 'D2'],
  [null, 'BP', 'Fuel', null],
])(
  'without a receipt, an expense under %s from %s for “%s” counts like %s',
  (label, supplier, description, purpose) => {
    expect(purposeOf({ label, supplier, description })).toBe(purpose)
  },
)
