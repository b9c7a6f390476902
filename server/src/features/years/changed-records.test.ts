import { randomUUID } from 'node:crypto'
import { api } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber } from '#testing/receipts.ts'
import { yearOf } from '#testing/years.ts'

const { records, expenses, years } = api
const incomeYear = '2025-26'
const ids = { vehicle: randomUUID(), trip: randomUUID(), logbook: randomUUID(), expense: randomUUID() }
const mazda = { name: 'Mazda 3', registration: 'ABC123', engineCapacity: '2.0 L', isCar: true }
const trip = {
  vehicle: ids.vehicle,
  day: '2025-08-04',
  endedOn: null,
  km: 100,
  odometerStart: 1_000,
  odometerEnd: 1_100,
  purpose: 'Site visit',
}
const logbook = {
  vehicle: ids.vehicle,
  startedOn: '2025-08-01',
  endedOn: '2025-11-30',
  odometerStart: 1_000,
  odometerEnd: 1_200,
}
const costs = { odometerStart: 0, odometerEnd: 9_000, costsCents: 1_000_00 }
const parking = {
  kind: 'smallExpense' as const,
  paidOn: '2026-03-03',
  supplier: 'Parking meter',
  description: 'Parking at a client',
  amountCents: 450,
}

let server: TestServer
let ann: Person
let count = 0
beforeAll(async () => {
  server = await startTestServer()
})
/** Records of 2025-26, whose return is lodged on 10 August. */
beforeEach(async () => {
  server.setNow(new Date('2026-08-05T02:00:00Z'))
  ann = await addSubscriber(server, `ann${++count}@example.com`)
  await saveHours(480)
  await saveVehicle()
  await saveTrip()
  await saveLogbook()
  await saveCosts()
  await saveDiary()
  await saveLaundry()
  await saveExpense()
  await at('2026-09-01')
  await lodge(null)
})

/** Noon in Sydney on a day, after logging in again. */
async function at(day: string) {
  server.setNow(new Date(`${day}T02:00:00Z`))
  ann = await server.signIn(ann)
}
const saveHours = (minutes: number, day = '2025-09-01') =>
  server.call(records.saveHours, { body: { days: [{ day, minutes }] } }, ann)
const saveVehicle = (changes: object = {}) =>
  server.call(
    records.saveVehicle,
    { params: { vehicleId: ids.vehicle }, body: { ...mazda, ...changes } },
    ann,
  )
const saveTrip = (changes: object = {}) =>
  server.call(records.saveTrip, { params: { tripId: ids.trip }, body: { ...trip, ...changes } }, ann)
const removeTrip = () => server.call(records.removeTrip, { params: { tripId: ids.trip } }, ann)
const saveLogbook = (changes: object = {}) =>
  server.call(
    records.saveLogbook,
    { params: { logbookId: ids.logbook }, body: { ...logbook, ...changes } },
    ann,
  )
const removeLogbook = () => server.call(records.removeLogbook, { params: { logbookId: ids.logbook } }, ann)
const saveCosts = (changes: object = {}) =>
  server.call(
    records.saveVehicleYear,
    { params: { incomeYear, vehicleId: ids.vehicle }, body: { ...costs, ...changes } },
    ann,
  )
const saveDiary = (costCents = 600_00) =>
  server.call(
    records.saveDiary,
    { params: { incomeYear, service: 'phone' }, body: { startedOn: '2026-02-02', costCents } },
    ann,
  )
const saveDiaryDay = () =>
  server.call(
    records.saveDiaryDays,
    { params: { service: 'phone' }, body: { days: [{ day: '2026-02-02', work: 1, personal: 1 }] } },
    ann,
  )
const removeDiary = () => server.call(records.removeDiary, { params: { incomeYear, service: 'phone' } }, ann)
const saveLaundry = (entryId: string = ids.trip, workLoads = 2) =>
  server.call(
    records.saveLaundry,
    { params: { entryId }, body: { day: '2026-01-05', workLoads, mixedLoads: 3 - workLoads } },
    ann,
  )
const removeLaundry = () => server.call(records.removeLaundry, { params: { entryId: ids.trip } }, ann)
const saveExpense = (changes: object = {}, evidenceId: string = ids.expense) =>
  server.call(expenses.save, { params: { evidenceId }, body: { ...parking, ...changes } }, ann)
const removeExpense = () => server.call(expenses.remove, { params: { evidenceId: ids.expense } }, ann)
const choose = (kind: 'workFromHome' | null) =>
  server.call(records.choose, { params: { incomeYear }, body: { choice: 'home', kind } }, ann)
const lodge = (amendedOn: string | null) =>
  server.call(
    years.recordLodgedReturn,
    { params: { incomeYear }, body: { lodgedOn: '2026-08-10', via: 'myTax', amendedOn } },
    ann,
  )
const answer = (work: 'employee' | 'soleTrader', from?: string) =>
  server.call(api.receipts.updateTaxProfile, { body: { work, ...(from && { from }) } }, ann)
const changed = async () => (await yearOf(server, ann, incomeYear)).changedSinceLodged

test('how the owner has earned since a return was lodged isn’t a change of its year', async () => {
  await answer('soleTrader')
  expect(await changed()).toEqual([])
})

describe('after a return was lodged', () => {
  type Step = () => Promise<unknown>
  test.each<[string, Step, string[], Step]>([
    ['hours', () => saveHours(240), ['workFromHome'], () => saveHours(480)],
    [
      'hours of another day',
      () => saveHours(60, '2025-09-02'),
      ['workFromHome'],
      () => saveHours(0, '2025-09-02'),
    ],
    ['a trip', () => saveTrip({ odometerEnd: 1_150 }), ['carTrips', 'carLogbook'], saveTrip],
    ['a deleted trip', removeTrip, ['carTrips', 'carLogbook'], saveTrip],
    [
      'a trip moved to another year',
      () => saveTrip({ day: '2026-07-04' }),
      ['carTrips', 'carLogbook'],
      saveTrip,
    ],
    ['a vehicle that’s no car', () => saveVehicle({ isCar: false }), ['carTrips', 'carLogbook'], saveVehicle],
    ['a logbook', () => saveLogbook({ odometerEnd: 1_400 }), ['carLogbook'], saveLogbook],
    ['a deleted logbook', removeLogbook, ['carLogbook'], saveLogbook],
    ['what a car cost', () => saveCosts({ costsCents: 900_00 }), ['carLogbook'], saveCosts],
    ['laundry', () => saveLaundry(ids.trip, 1), ['laundry'], saveLaundry],
    ['deleted laundry', removeLaundry, ['laundry'], saveLaundry],
    ['a day of a diary', saveDiaryDay, ['phoneAndInternet'], emptyDiaryDay],
    ['a deleted diary', removeDiary, ['phoneAndInternet'], saveDiary],
    ['a choice of method', () => choose('workFromHome'), ['workFromHome'], () => choose(null)],
    ['an expense', () => saveExpense({ amountCents: 500 }), ['expenses'], saveExpense],
    ['a deleted expense', removeExpense, ['expenses'], saveExpense],
    [
      'an expense moved to another year',
      () => saveExpense({ paidOn: '2026-07-01' }),
      ['expenses'],
      saveExpense,
    ],
    [
      'how the owner earned then',
      () => answer('soleTrader', incomeYear),
      ['taxAnswers'],
      () => answer('employee', incomeYear),
    ],
  ])('%s counts as changed, until it’s changed back', async (_, change, kinds, undo) => {
    expect(await changed()).toEqual([])
    await change()
    expect(await changed()).toEqual(kinds)
    await at('2026-09-03')
    await undo()
    expect(await changed()).toEqual([])
  })

  test('only changes since it was amended count', async () => {
    await saveHours(240)
    await saveExpense({}, randomUUID())
    expect(await changed()).toEqual(['workFromHome', 'expenses'])
    await lodge('2026-09-01')
    expect(await changed()).toEqual([])
    await at('2026-09-02')
    await saveHours(480)
    expect(await changed()).toEqual(['workFromHome'])
  })

  test('changes count until its year needn’t be kept', async () => {
    await at('2031-11-02')
    await removeLaundry()
    await removeExpense()
    expect(await changed()).toEqual(['laundry', 'expenses'])
    await at('2031-11-03')
    expect(await changed()).toEqual([])
  })

  test('changes that don’t affect its claims don’t count', async () => {
    await saveTrip({ purpose: 'Another purpose' })
    await saveVehicle({ name: 'Mazda 3 GT' })
    await saveExpense({ description: 'Parking' })
    await saveHours(480, '2026-07-01')
    expect(await changed()).toEqual([])
    expect((await yearOf(server, ann, '2026-27')).changedSinceLodged).toEqual([])
  })
})

test('changes before a return was lodged don’t count, even if it’s recorded later', async () => {
  const changes = { incomeYear: '2024-25', lodgedOn: '2026-08-31' }
  await at('2026-08-31')
  await saveHours(60, '2024-09-02')
  await at('2026-09-02')
  await saveHours(120, '2024-09-03')
  await at('2026-09-05')
  const record = (lodgedOn: string) =>
    server.call(years.recordLodgedReturn, { params: changes, body: { lodgedOn, via: 'myTax' } }, ann)
  const changedThen = async () => (await yearOf(server, ann, changes.incomeYear)).changedSinceLodged
  await record('2026-08-31')
  expect(await changedThen()).toEqual(['workFromHome'])
  await record('2026-09-02')
  expect(await changedThen()).toEqual([])
})

function emptyDiaryDay() {
  const days = [{ day: '2026-02-02', work: null, personal: null }]
  return server.call(records.saveDiaryDays, { params: { service: 'phone' }, body: { days } }, ann)
}
