import { commonRefusals } from '@docketbox/contract/core/refusal'
import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { yearsFake } from '#features/years/testing'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { mazda, recordsOf, siteVisit } from '../testing/records.ts'
import CarPage from './page.tsx'

test('a trip that another tab has changed isn’t overwritten, and what’s typed stays', async () => {
  signInAs('User')
  let stored = siteVisit
  serveFakes(
    fake(recordEndpoints.ofYear, () => recordsOf({ vehicles: [mazda], trips: [stored] })),
    yearsFake(),
    fake(recordEndpoints.saveTrip, ({ params, body: { known, ...body } }) => {
      if (known?.km !== stored.km) return refuse(commonRefusals.changed)
      stored = { ...stored, ...body, km: body.km! }
      return { _id: params.tripId }
    }),
  )
  const { user } = renderScreen(<CarPage />, {
    path: '/years/:incomeYear/records/car',
    at: '/years/2025-26/records/car',
  })
  await user.click(await screen.findByRole('button', { name: /^Options for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const purpose = screen.getByLabelText<HTMLInputElement>('Purpose')
  await user.clear(purpose)
  await user.type(purpose, 'Client in Penrith')
  stored = { ...stored, km: 50, purpose: 'Site visit in Bondi' }
  await user.click(screen.getByRole('button', { name: 'Save trip' }))
  expect(await screen.findByText(commonRefusals.changed.message)).toBeTruthy()

  await user.click(await screen.findByRole('button', { name: 'Show what’s there now' }))
  expect(purpose.value).toBe('Site visit in Bondi')
  await user.click(screen.getByRole('button', { name: 'Show what I entered' }))
  expect(purpose.value).toBe('Client in Penrith')
  expect(screen.getByLabelText<HTMLInputElement>('Kilometres').value).toBe('50')
  await user.click(screen.getByRole('button', { name: 'Save trip' }))
  await waitFor(() => expect(stored).toMatchObject({ km: 50, purpose: 'Client in Penrith' }))
})
