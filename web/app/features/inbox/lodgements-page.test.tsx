import { commonRefusals } from '@docketbox/contract/core/refusal'
import { inboxEndpoints, type InboxLodgement } from '@docketbox/contract/inbox/endpoints'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, fakeLateRefusal, serveFakes, serveNothing } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import LodgementsPage from './lodgements-page.tsx'

const lodgement: InboxLodgement = {
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7534',
  reference: '7K3M-9QXR',
  incomeYear: '2025-26',
  fullName: 'Ann Lee',
  email: 'ann@example.com',
  phoneNumber: '0412 345 678',
  dependents: 2,
  hasSpouse: true,
  hasInvestmentProperty: null,
  propertyExpensesCents: null,
  isResident: true,
  medicareCardDate: '2012-05-01',
  keepsLogBook: false,
  weeklyFuelExpensesCents: 123_450,
  carRepairsAndServicingCents: 0,
  monthlyInsuranceCents: 0,
  monthlyInternetCents: 0,
  weeklyFoodAtWorkCents: 0,
  clothingAndLaundryCents: 0,
  yearlyDonationCents: 0,
  workRelatedCents: 0,
  monthlyDonationCents: 0,
  createdAt: '2026-11-01T00:00:00.000Z',
  isDone: false,
}

beforeEach(() => signInAs('Admin'))
const open = () => renderScreen(<LodgementsPage />, { path: '/admin-dashboard/lodgements' })

test('a lodgement shows its answers and can be marked as done, after which it’s deleted', async () => {
  let isDone = false
  serveFakes(
    fake(inboxEndpoints.listLodgements, () => ({
      docs: [{ ...lodgement, isDone }],
      page: 1,
      totalPages: 1,
      totalDocs: 1,
    })),
    fake(inboxEndpoints.setDone, ({ body }) => {
      isDone = body.isDone
      return { _id: lodgement._id, isDone }
    }),
  )
  const { user } = open()
  expect(await screen.findByText('7K3M-9QXR')).toBeTruthy()
  await user.click(screen.getByText('Answers'))
  expect(screen.getByText('$1,234.50')).toBeTruthy()
  expect(screen.getByText(/We delete lodgements 90 days after they’re marked as done/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Mark done' }))
  expect(await screen.findByRole('button', { name: 'Reopen' })).toBeTruthy()
})

test('a lodgement that couldn’t be marked as done says so, even after its screen was left', async () => {
  const { late, refuseNow } = fakeLateRefusal(inboxEndpoints.setDone, commonRefusals.unexpected)
  serveFakes(
    fake(inboxEndpoints.listLodgements, () => ({ docs: [lodgement], page: 1, totalPages: 1, totalDocs: 1 })),
    late,
  )
  const { user, router } = open()
  await user.click(await screen.findByRole('button', { name: 'Mark done' }))
  await router.navigate('/admin-dashboard')
  await screen.findByLabelText('Elsewhere')
  refuseNow()
  expect(await screen.findByText(commonRefusals.unexpected.message)).toBeTruthy()
})

test('the list can be limited to lodgements that aren’t done', async () => {
  serveFakes(
    fake(inboxEndpoints.listLodgements, ({ query }) => {
      const docs = query.isOpen === 'true' ? [] : [{ ...lodgement, isDone: true }]
      return { docs, page: 1, totalPages: 1, totalDocs: docs.length }
    }),
  )
  const { user } = open()
  expect(await screen.findByText('7K3M-9QXR')).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('Status'), 'Not done')
  expect(await screen.findByText('No matching lodgements.')).toBeTruthy()
})

test('a failed load says so and offers a retry', async () => {
  serveNothing()
  open()
  expect(await screen.findByText('Failed to fetch data.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
