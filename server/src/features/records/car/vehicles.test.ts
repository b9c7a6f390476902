import { randomUUID } from 'node:crypto'
import { api, yearRefusals } from '@docketbox/contract'
import { HOUR_MS } from '@docketbox/contract/core/units'
import { beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { cleanDeletedRecords } from '../deleted-records.ts'

const { records } = api

const mazda = { name: 'Mazda 3', registration: '', engineCapacity: '', isCar: true }
const year = { odometerStart: 100, odometerEnd: null, costsCents: 4_000_00 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-04-30T10:00:00Z'))
})

/** Saves a car, and what was entered for one of its years. */
async function saveCar(owner: Person, vehicleId: string, incomeYear: string) {
  await server.call(records.saveVehicle, { params: { vehicleId }, body: mazda }, owner)
  return server.call(records.saveVehicleYear, { params: { vehicleId, incomeYear }, body: year }, owner)
}

test('deleting a vehicle returns it with what was entered for its years, so that it can be restored', async () => {
  const ann = await server.addUser('ann@example.com')
  const eve = await server.addUser('eve@example.com')
  const vehicleId = randomUUID()
  const remove = async (owner: Person) =>
    (await server.call(records.removeVehicle, { params: { vehicleId } }, owner)).body.deleted
  await saveCar(ann, vehicleId, '2025-26')
  // The first response may be lost.
  for (let time = 0; time < 2; time++)
    expect(await remove(ann)).toEqual({ ...mazda, years: [{ ...year, incomeYear: '2025-26' }] })
  expect(await remove(eve)).toBeNull()
  expect((await saveCar(ann, vehicleId, '2025-26')).status).toBe(200)
})

test('a deleted trip or logbook is returned unchanged, even when the deletion is repeated within a day', async () => {
  const dan = await server.addUser('dan@example.com')
  const eve = await server.addUser('eva@example.com')
  const [vehicle, tripId, logbookId] = [randomUUID(), randomUUID(), randomUUID()]
  await saveCar(dan, vehicle, '2025-26')
  const trip = { vehicle, day: '2025-08-04', endedOn: null, km: 12.3, purpose: 'Site visit' }
  const noReadings = { odometerStart: null, odometerEnd: null }
  const logbook = { vehicle, startedOn: '2025-08-01', endedOn: null, odometerStart: 100, odometerEnd: null }
  await server.call(records.saveTrip, { params: { tripId }, body: { ...trip, ...noReadings } }, dan)
  await server.call(records.saveLogbook, { params: { logbookId }, body: logbook }, dan)
  const remove = async (owner: Person) => [
    (await server.call(records.removeTrip, { params: { tripId } }, owner)).body.deleted,
    (await server.call(records.removeLogbook, { params: { logbookId } }, owner)).body.deleted,
  ]
  expect(await remove(eve)).toEqual([null, null])
  for (let time = 0; time < 2; time++)
    expect(await remove(dan)).toEqual([
      { _id: tripId, ...trip, ...noReadings },
      { _id: logbookId, ...logbook },
    ])

  const cleanAfter = async (hours: number) => {
    const now = () => new Date(server.deps.now().getTime() + hours * HOUR_MS)
    const run = { id: '1', attempt: 1, isLast: true, signal: AbortSignal.timeout(5000) }
    await cleanDeletedRecords.handler({ ...server.deps, now }, {}, run)
  }
  await cleanAfter(23)
  expect(await remove(dan)).toEqual([
    { _id: tripId, ...trip, ...noReadings },
    { _id: logbookId, ...logbook },
  ])
  await cleanAfter(25)
  expect(await remove(dan)).toEqual([null, null])
})

test('nothing is entered for a year that hasn’t started', async () => {
  const fay = await server.addUser('fay@example.com')
  expect(await saveCar(fay, randomUUID(), '2026-27')).toMatchObject({
    status: 404,
    body: { code: yearRefusals.notStarted.code },
  })
})

test('a year for which only a car’s costs were entered is listed', async () => {
  const bob = await server.addUser('bob@example.com')
  await saveCar(bob, randomUUID(), '2021-22')
  const { docs } = (await server.call(api.years.list, {}, bob)).body
  expect(docs.map(({ incomeYear }) => incomeYear)).toEqual(['2025-26', '2024-25', '2021-22'])
})

test('a vehicle says whether it has trips or logbooks, of whatever year', async () => {
  const cat = await server.addUser('cat@example.com')
  const [used, unused] = [randomUUID(), randomUUID()]
  await saveCar(cat, used, '2025-26')
  await saveCar(cat, unused, '2025-26')
  const trip = { vehicle: used, day: '2023-08-01', endedOn: null, km: 12, purpose: 'Site visit' }
  const odometer = { odometerStart: null, odometerEnd: null }
  await server.call(
    records.saveTrip,
    { params: { tripId: randomUUID() }, body: { ...trip, ...odometer } },
    cat,
  )
  const { body } = await server.call(records.ofYear, { params: { incomeYear: '2025-26' } }, cat)
  const isInUse = (id: string) => body.vehicles.find(({ _id }) => _id === id)!.isInUse
  expect([isInUse(used), isInUse(unused)]).toEqual([true, undefined])
})
