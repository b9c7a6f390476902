import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import type { YearRecords } from '../queries.ts'
import { claimOf, mazda, recordsOf, siteVisit } from '../testing/records.ts'
import { SharedRecords } from './records.tsx'

function open(changes: Partial<YearRecords>) {
  serveFakes(fake(recordEndpoints.ofYear, () => recordsOf(changes)))
  return renderScreen(<SharedRecords year="2025-26" />)
}

test('figures say whether they count, and the records behind them are listed', async () => {
  const hours = Array.from({ length: 11 }, (_, index) => ({ day: `2025-08-${index + 10}`, minutes: 450 }))
  const phone = claimOf({
    _id: 'phoneAndInternet:phone',
    kind: 'phoneAndInternet',
    subject: 'Phone',
    isChosen: false,
  })
  const logbookTrips = [{ ...siteVisit, day: '2023-08-04' }]
  const { user } = open({
    claims: [claimOf(), phone],
    hours,
    vehicles: [mazda],
    trips: [siteVisit],
    logbookTrips,
  })
  expect(await screen.findByText('Counts under D5')).toBeTruthy()
  expect(screen.getByText('Doesn’t count: another method was chosen')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Hours worked from home: 82 h 30 min' })).toBeTruthy()
  const trips = within(screen.getByRole('table', { name: 'Work trips' }))
  for (const text of ['4 Aug 2025', 'Site visit in Parramatta', 'Mazda 3, ABC123', '42.5'])
    expect(trips.getByText(text)).toBeTruthy()
  expect(
    within(screen.getByRole('table', { name: 'Trips of the logbooks' })).getByText('4 Aug 2023'),
  ).toBeTruthy()
  expect(screen.queryByText('20 Aug 2025')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show all 11' }))
  expect(screen.getByText('20 Aug 2025')).toBeTruthy()
  // Nothing to change.
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('trips in a vehicle that isn’t a car are evidence for its receipts', async () => {
  const trips = { kind: 'carTrips' as const, label: 'D2' as const, claimableCents: null, choice: null }
  open({ claims: [claimOf({ ...trips, subject: 'HiLux' })] })
  expect(await screen.findByText('Evidence for this vehicle’s receipts')).toBeTruthy()
  expect(screen.queryByText('Counts under D2')).toBeNull()
})

test('a year without records says so', async () => {
  open({})
  expect(await screen.findByText(/No hours, trips, laundry or diaries/)).toBeTruthy()
})
