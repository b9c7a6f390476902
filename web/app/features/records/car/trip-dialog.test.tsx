import { commonRefusals } from '@docketbox/contract/core/refusal'
import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import type { Trip } from '@docketbox/contract/records/schemas'
import { recordRefusals } from '@docketbox/contract/records/texts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { yearsFake } from '#features/years/testing'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { mazda, recordsOf, siteVisit } from '../testing/records.ts'
import CarPage from './page.tsx'

const car = { path: '/years/:incomeYear/records/car', at: '/years/2025-26/records/car' }
let stored = siteVisit

/** Types a purpose, saves once another tab has changed the trip, and is refused. */
async function saveAfter(change: Partial<Trip>) {
  signInAs('User')
  stored = siteVisit
  const ofThisYear = () => (stored.day < '2026-07-01' ? [stored] : [])
  serveFakes(
    fake(recordEndpoints.ofYear, () => recordsOf({ vehicles: [mazda], trips: ofThisYear() })),
    yearsFake(),
    fake(recordEndpoints.saveTrip, ({ params, body: { known, ...body } }) => {
      if (known && (known.km !== stored.km || known.day !== stored.day)) return refuse(commonRefusals.changed)
      stored = { ...stored, ...body, km: body.km! }
      return { _id: params.tripId }
    }),
  )
  const { user } = renderScreen(<CarPage />, car)
  await user.click(await screen.findByRole('button', { name: /^Options for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const purpose = screen.getByLabelText<HTMLInputElement>('Purpose')
  await user.clear(purpose)
  await user.type(purpose, 'Client in Penrith')
  stored = { ...stored, ...change }
  await user.click(screen.getByRole('button', { name: 'Save trip' }))
  expect(await screen.findByText(commonRefusals.changed.message)).toBeTruthy()
  return { user, purpose }
}

test('a trip that another tab has changed isn’t overwritten, and what’s typed stays', async () => {
  const { user, purpose } = await saveAfter({ km: 50, purpose: 'Site visit in Bondi' })
  await user.click(await screen.findByRole('button', { name: 'Show what’s there now' }))
  expect(purpose.value).toBe('Site visit in Bondi')
  await user.click(screen.getByRole('button', { name: 'Show what I entered' }))
  expect(purpose.value).toBe('Client in Penrith')
  expect(screen.getByLabelText<HTMLInputElement>('Kilometres').value).toBe('50')
  await user.click(screen.getByRole('button', { name: 'Save trip' }))
  await waitFor(() => expect(stored).toMatchObject({ km: 50, purpose: 'Client in Penrith' }))
})

test('a trip that another tab has moved to another year is replaced on the second try', async () => {
  const { user } = await saveAfter({ day: '2026-07-02' })
  await user.click(screen.getByRole('button', { name: 'Save trip' }))
  await waitFor(() => expect(stored).toMatchObject({ day: siteVisit.day, purpose: 'Client in Penrith' }))
})

test('a new trip stays on the screen when another tab deletes the only vehicle', async () => {
  signInAs('User')
  let vehicles = [mazda]
  serveFakes(
    fake(recordEndpoints.ofYear, () => recordsOf({ vehicles })),
    yearsFake(),
    fake(recordEndpoints.saveTrip, () => refuse(recordRefusals.unknownVehicle)),
  )
  const { user } = renderScreen(<CarPage />, car)
  await user.click(await screen.findByRole('button', { name: 'Add a trip' }))
  await user.type(screen.getByLabelText('Date'), '2025-08-04')
  await user.type(screen.getByLabelText('Kilometres'), '12')
  await user.type(screen.getByLabelText('Purpose'), 'Client in Penrith')
  vehicles = []
  await user.click(screen.getByRole('button', { name: 'Save trip' }))
  expect(await screen.findByText(recordRefusals.unknownVehicle.message)).toBeTruthy()
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await screen.findByText('No vehicles yet.')
  expect(screen.getByLabelText<HTMLInputElement>('Purpose').value).toBe('Client in Penrith')
})

test('a trip and a logbook that are saved in another year say so', async () => {
  signInAs('User')
  serveFakes(
    fake(recordEndpoints.ofYear, () => recordsOf({ vehicles: [mazda] })),
    yearsFake(),
    fake(recordEndpoints.saveTrip, ({ params: { tripId } }) => ({ _id: tripId })),
    fake(recordEndpoints.saveLogbook, ({ params: { logbookId } }) => ({ _id: logbookId })),
  )
  const { user } = renderScreen(<CarPage />, car)
  await user.click(await screen.findByRole('button', { name: 'Add a trip' }))
  await user.type(screen.getByLabelText('Date'), '2024-08-04')
  await user.type(screen.getByLabelText('Kilometres'), '12')
  await user.type(screen.getByLabelText('Purpose'), 'Client in Penrith')
  await user.click(screen.getByRole('button', { name: 'Save trip' }))
  expect(await screen.findByText('Trip saved in 2024–25.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Start a logbook' }))
  await user.type(screen.getByLabelText('Start date'), '2026-07-04')
  await user.type(screen.getByLabelText('Odometer at start'), '100')
  await user.click(screen.getByRole('button', { name: 'Save logbook' }))
  expect(await screen.findByText('Logbook saved in 2026–27.')).toBeTruthy()
})
