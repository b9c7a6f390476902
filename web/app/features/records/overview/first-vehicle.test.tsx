import { ownLodgementEndpoints } from '@docketbox/contract/lodgement/own-endpoints'
import { incomeYearOf } from '@docketbox/contract/core/income-years'
import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { today } from '#platform/format/dates.ts'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { mazda, recordsOf } from '../testing/records.ts'
import RecordsPage from './page.tsx'

test('someone without a vehicle adds it first, and then the trip', async () => {
  signInAs('User')
  const current = incomeYearOf(today())
  const vehicles: (typeof mazda)[] = []
  serveFakes(
    fake(ownLodgementEndpoints.sent, () => ({ docs: [], page: 1, totalPages: 1, totalDocs: 0 })),
    fake(recordEndpoints.ofYear, () => recordsOf({ incomeYear: current, vehicles })),
    fake(recordEndpoints.saveVehicle, ({ params: { vehicleId } }) => {
      vehicles.push({ ...mazda, _id: vehicleId })
      return { _id: vehicleId }
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
  expect(screen.getByLabelText('Purpose')).toBeTruthy()
})
