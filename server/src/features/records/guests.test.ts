import { randomUUID } from 'node:crypto'
import { api } from '@docketbox/contract'
import { expect, test } from 'vitest'
import { startTestServer } from '#testing/harness.ts'
import { addGuest } from '#testing/rooms.ts'

const { records } = api

test('a guest sees only vehicles that the shared year’s records are about', async () => {
  const server = await startTestServer({ TRUST_PROXY: 'true' })
  server.setNow(new Date('2026-04-30T10:00:00Z'))
  const ann = await server.addUser('ann@example.com')
  const addVehicle = async (name: string) => {
    const vehicleId = randomUUID()
    const body = { name, registration: name.toUpperCase(), engineCapacity: '2.0 L', isCar: true }
    await server.call(records.saveVehicle, { params: { vehicleId }, body }, ann)
    return vehicleId
  }
  const [driven, logged, costed, earlier] = await Promise.all([
    addVehicle('Driven'),
    addVehicle('Logged'),
    addVehicle('Costed'),
    addVehicle('Earlier'),
    addVehicle('Private'),
  ])
  const odometers = { odometerStart: null, odometerEnd: null }
  for (const { vehicle, day } of [
    { vehicle: driven, day: '2025-08-04' },
    { vehicle: earlier, day: '2024-08-04' },
  ]) {
    const body = { vehicle, day, endedOn: null, km: 12, ...odometers, purpose: 'Site visit' }
    await server.call(records.saveTrip, { params: { tripId: randomUUID() }, body }, ann)
  }
  const logbook = { vehicle: logged, startedOn: '2023-08-01', endedOn: null }
  const params = { logbookId: randomUUID(), incomeYear: '2025-26', vehicleId: costed }
  await server.call(
    records.saveLogbook,
    { params, body: { ...logbook, odometerStart: 0, odometerEnd: null } },
    ann,
  )
  await server.call(records.saveVehicleYear, { params, body: { ...odometers, costsCents: 900_00 } }, ann)
  const { guest } = await addGuest(server, ann)

  const seenBy = async (person: typeof ann) =>
    (await server.call(records.ofYear, { params }, person)).body.vehicles.map(({ name }) => name).toSorted()
  expect(await seenBy(guest)).toEqual(['Costed', 'Driven', 'Logged'])
  expect(await seenBy(ann)).toEqual(['Costed', 'Driven', 'Earlier', 'Logged', 'Private'])
})
