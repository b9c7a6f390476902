import { expect, test } from 'vitest'
import { claims, driven, logbook, mazda } from './example-year.ts'

const claimFor = (changes: object, ofLogbook = logbook) =>
  claims({ vehicles: [mazda], logbooks: [ofLogbook], vehicleYears: [{ ...driven, ...changes }] })[0]
const checkBoth = (showed: string, but: string) =>
  `The odometer showed ${showed} in the logbook, but ${but} of 2025–26. Check both readings.`

test.each([
  ['higher at its start', { odometerStart: 1 }, checkBoth('0 km on 1 Aug 2025', '1 km at the start')],
  [
    'lower at its end',
    { odometerEnd: 10_999 },
    checkBoth('11,000 km on 23 Oct 2025', '10,999 km at the end'),
  ],
])(
  'a logbook claims nothing for a year whose odometer reading is %s than the logbook’s',
  (_, changes, note) => {
    expect(claimFor(changes)).toMatchObject({ claimableCents: null, note })
  },
)

test('a logbook’s readings aren’t compared with those of another year: its odometer may have been replaced', () => {
  const earlier = { ...logbook, startedOn: '2024-06-01', endedOn: '2024-08-24', odometerStart: 90_000 }
  expect(claimFor({}, { ...earlier, odometerEnd: 101_000 })).toMatchObject({
    claimableCents: 5400_00,
    note: null,
  })
})
