import { randomUUID } from 'node:crypto'
import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'

const { records } = api

const year = { odometerStart: 100, odometerEnd: null, costsCents: 4_000_00 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-04-30T10:00:00Z'))
})

/** Saves a car, and what was entered for one of its years. */
async function saveCar(owner: Person, vehicleId: string, incomeYear: string) {
  const car = { name: 'Mazda 3', registration: '', engineCapacity: '', isCar: true }
  await server.call(records.saveVehicle, { params: { vehicleId }, body: car }, owner)
  return server.call(records.saveVehicleYear, { params: { vehicleId, incomeYear }, body: year }, owner)
}

test('deleting a vehicle returns what was entered for its years, so that it can be restored', async () => {
  const ann = await server.addUser('ann@example.com')
  const vehicleId = randomUUID()
  const remove = async () =>
    (await server.call(records.removeVehicle, { params: { vehicleId } }, ann)).body.years
  await saveCar(ann, vehicleId, '2025-26')
  // The first response may be lost.
  for (let time = 0; time < 2; time++) expect(await remove()).toEqual([{ ...year, incomeYear: '2025-26' }])
  const eve = await server.addUser('eve@example.com')
  const byEve = await server.call(records.removeVehicle, { params: { vehicleId } }, eve)
  expect(byEve.body.years).toEqual([])
  expect((await saveCar(ann, vehicleId, '2025-26')).status).toBe(200)
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
