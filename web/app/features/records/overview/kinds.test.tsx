import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { claimOf, recordsOf } from '../testing/records.ts'
import { Kinds } from './kinds.tsx'

const trips = claimOf({
  _id: 'carTrips',
  kind: 'carTrips',
  method: 'Cents per km, 88c',
  claimableCents: 2253_24,
})
const logbook = claimOf({
  _id: 'carLogbook',
  kind: 'carLogbook',
  method: 'Logbook, 46% work use',
  claimableCents: 4000_25,
})
const open = (claims: (typeof trips)[]) => renderScreen(<Kinds records={recordsOf({ claims })} />)

test('of two methods, the one that wasn’t chosen says that it doesn’t count', async () => {
  open([
    { ...trips, choice: 'car:1', isChosen: false },
    { ...logbook, choice: 'car:1', isChosen: true },
  ])
  expect(
    await screen.findByText('Cents per km, 88c. It doesn’t count, because you chose another method.'),
  ).toBeTruthy()
  expect(screen.getByText('Logbook, 46% work use')).toBeTruthy()
})

test('until one is chosen, it asks for that', async () => {
  open([
    { ...trips, choice: 'car:1', isChosen: false },
    { ...logbook, choice: 'car:1', isChosen: false },
  ])
  expect(await screen.findByText('Choose the method that counts.')).toBeTruthy()
  expect(screen.queryByText(/doesn’t count/)).toBeNull()
})
