import { ownLodgementEndpoints } from '@docketbox/contract/lodgement/own-endpoints'
import { incomeYearOf } from '@docketbox/contract/core/income-years'
import type { Output } from '@docketbox/contract/core/endpoint'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { today } from '#platform/format/dates.ts'
import { fake, fakeLateRefusal, refuse, serveFakes, serveNothing } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import type { YearRecords } from '../queries.ts'
import { claimOf, mazda, recordsOf } from '../testing/records.ts'
import RecordsPage from './page.tsx'

beforeEach(() => signInAs('User'))
const current = incomeYearOf(today())

const noForms = fake(ownLodgementEndpoints.sent, () => ({ docs: [], page: 1, totalPages: 1, totalDocs: 0 }))
const at = (incomeYear: string) => ({
  path: '/years/:incomeYear/records',
  at: `/years/${incomeYear}/records`,
})

test('each kind shows its figure or what to do, and links to its screen', async () => {
  serveFakes(
    noForms,
    fake(recordEndpoints.ofYear, () =>
      recordsOf({
        claims: [
          claimOf(),
          claimOf({
            _id: 'laundry',
            kind: 'laundry',
            claimableCents: null,
            note: 'We don’t know the rate yet.',
            choice: null,
          }),
        ],
      }),
    ),
  )
  renderScreen(<RecordsPage />, at('2025-26'))
  expect(await screen.findByText('$1,050.00')).toBeTruthy()
  expect(screen.getByText('We don’t know the rate yet.')).toBeTruthy()
  expect(screen.getByText(/Enter work trips by the kilometre/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Car' }).getAttribute('href')).toBe('/years/2025-26/records/car')
  expect(screen.queryByRole('button', { name: 'Start timer' })).toBeNull()
})

test('hours entered on a page that stayed open overnight are those of the new day', async () => {
  vi.setSystemTime('2026-11-26T22:00:00')
  const saved = vi.fn<(days: object) => void>()
  const hours: { day: string; minutes: number }[] = [{ day: '2026-11-26', minutes: 450 }]
  serveFakes(
    noForms,
    fake(recordEndpoints.ofYear, () => recordsOf({ incomeYear: '2026-27', hours })),
    fake(recordEndpoints.saveHours, ({ body }) => {
      saved(body.days)
      hours.push(...body.days)
      return { before: [] }
    }),
  )
  const { user } = renderScreen(<RecordsPage />, at('2026-27'))
  const field = () => screen.findByLabelText<HTMLInputElement>('Hours worked from home today')
  expect((await field()).value).toBe('7:30')
  vi.setSystemTime('2026-11-27T09:00:00')
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await waitFor(async () => expect((await field()).value).toBe(''))
  await user.type(await field(), '8{Enter}')
  await waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith([{ day: '2026-11-27', minutes: 480 }]))
})

test('hours that couldn’t be saved keep their day overnight', async () => {
  vi.setSystemTime('2026-11-26T22:00:00')
  serveFakes(
    noForms,
    fake(recordEndpoints.ofYear, () => recordsOf({ incomeYear: '2026-27' })),
    fake(recordEndpoints.saveHours, () => refuse(commonRefusals.unexpected)),
  )
  const { user } = renderScreen(<RecordsPage />, at('2026-27'))
  await user.type(await screen.findByLabelText('Hours worked from home today'), '8{Enter}')
  expect(await screen.findByText(commonRefusals.unexpected.message)).toBeTruthy()
  vi.setSystemTime('2026-11-27T09:00:00')
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await waitFor(() => expect(screen.queryByText('Hours worked from home today')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Thu 26 Nov, hours').value).toBe('8')
})

test('a trip that’s being entered stays when a new income year begins', async () => {
  vi.setSystemTime('2026-06-30T23:50:00')
  serveFakes(
    noForms,
    fake(recordEndpoints.ofYear, () => recordsOf({ vehicles: [mazda] })),
  )
  const { user } = renderScreen(<RecordsPage />, at('2025-26'))
  await user.click(await screen.findByRole('button', { name: 'Add a trip' }))
  await user.type(screen.getByLabelText('Purpose'), 'Client in Penrith')
  vi.setSystemTime('2026-07-01T00:05:00')
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await screen.findByText('30 Jun')
  expect(screen.getByLabelText<HTMLInputElement>('Purpose').value).toBe('Client in Penrith')
  expect(screen.getByLabelText<HTMLInputElement>('Date').value).toBe('2026-06-30')
})

test('the timer of the current year starts, continues after a reload, and adds its time with an Undo', async () => {
  let timer: YearRecords['timer'] = null
  let added = 0
  const fakes = [
    noForms,
    fake(recordEndpoints.ofYear, () => recordsOf({ incomeYear: current, timer })),
    fake(recordEndpoints.startTimer, ({ body }) => {
      timer = { _id: body._id, startedAt: new Date(Date.now() - 90 * 60_000).toISOString() }
      return timer
    }),
    fake(recordEndpoints.stopTimer, () => {
      timer = null
      added += 90
      return { minutes: 90, before: [{ day: today(), minutes: 0 }] }
    }),
    fake(recordEndpoints.saveHours, () => {
      added -= 90
      return { before: [] }
    }),
  ]
  serveFakes(...fakes)
  const first = renderScreen(<RecordsPage />, at(current))
  await first.user.click(await screen.findByRole('button', { name: 'Start timer' }))
  expect(await screen.findByText('1 h 30 min')).toBeTruthy()
  first.unmount()
  const { user } = renderScreen(<RecordsPage />, at(current))
  await user.click(await screen.findByRole('button', { name: 'Stop and save' }))
  expect(await screen.findByText('Added 1 h 30 min.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Start timer' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(added).toBe(0))
})

test('the time of a timer isn’t discarded without a question', async () => {
  const startedAt = new Date(Date.now() - 90 * 60_000).toISOString()
  let timer: YearRecords['timer'] = { _id: crypto.randomUUID(), startedAt }
  serveFakes(
    noForms,
    fake(recordEndpoints.ofYear, () => recordsOf({ incomeYear: current, timer })),
    fake(recordEndpoints.discardTimer, ({ params }) => {
      timer = null
      return { _id: params.timerId }
    }),
  )
  const { user } = renderScreen(<RecordsPage />, at(current))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard 1 h 30 min?' }))
  expect(timer).not.toBeNull()
  await user.click(question.getByRole('button', { name: 'Discard' }))
  expect(await screen.findByRole('button', { name: 'Start timer' })).toBeTruthy()
})

test('discarding a timer that another tab stops meanwhile isn’t asked about the next one', async () => {
  const startedAt = new Date(Date.now() - 90 * 60_000).toISOString()
  let timer: YearRecords['timer'] = { _id: crypto.randomUUID(), startedAt }
  serveFakes(
    noForms,
    fake(recordEndpoints.ofYear, () => recordsOf({ incomeYear: current, timer })),
    fake(recordEndpoints.startTimer, ({ body }) => (timer = { _id: body._id, startedAt })),
  )
  const { user } = renderScreen(<RecordsPage />, at(current))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await screen.findByRole('alertdialog')
  timer = null
  vi.setSystemTime(Date.now() + 60_000)
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await user.click(await screen.findByRole('button', { name: 'Start timer' }))
  expect(await screen.findByRole('button', { name: 'Stop and save' })).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a timer that couldn’t be stopped says so, even after its screen was left', async () => {
  const timer = { _id: crypto.randomUUID(), startedAt: new Date().toISOString() }
  const { late, refuseNow } = fakeLateRefusal(recordEndpoints.stopTimer, commonRefusals.unexpected)
  serveFakes(
    noForms,
    fake(recordEndpoints.ofYear, () => recordsOf({ incomeYear: current, timer })),
    late,
  )
  const { user, router } = renderScreen(<RecordsPage />, at(current))
  await user.click(await screen.findByRole('button', { name: 'Stop and save' }))
  await router.navigate('/dashboard')
  await screen.findByLabelText('Elsewhere')
  refuseNow()
  expect(await screen.findByText(commonRefusals.unexpected.message)).toBeTruthy()
})

test('a stopped timer’s hours are confirmed, even after its screen was left', async () => {
  const timer = { _id: crypto.randomUUID(), startedAt: new Date().toISOString() }
  const stopped = Promise.withResolvers<Output<typeof recordEndpoints.stopTimer>>()
  serveFakes(
    noForms,
    fake(recordEndpoints.ofYear, () => recordsOf({ incomeYear: current, timer })),
    fake(recordEndpoints.stopTimer, () => stopped.promise),
  )
  const { user, router } = renderScreen(<RecordsPage />, at(current))
  await user.click(await screen.findByRole('button', { name: 'Stop and save' }))
  await router.navigate('/dashboard')
  await screen.findByLabelText('Elsewhere')
  stopped.resolve({ minutes: 90, before: [{ day: today(), minutes: 0 }] })
  expect(await screen.findByText('Added 1 h 30 min.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
})

test('a timer that was stopped without a response can be stopped again, for the same hours and Undo', async () => {
  let timer: YearRecords['timer'] = {
    _id: crypto.randomUUID(),
    startedAt: new Date(Date.now() - 90 * 60_000).toISOString(),
  }
  serveFakes(
    noForms,
    fake(recordEndpoints.ofYear, () => recordsOf({ incomeYear: current, timer })),
    fake(recordEndpoints.stopTimer, () => {
      if (timer) {
        timer = null
        throw new TypeError('Failed to fetch')
      }
      return { minutes: 90, before: [{ day: today(), minutes: 0 }] }
    }),
  )
  const { user } = renderScreen(<RecordsPage />, at(current))
  await user.click(await screen.findByRole('button', { name: 'Stop and save' }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Added 1 h 30 min.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
})

test('a failed load says so and offers a retry', async () => {
  serveNothing()
  renderScreen(<RecordsPage />, at('2025-26'))
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a year that the form doesn’t cover has no link to it', async () => {
  serveFakes(
    noForms,
    fake(recordEndpoints.ofYear, ({ params }) => recordsOf(params)),
  )
  renderScreen(<RecordsPage />, at('2022-23'))
  expect(await screen.findByText('You can fill it in for 2023–24 and later years.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Fill in the form' })).toBeNull()
})
