import { expect, test } from 'vitest'
import { formatHours, parseHours, typedHours } from './hours.ts'

test.each([
  ['7.5', 450],
  ['7,5', 450],
  ['.25', 15],
  ['8', 480],
  ['8h', 480],
  ['8 hours', 480],
  ['7:30', 450],
  ['0:05', 5],
  ['7h 30m', 450],
  ['7 h 30 min', 450],
  ['7 hrs 5', 425],
  ['90 min', 90],
  ['07:30:00', 450],
  ['007:30:00', 450],
  ['0:04:29', 4],
  ['0:04:30', 5],
  ['24:00:00', 1440],
  ['24', 1440],
  ['0', 0],
  ['7.3333', 440],
])('%s is %i minutes', (typed, minutes) => {
  expect(parseHours(typed)).toBe(minutes)
})

test.each([
  '',
  'seven',
  '7:60',
  '24:01',
  '25',
  '-1',
  '7.5.1',
  '7:5',
  '7:30:60',
  '24:01:00',
  '7:30:00 pm',
  '1441 min',
  '1e3',
])('%j isn’t hours of a day', (typed) => {
  expect(parseHours(typed)).toBeUndefined()
})

test.each([
  [0, '', '0 min'],
  [5, '0:05', '5 min'],
  [450, '7:30', '7 h 30 min'],
  [480, '8:00', '8 h'],
  [60_000, '1000:00', '1,000 h'],
])('%i minutes are edited as %j and read as %j', (minutes, typed, text) => {
  expect([typedHours(minutes), formatHours(minutes)]).toEqual([typed, text])
})
