import { expect, test } from 'vitest'
import { claims, driven, logbook, mazda } from './example-year.ts'

const claimFor = (changes: object, ofLogbook = logbook) =>
  claims({ vehicles: [mazda], logbooks: [ofLogbook], vehicleYears: [{ ...driven, ...changes }] })[0]
const contradiction = (said: string, which: string, km: string) =>
  `Your logbook says ${said}, but your ${which} reading for 2025–26 is ${km} km. One of them must be wrong.`

test.each([
  ['higher at its start', { odometerStart: 1 }, contradiction('0 km on 1 Aug 2025', 'first', '1')],
  ['lower at its end', { odometerEnd: 10_999 }, contradiction('11,000 km on 23 Oct 2025', 'last', '10,999')],
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
