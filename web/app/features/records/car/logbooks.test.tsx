import { resultOf } from '@docketbox/contract/records/logbook'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { mazda } from '../testing/records.ts'
import { Logbooks } from './logbooks.tsx'

const logbook = resultOf(
  {
    _id: '01a1f98c-b7c0-73be-90be-d80dc65f7501',
    vehicle: mazda._id,
    startedOn: '2025-08-01',
    endedOn: null,
    odometerStart: 0,
    odometerEnd: null,
  },
  [],
)

test.each([
  [{ registration: '' }, 'A logbook also needs the car’s registration. Edit the car to add it.'],
  [
    { registration: '', engineCapacity: '' },
    'A logbook also needs the car’s registration and engine capacity. Edit the car to add them.',
  ],
])('a logbook of a car without %j says what it lacks', async (changes, text) => {
  renderScreen(<Logbooks vehicle={{ ...mazda, ...changes }} incomeYear="2025-26" logbooks={[logbook]} />)
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a car without a logbook needs no registration', async () => {
  renderScreen(<Logbooks vehicle={{ ...mazda, registration: '' }} incomeYear="2025-26" logbooks={[]} />)
  expect(await screen.findByRole('button', { name: 'Start a logbook' })).toBeTruthy()
  expect(screen.queryByText(/also needs/)).toBeNull()
})

test('a logbook that’s being kept points out trips that share kilometres', async () => {
  const trip = {
    _id: '01a1f98c-b7c0-73be-90be-d80dc65f7502',
    vehicle: mazda._id,
    day: '2025-08-04',
    endedOn: null,
    odometerStart: 100,
    odometerEnd: 200,
    km: 100,
    purpose: 'Site visit',
  }
  const kept = resultOf(logbook, [trip, { ...trip, day: '2025-08-06' }])
  renderScreen(<Logbooks vehicle={mazda} incomeYear="2025-26" logbooks={[kept]} />)
  const problem = 'The trips on 4 Aug and 6 Aug share kilometres on the odometer. Check their readings.'
  expect(await screen.findByText(problem)).toBeTruthy()
  expect(screen.queryByText(/Enter when the logbook ended/)).toBeNull()
})
