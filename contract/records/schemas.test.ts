import { expect, test } from 'vitest'
import { newExpense } from '../expenses-without-receipt/endpoints.ts'
import { laundryDetails, logbookDetails, tripDetails } from './schemas.ts'

const vehicle = '01937000-0000-7000-8000-0000000000a1'
const trip = { vehicle, day: '2026-07-10', endedOn: null, km: 12.5, odometerStart: null, odometerEnd: null }

test.each([
  [
    'a trip',
    tripDetails,
    { ...trip, endedOn: '2026-07-01', km: null, odometerStart: 900, odometerEnd: 800, purpose: '' },
    {
      endedOn: 'The trip can’t end before it starts.',
      odometerEnd: 'The odometer must show more at the end than at the start.',
      purpose: 'Enter why you drove, such as “Site visit in Parramatta”.',
    },
  ],
  [
    'a trip with a digit too many',
    tripDetails,
    { ...trip, km: null, odometerStart: 12_345, odometerEnd: 123_860, purpose: 'Site visit' },
    { odometerEnd: 'Check the odometer readings.' },
  ],
  [
    'a trip without a day or kilometres',
    tripDetails,
    { ...trip, day: '', km: null, purpose: 'Site visit' },
    { day: 'Enter a date as day, month and year.', km: 'Enter the kilometres.' },
  ],
  [
    'a logbook',
    logbookDetails,
    { vehicle: '', startedOn: '2026-07-10', endedOn: '2026-07-01', odometerStart: 900, odometerEnd: 800 },
    {
      vehicle: 'Choose a vehicle.',
      endedOn: 'The logbook can’t end before it starts.',
      odometerEnd: 'The odometer can’t show less at the end than at the start.',
    },
  ],
  [
    'laundry',
    laundryDetails,
    { day: '', workLoads: 0, mixedLoads: 0 },
    { day: 'Enter a date as day, month and year.', workLoads: 'Enter at least one load.' },
  ],
  [
    'an expense without a receipt',
    newExpense,
    {
      kind: 'bankLine',
      paidOn: '',
      supplier: 'Caltex',
      description: 'Fuel',
      amountCents: Number.NaN,
      note: null,
    },
    {
      paidOn: 'Enter a date as day, month and year.',
      amountCents: 'Enter an amount such as 12.50.',
      note: 'Say what it was for.',
    },
  ],
])('everything that’s wrong with %s is said at once', (_, schema, typed, expected) => {
  expect(problemsOf(schema, typed)).toEqual(expected)
})

test('a rule between fields waits for fields that can’t be read', () => {
  const typed = { ...trip, km: null, odometerStart: Number.NaN, odometerEnd: 800, purpose: 'Site visit' }
  expect(problemsOf(tripDetails, typed)).toEqual({
    odometerStart: 'Enter the odometer reading in whole kilometres.',
  })
})

type Schema = typeof tripDetails | typeof logbookDetails | typeof laundryDetails | typeof newExpense

/** The first problem of each field, as on screen. */
function problemsOf(schema: Schema, typed: unknown): Record<string, string> {
  const { error } = schema.safeParse(typed)
  return Object.fromEntries(error!.issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}
