import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { yearsFake } from '#features/years/testing'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { mazda, recordsOf } from '../testing/records.ts'
import CarPage from './page.tsx'

beforeEach(() => signInAs('User'))

test.each([
  [
    'deleting a vehicle says how long to keep it, and Undo restores it with what was entered for its years',
    false,
  ],
  ['after a deletion without a response, a vehicle can be deleted again and restored', true],
])('%s', async (_, isResponseLost) => {
  const year = { odometerStart: 100, odometerEnd: null, costsCents: 4_000_00 }
  let isThere = true
  const { _id: id, ...details } = mazda
  // Changed in another tab.
  const deleted = { ...details, registration: 'NEW456', years: [{ ...year, incomeYear: '2024-25' }] }
  const restored: unknown[] = []
  serveFakes(
    fake(recordEndpoints.ofYear, () => recordsOf({ vehicles: isThere ? [mazda] : [] })),
    yearsFake(),
    fake(recordEndpoints.removeVehicle, () => {
      const isRepeated = !isThere
      isThere = false
      if (isResponseLost && !isRepeated) throw new TypeError('Failed to fetch')
      return { deleted }
    }),
    fake(recordEndpoints.saveVehicle, ({ params: { vehicleId }, body }) => {
      isThere = true
      restored.push(body)
      return { _id: vehicleId }
    }),
    fake(recordEndpoints.saveVehicleYear, ({ params, body }) => {
      restored.push({ ...params, ...body })
      return { _id: params.vehicleId }
    }),
  )
  const { user } = renderScreen(<CarPage />, {
    path: '/years/:incomeYear/records/car',
    at: '/years/2025-26/records/car',
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Mazda 3' }))
  await user.click(screen.getByRole('button', { name: 'Delete vehicle' }))
  expect(await screen.findByText('Delete it before 17 May 2032?')).toBeTruthy()
  expect(isThere).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Delete anyway' }))
  // The test has no styles: to it, the toast is behind the dialog.
  if (isResponseLost) fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() =>
    expect(restored).toEqual([
      { ...details, registration: 'NEW456', known: null },
      { ...year, incomeYear: '2024-25', vehicleId: id, known: null },
    ]),
  )
  expect(isThere).toBe(true)
})

test('a vehicle with trips or logbooks says that they’re deleted first, and doesn’t ask', async () => {
  serveFakes(
    fake(recordEndpoints.ofYear, () => recordsOf({ vehicles: [{ ...mazda, isInUse: true }] })),
    yearsFake(),
  )
  const { user } = renderScreen(<CarPage />, {
    path: '/years/:incomeYear/records/car',
    at: '/years/2025-26/records/car',
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Mazda 3' }))
  await user.click(screen.getByRole('button', { name: 'Delete vehicle' }))
  expect(await screen.findByText('Delete the vehicle’s trips and logbooks first.')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a car that turns out to be another vehicle keeps its logbook, which no longer counts', async () => {
  serveFakes(
    fake(recordEndpoints.ofYear, () => recordsOf({ vehicles: [mazda] })),
    yearsFake(),
  )
  const { user } = renderScreen(<CarPage />, {
    path: '/years/:incomeYear/records/car',
    at: '/years/2025-26/records/car',
  })
  await user.click(await screen.findByRole('button', { name: 'Edit Mazda 3' }))
  expect(screen.queryByText(/stay saved/)).toBeNull()
  await user.click(screen.getByRole('radio', { name: /^Another vehicle/ }))
  expect(
    screen.getByText(/The logbook and the costs you’ve entered here stay saved, but don’t count/),
  ).toBeTruthy()
})
