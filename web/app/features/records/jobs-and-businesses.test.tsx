import { commonRefusals } from '@docketbox/contract/core/refusal'
import { incomeYearOf } from '@docketbox/contract/core/income-years'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import type { HoursOfDay, Trip } from '@docketbox/contract/records/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { TaxQuestions } from '#features/receipts'
import { today } from '#platform/format/dates.ts'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import CarPage from './car/page.tsx'
import HoursPage from './hours/page.tsx'
import { Today } from './overview/today.tsx'
import type { YearRecords } from './queries.ts'
import { claimOf, mazda, recordsOf, siteVisit } from './testing/records.ts'

beforeEach(() => signInAs('User'))

const isChecked = (name: string) => screen.getByLabelText<HTMLInputElement>(name).checked

/** The car page of a year, which keeps the trips that are saved. */
function openCar(changes: Partial<YearRecords>) {
  const saved = vi.fn<(trip: object) => void>()
  let trips: Trip[] = changes.trips ?? []
  serveFakes(
    fake(recordEndpoints.ofYear, () => recordsOf({ vehicles: [mazda], ...changes, trips })),
    fake(recordEndpoints.saveTrip, ({ params: { tripId }, body }) => {
      const { known: _, ...trip } = body
      trips = [{ ...trip, _id: tripId, km: trip.km! }, ...trips.filter(({ _id }) => _id !== tripId)]
      saved(trip)
      return { _id: tripId }
    }),
  )
  const at = { path: '/years/:incomeYear/records/car', at: '/years/2025-26/records/car' }
  return { saved, ...renderScreen(<CarPage />, at) }
}

async function addTrip({ user }: Pick<ReturnType<typeof openCar>, 'user'>) {
  await user.type(screen.getByLabelText('Date'), '2025-08-05')
  await user.type(screen.getByLabelText('Kilometres'), '12')
  await user.type(screen.getByLabelText('Purpose'), 'Client in Penrith')
}

test('a new trip is for the same as the latest, and one tap makes it for the other', async () => {
  const { user, saved } = openCar({
    hasJobAndBusiness: true,
    trips: [{ ...siteVisit, isForBusiness: true }],
    claims: [
      claimOf({ _id: `carTrips:${mazda._id}`, kind: 'carTrips', subject: mazda.name, choice: null }),
      claimOf({
        _id: `carTrips:business:${mazda._id}`,
        kind: 'carTrips',
        label: 'business',
        subject: 'Mazda 3 (business)',
        choice: null,
      }),
    ],
  })
  expect(await screen.findByText(/^Mazda 3 \(business\), from/)).toBeTruthy()
  expect(screen.getByText(/^4 Aug 2025 · Business/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add a trip' }))
  expect(isChecked('For my business')).toBe(true)
  await addTrip({ user })
  await user.click(screen.getByRole('button', { name: 'Save trip' }))
  await waitFor(() => expect(saved.mock.lastCall![0]).toMatchObject({ isForBusiness: true }))

  await user.click(await screen.findByRole('button', { name: 'Options for Client in Penrith' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await user.click(screen.getByLabelText('For my job'))
  await user.click(screen.getByRole('button', { name: 'Save trip' }))
  expect(await screen.findByText(/^5 Aug 2025 · Job/)).toBeTruthy()
  expect(saved.mock.lastCall![0]).not.toHaveProperty('isForBusiness')
})

test('without a job and a business nothing asks what a trip is for, and its mark stays', async () => {
  const { user, saved } = openCar({ trips: [{ ...siteVisit, isForBusiness: true }] })
  expect(await screen.findByText('4 Aug 2025')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add a trip' }))
  expect(screen.queryByLabelText('For my business')).toBeNull()
  await addTrip({ user })
  await user.click(screen.getByRole('button', { name: 'Save trip' }))
  await waitFor(() => expect(saved.mock.lastCall![0]).not.toHaveProperty('isForBusiness'))

  await user.click(await screen.findByRole('button', { name: `Options for ${siteVisit.purpose}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  await user.type(screen.getByLabelText('Purpose'), ', again')
  await user.click(screen.getByRole('button', { name: 'Save trip' }))
  await waitFor(() => expect(saved.mock.lastCall![0]).toMatchObject({ isForBusiness: true }))
})

/** The hours page of a year; the first saves are refused as often as `failures` says. */
function openHours({ failures = 0, ...changes }: Partial<YearRecords> & { failures?: number }) {
  const saved: HoursOfDay[] = []
  const hours = [...(changes.hours ?? [])]
  serveFakes(
    fake(recordEndpoints.ofYear, () => recordsOf({ ...changes, hours })),
    fake(recordEndpoints.saveHours, ({ body: { days } }) => {
      if (failures-- > 0) return refuse(commonRefusals.unexpected)
      saved.push(...days)
      hours.push(...days)
      return { before: [] }
    }),
  )
  const at = { path: '/years/:incomeYear/records/hours', at: '/years/2025-26/records/hours' }
  return { saved, ...renderScreen(<HoursPage />, at) }
}

const day = '2026-06-30'
/** The one on screen. */
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Tue 30.Jun, hours$/ })

test('hours for a job and for a business are entered apart, and start with the latest', async () => {
  const hours = [
    { day, minutes: 60 },
    { day, minutes: 120, isForBusiness: true },
  ]
  const { user, saved } = openHours({ hasJobAndBusiness: true, hours })
  expect((await field()).value).toBe('1:00')
  expect(isChecked('For my job')).toBe(true)
  await user.click(screen.getByLabelText('For my business'))
  expect((await field()).value).toBe('2:00')
  await user.type(await field(), '3{Enter}')
  await waitFor(() => expect(saved).toEqual([{ day, minutes: 180, isForBusiness: true }]))
  await user.type(screen.getByLabelText('Or paste the lines here'), '2026-06-29, 7')
  await user.click(screen.getByRole('button', { name: 'Import 1 day for your business' }))
  await waitFor(() => expect(saved.at(-1)).toEqual({ day: '2026-06-29', minutes: 420, isForBusiness: true }))
})

test('hours that couldn’t be saved stay, with a way back, when the other ones are shown', async () => {
  const { user } = openHours({ hasJobAndBusiness: true, failures: 1 })
  await user.type(await field(), '8{Enter}')
  expect(await screen.findByText(commonRefusals.unexpected.message)).toBeTruthy()
  await user.click(screen.getByLabelText('For my business'))
  expect((await field()).value).toBe('')
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText(/for your job isn’t saved yet/)).toBeTruthy()
  await user.click(alert.getByRole('button', { name: 'Show that week' }))
  expect(isChecked('For my job')).toBe(true)
  expect((await field()).value).toBe('8')
})

test('without a job and a business, a day’s hours are one number', async () => {
  const hours = [
    { day, minutes: 60 },
    { day, minutes: 120, isForBusiness: true },
  ]
  const { user, saved } = openHours({ hours })
  expect((await field()).value).toBe('3:00')
  expect(screen.queryByLabelText('For my business')).toBeNull()
  await user.type(await field(), '4{Enter}')
  await waitFor(() => expect(saved).toEqual([{ day, minutes: 240 }]))
})

test('once their owner answers that they have both, records ask what they’re for', async () => {
  let hasJobAndBusiness = false
  serveFakes(
    fake(receiptEndpoints.taxProfile, () => ({ work: null, isGstRegistered: null, answers: [] })),
    fake(receiptEndpoints.updateTaxProfile, () => {
      hasJobAndBusiness = true
      return { work: 'both' as const, isGstRegistered: null, answers: [] }
    }),
    fake(recordEndpoints.ofYear, () => recordsOf({ hasJobAndBusiness })),
  )
  const screens = (
    <>
      <TaxQuestions />
      <HoursPage />
    </>
  )
  const at = { path: '/years/:incomeYear/records/hours', at: '/years/2025-26/records/hours' }
  const { user } = renderScreen(screens, at)
  await field()
  await user.selectOptions(await screen.findByLabelText('How do you earn your income?'), 'Both')
  expect(await screen.findByLabelText('For my business')).toBeTruthy()
})

test('today’s hours, the timer and a new trip are for what’s chosen, and what isn’t saved of the other stays', async () => {
  const started = vi.fn<(timer: object) => void>()
  serveFakes(
    fake(recordEndpoints.saveHours, () => refuse(commonRefusals.unexpected)),
    fake(recordEndpoints.startTimer, ({ body }) => {
      started(body)
      return { _id: body._id, startedAt: new Date().toISOString(), isForBusiness: true }
    }),
  )
  const records = recordsOf({
    incomeYear: incomeYearOf(today()),
    hasJobAndBusiness: true,
    vehicles: [mazda],
    trips: [{ ...siteVisit, isForBusiness: true }],
  })
  const { user } = renderScreen(<Today records={records} />)
  const shown = () =>
    screen.getAllByRole('textbox').map((input) => (input as HTMLInputElement).labels![0]!.textContent)
  const forJob = 'Hours worked from home today for your job '
  const forBusiness = 'Hours worked from home today for your business '
  expect(shown()).toEqual([forJob])
  await user.click(screen.getByLabelText('For my business'))
  expect(shown()).toEqual([forBusiness])
  await user.type(screen.getByRole('textbox'), '8{Enter}')
  expect(await screen.findByText(commonRefusals.unexpected.message)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Start timer' }))
  await waitFor(() => expect(started.mock.lastCall![0]).toMatchObject({ isForBusiness: true }))
  await user.click(screen.getByLabelText('For my job'))
  expect(shown()).toEqual([forJob, forBusiness])
  await user.click(screen.getByRole('button', { name: 'Add a trip' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText<HTMLInputElement>('For my job').checked).toBe(true)
})
