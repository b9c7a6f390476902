import { ownLodgementEndpoints } from '@docketbox/contract/lodgement/own-endpoints'
import { incomeYearOf } from '@docketbox/contract/core/income-years'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { today } from '#platform/format/dates.ts'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { mazda, recordsOf } from '../testing/records.ts'
import RecordsPage from './page.tsx'

test.each([
  ['', true],
  [', even if the vehicle couldn’t be loaded again', false],
])('someone without a vehicle adds it first, and then the trip%s', async (_, canReload) => {
  signInAs('User')
  const current = incomeYearOf(today())
  const saved = vi.fn<(vehicle: string) => void>()
  const vehicles: (typeof mazda)[] = []
  serveFakes(
    fake(ownLodgementEndpoints.sent, () => ({ docs: [], page: 1, totalPages: 1, totalDocs: 0 })),
    fake(recordEndpoints.ofYear, () =>
      vehicles.length > 0 && !canReload
        ? refuse(commonRefusals.invalidInput)
        : recordsOf({ incomeYear: current, vehicles }),
    ),
    fake(recordEndpoints.saveVehicle, ({ params: { vehicleId } }) => {
      vehicles.push({ ...mazda, _id: vehicleId })
      return { _id: vehicleId }
    }),
    fake(recordEndpoints.saveTrip, ({ params: { tripId }, body }) => {
      saved(body.vehicle)
      return { _id: tripId }
    }),
  )
  const { user } = renderScreen(<RecordsPage />, {
    path: '/years/:incomeYear/records',
    at: `/years/${current}/records`,
  })
  await user.click(await screen.findByRole('button', { name: 'Add a trip' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add a vehicle' })
  expect(dialog.textContent).toContain('Then you can add the trip.')
  await user.type(screen.getByLabelText('Make and model'), 'Mazda 3{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Add a trip' })).toBeTruthy()
  await user.type(screen.getByLabelText('Kilometres'), '12')
  await user.type(screen.getByLabelText('Purpose'), 'Site visit{Enter}')
  await waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith(vehicles[0]!._id))
})
