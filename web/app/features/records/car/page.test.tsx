import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import { recordTexts } from '@docketbox/contract/records/texts'
import type { Trip } from '@docketbox/contract/records/schemas'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import type { YearSummary } from '@docketbox/contract/years/summary'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { summaryOf, yearOf, yearsFake } from '#features/years/testing'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { logInAgain, renderScreen, signInAs } from '#testing/render.tsx'
import type { YearRecords } from '../queries.ts'
import { claimOf, logbookFrom, mazda, recordsOf, siteVisit } from '../testing/records.ts'
import CarPage from './page.tsx'

beforeEach(() => signInAs('User'))

function open(records: Partial<YearRecords> = {}, summary: Partial<YearSummary> = {}) {
  const trips = new Map<string, Trip>((records.trips ?? []).map((trip) => [trip._id, trip]))
  const choices: unknown[] = []
  serveFakes(
    fake(recordEndpoints.ofYear, () => recordsOf({ ...records, trips: [...trips.values()] })),
    fake(yearEndpoints.summary, () => summaryOf(summary)),
    yearsFake([yearOf(), yearOf({ incomeYear: '2023-24' })]),
    fake(recordEndpoints.saveTrip, ({ params: { tripId }, body }) => {
      trips.set(tripId, { _id: tripId, ...body, km: body.km ?? body.odometerEnd! - body.odometerStart! })
      return { _id: tripId }
    }),
    fake(recordEndpoints.removeTrip, ({ params: { tripId } }) => {
      trips.delete(tripId)
      return { deleted: null }
    }),
    fake(recordEndpoints.choose, ({ body }) => {
      choices.push(body)
      return { _id: body.choice }
    }),
  )
  return {
    trips,
    choices,
    ...renderScreen(<CarPage />, {
      path: '/years/:incomeYear/records/car',
      at: `/years/${records.incomeYear ?? '2025-26'}/records/car`,
    }),
  }
}

test('without a vehicle, it asks for one first', async () => {
  open()
  expect(await screen.findByRole('button', { name: 'Add your car' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add a trip' })).toBeNull()
})

test('a vehicle that isn’t a car is claimed from its receipts, without a logbook', async () => {
  const ute = { ...mazda, name: 'HiLux', isCar: false }
  const note = recordTexts.otherVehicle
  const trips = { kind: 'carTrips' as const, label: 'D2' as const, claimableCents: null, choice: null, note }
  const { user } = open({ vehicles: [ute], claims: [claimOf({ ...trips, _id: `carTrips:${ute._id}` })] })
  expect(await screen.findByText('Claimed from receipts')).toBeTruthy()
  expect(screen.getByText(note)).toBeTruthy()
  expect(screen.queryByText(/No figure yet|Start a logbook/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Edit HiLux' }))
  expect(screen.queryByText(/need it for a logbook/)).toBeNull()
  await user.click(screen.getByRole('radio', { name: /^A car/ }))
  expect(screen.getAllByText(/need it for a logbook/)).toHaveLength(2)
})

test('a vehicle that isn’t a car says how it’s claimed even without trips', async () => {
  open({ vehicles: [{ ...mazda, isCar: false }] })
  expect(await screen.findByText(recordTexts.otherVehicle)).toBeTruthy()
})

test('a trip needs a day, kilometres and a purpose, and can be undone', async () => {
  const { user, trips } = open({ vehicles: [mazda] })
  await user.click(await screen.findByRole('button', { name: 'Add a trip' }))
  await user.click(screen.getByRole('button', { name: 'Save trip' }))
  const summary = await screen.findByRole('alert')
  expect(
    within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Enter a date as day, month and year.',
    'Enter the kilometres.',
    'Enter why you drove, such as “Site visit in Parramatta”.',
  ])
  await user.type(screen.getByLabelText('Date'), '2025-08-04')
  await user.type(screen.getByLabelText('Kilometres'), '42.5')
  await user.type(screen.getByLabelText('Purpose'), 'Site visit')
  await user.click(screen.getByRole('button', { name: 'Save trip' }))
  expect(await screen.findByText('42.5 km')).toBeTruthy()
  expect([...trips.values()]).toMatchObject([{ vehicle: mazda._id, day: '2025-08-04', km: 42.5 }])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(trips.size).toBe(0))
})

test('with odometer readings, the kilometres follow from them', async () => {
  const { user, trips } = open({ vehicles: [mazda] })
  await user.click(await screen.findByRole('button', { name: 'Add a trip' }))
  await user.click(screen.getByRole('button', { name: 'Enter odometer readings instead' }))
  await user.type(screen.getByLabelText('Date'), '2025-08-04')
  await user.type(screen.getByLabelText('Odometer at start'), '10,000')
  await user.type(screen.getByLabelText('Odometer at end'), '10,042')
  await user.type(screen.getByLabelText('Purpose'), 'Site visit')
  await user.click(screen.getByRole('button', { name: 'Save trip' }))
  await waitFor(() => expect([...trips.values()]).toMatchObject([{ km: 42, odometerStart: 10_000 }]))
})

test('missing odometer readings are reported together with everything else', async () => {
  const { user, trips } = open({ vehicles: [mazda] })
  await user.click(await screen.findByRole('button', { name: 'Add a trip' }))
  await user.click(screen.getByRole('button', { name: 'Enter odometer readings instead' }))
  await user.type(screen.getByLabelText('Odometer at end'), '10,042')
  await user.click(screen.getByRole('button', { name: 'Save trip' }))
  for (const label of ['Date', 'Odometer at start', 'Purpose'])
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  expect(trips.size).toBe(0)
})

test('the same trip again only needs a day', async () => {
  const { user, trips } = open({ vehicles: [mazda], trips: [siteVisit] })
  await user.click(await screen.findByRole('button', { name: /^Options for/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Same trip again' }))
  await user.type(screen.getByLabelText('Date'), '2025-08-11')
  await user.click(screen.getByRole('button', { name: 'Save trip' }))
  await waitFor(() =>
    expect([...trips.values()].map(({ km, day }) => [km, day])).toEqual([
      [42.5, '2025-08-04'],
      [42.5, '2025-08-11'],
    ]),
  )
})

test('methods that can’t be combined are side by side, and one can be chosen', async () => {
  const choice = `car:${mazda._id}`
  const claim = { subject: mazda.name, label: 'D1' as const, choice, isChosen: false }
  const { user, choices } = open({
    vehicles: [mazda],
    claims: [
      claimOf({
        ...claim,
        _id: `carTrips:${mazda._id}`,
        kind: 'carTrips',
        claimableCents: 88_00,
        quantity: 100,
        unit: 'km',
      }),
      claimOf({
        ...claim,
        _id: `carLogbook:${mazda._id}`,
        kind: 'carLogbook',
        claimableCents: 5400_00,
        quantity: 60,
        unit: '%',
      }),
    ],
  })
  const group = within(await screen.findByRole('group', { name: /can’t combine these methods/ }))
  expect(group.getByText('$88.00')).toBeTruthy()
  expect(group.getByText('$5,400.00')).toBeTruthy()
  await user.click(group.getByRole('radio', { name: 'Logbook' }))
  await waitFor(() => expect(choices).toEqual([{ choice, kind: 'carLogbook' }]))
})

describe('the costs of a car with a logbook', () => {
  const logbook = logbookFrom('2025-08-01')
  const spent = { receipts: 3, spentCents: 500_00, reimbursedCents: 80_00, claimableCents: 420_00 }
  const cars = { ...spent, assetSpentCents: 0, withoutReceiptCents: 0 }

  test('start from its receipts, without what was paid back', async () => {
    const { user } = open({ vehicles: [mazda], logbooks: [logbook] }, { cars })
    expect(
      await screen.findByText(
        /^Your car receipts: \$420\.00 from 3 receipts, not counting \$80\.00 you were paid back\./,
      ),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Use this amount' }))
    expect(screen.getByLabelText<HTMLInputElement>(/^All costs for the year/).value).toBe('420.00')
  })

  test('include fuel without a receipt', async () => {
    const { user } = open(
      { vehicles: [mazda], logbooks: [logbook] },
      { cars: { ...cars, withoutReceiptCents: 65_50 } },
    )
    expect(await screen.findByText(/\. Your car expenses without a receipt: \$65\.50\./)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Use this amount' }))
    expect(screen.getByLabelText<HTMLInputElement>(/^All costs for the year/).value).toBe('485.50')
  })

  test('may be only those without a receipt', async () => {
    const none = { ...cars, receipts: 0, spentCents: 0, reimbursedCents: 0 }
    open({ vehicles: [mazda], logbooks: [logbook] }, { cars: { ...none, withoutReceiptCents: 65_50 } })
    expect(await screen.findByText(/^Your car expenses without a receipt: \$65\.50\./)).toBeTruthy()
  })

  test('start without the purchase of the car, of which only the decline in value counts', async () => {
    const bought = { ...cars, spentCents: 42_580_00, assetSpentCents: 38_500_00 }
    const { user } = open({ vehicles: [mazda], logbooks: [logbook] }, { cars: bought })
    expect(
      await screen.findByText(
        /, not counting \$80\.00 you were paid back or \$38,500\.00 that’s for assets or may be\. Add this year’s decline in value for assets\./,
      ),
    ).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Use this amount' }))
    expect(screen.getByLabelText<HTMLInputElement>(/^All costs for the year/).value).toBe('4,000.00')
  })

  test.each([
    ['2026-06-29', 'Odometer when you sold it', 'If you still have the car, enter the reading on 30 Jun.'],
    ['2026-06-30', 'Odometer on 30 Jun', 'Or on the day you sold it.'],
  ])('on %s come with the “%s”', async (day, label, hint) => {
    vi.setSystemTime(`${day}T02:00:00Z`)
    open({ vehicles: [mazda], logbooks: [logbook] })
    expect(await screen.findByLabelText(new RegExp(`^${label}`.replaceAll(' ', '\\s')))).toBeTruthy()
    expect(screen.getByText((text) => text.replaceAll(/\s/g, ' ') === hint)).toBeTruthy()
  })

  test('say when a business’s receipts include GST it claims back', async () => {
    open({ vehicles: [mazda], logbooks: [logbook] }, { cars, businessIncludesGst: true })
    expect(
      await screen.findByText(/They include GST\. Leave out what you claim back as a credit\./),
    ).toBeTruthy()
  })

  test('don’t start from the receipts of several cars', async () => {
    const other = { ...mazda, _id: '01a1f98c-b7c0-73be-90be-d80dc65f7535', name: 'Corolla' }
    open({ vehicles: [mazda, other], logbooks: [logbook] }, { cars })
    expect(await screen.findByText(/^Your car receipts: \$420\.00/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Use this amount' })).toBeNull()
  })
})

test('a car’s figures typed when the session ends are entered for the same car', async () => {
  const ute = { ...mazda, _id: crypto.randomUUID(), name: 'Ute' }
  const ofUte = { ...logbookFrom('2025-08-01'), _id: crypto.randomUUID(), vehicle: ute._id }
  const openForms = async () => {
    const page = open({ vehicles: [mazda, ute], logbooks: [logbookFrom('2025-08-01'), ofUte] })
    return { ...page, costs: await screen.findAllByLabelText<HTMLInputElement>(/^All costs for the year/) }
  }
  const { user, unmount, costs } = await openForms()
  await user.type(costs[0]!, '4000')
  await user.type(costs[1]!, '500')
  logInAgain(unmount)
  expect((await openForms()).costs.map(({ value }) => value)).toEqual(['4,000.00', '500.00'])
})
