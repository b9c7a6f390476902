import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import type { Trip } from '@docketbox/contract/records/schemas'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { summaryOf, yearOf, yearsFake } from '#features/years/testing'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import type { YearRecords } from '../queries.ts'
import { logbookFrom, mazda, recordsOf, siteVisit } from '../testing/records.ts'
import CarPage from './page.tsx'

/** A year whose records may be deleted. */
const over = { keepUntil: '2025-11-02', isProvisional: false, isDecisionDue: false }

beforeEach(() => signInAs('User'))

/** What another tab has made of the trip on screen. */
const changedElsewhere = { ...siteVisit, km: 50 }

/** Whether the response to the deletion of a trip gets lost. */
let isResponseLost = false

function open({ trips: [trip = siteVisit] = [], ...records }: Partial<YearRecords> = {}) {
  const trips = new Map<string, Trip>([[trip._id, trip]])
  serveFakes(
    fake(recordEndpoints.ofYear, () =>
      recordsOf({ vehicles: [mazda], ...records, trips: [...trips.values()] }),
    ),
    fake(yearEndpoints.summary, () => summaryOf()),
    yearsFake([
      yearOf(),
      yearOf({ incomeYear: '2023-24' }),
      yearOf({ incomeYear: '2019-20', retention: over }),
    ]),
    fake(recordEndpoints.saveTrip, ({ params: { tripId }, body }) => {
      trips.set(tripId, { _id: tripId, ...body, km: body.km! })
      return { _id: tripId }
    }),
    fake(recordEndpoints.removeTrip, ({ params: { tripId } }) => {
      if (trips.delete(tripId) && isResponseLost) throw new TypeError('Failed to fetch')
      return { deleted: changedElsewhere }
    }),
  )
  const year = records.incomeYear ?? '2025-26'
  const shown = { path: '/years/:incomeYear/records/car', at: `/years/${year}/records/car` }
  return { trips, ...renderScreen(<CarPage />, shown) }
}

/** Chooses Delete in the menu of the only trip. */
async function deleteTrip(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: `Options for ${siteVisit.purpose}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  return within(await screen.findByRole('alertdialog'))
}

test('deleting a trip asks while the law requires it to be kept, and Undo restores what another tab made of it', async () => {
  const { user, trips } = open()
  const question = await deleteTrip(user)
  expect(await question.findByText('Delete it before 17 May 2032?')).toBeTruthy()
  expect(question.getByText('Site visit in Parramatta, 4 Aug 2025')).toBeTruthy()
  expect(question.getByText(/the law requires you to keep its records until/)).toBeTruthy()
  expect(trips.size).toBe(1)
  await user.click(question.getByRole('button', { name: 'Delete anyway' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect([...trips.values()]).toMatchObject([changedElsewhere]))
})

test('after a deletion without a response, a trip can be deleted again and restored', async () => {
  isResponseLost = true
  onTestFinished(() => void (isResponseLost = false))
  const { user, trips } = open()
  const question = await deleteTrip(user)
  await user.click(question.getByRole('button', { name: 'Delete anyway' }))
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(trips.size).toBe(0)
  await user.click(retry)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect([...trips.values()]).toMatchObject([changedElsewhere]))
})

test.each([
  ['that may be deleted', [], 'Delete this trip?'],
  ['that a logbook used in later years needs', [logbookFrom('2020-03-01')], 'Delete it before 17 May 2032?'],
])('deleting a trip of an old year %s says so', async (_, logbooks, title) => {
  const trip = { ...siteVisit, day: '2020-03-02' }
  const { user } = open({ incomeYear: '2019-20', trips: [trip], logbooks })
  const question = await deleteTrip(user)
  expect(await question.findByText(title)).toBeTruthy()
})
