import { randomUUID } from 'node:crypto'
import { api, commonRefusals } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'

const { records } = api

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-04-30T10:00:00Z'))
  ann = await server.addUser('ann@example.com')
})

const vehicleId = randomUUID()
const id = randomUUID()
const incomeYear = '2025-26'
const car = { name: 'Mazda 3', registration: '', engineCapacity: '', isCar: true }
const trip = { vehicle: vehicleId, day: '2025-08-04', endedOn: null, purpose: 'Site visit' }
const logbook = { vehicle: vehicleId, startedOn: '2025-08-01', odometerStart: 100 }
const saveVehicle = (body: typeof car) =>
  server.call(records.saveVehicle, { params: { vehicleId }, body }, ann)

test.each<[string, object, object, object, (body: never) => Promise<{ status: number }>]>([
  ['vehicle', car, { ...car, name: 'Mazda' }, { ...car, registration: 'ABC123' }, saveVehicle],
  [
    'trip',
    { ...trip, km: 12.3, odometerStart: null, odometerEnd: null },
    { ...trip, km: 42, odometerStart: 100, odometerEnd: 142 },
    { ...trip, km: 20, odometerStart: null, odometerEnd: null },
    (body: never) => server.call(records.saveTrip, { params: { tripId: id }, body }, ann),
  ],
  [
    'logbook',
    { ...logbook, endedOn: null, odometerEnd: null },
    { ...logbook, endedOn: '2025-10-31', odometerEnd: 900 },
    { ...logbook, odometerStart: 90, endedOn: null, odometerEnd: null },
    (body: never) => server.call(records.saveLogbook, { params: { logbookId: id }, body }, ann),
  ],
  [
    'car’s year',
    { odometerStart: null, odometerEnd: null, costsCents: 4_000_00 },
    { odometerStart: 100, odometerEnd: null, costsCents: 4_000_00 },
    { odometerStart: null, odometerEnd: 900, costsCents: 4_000_00 },
    (body: never) => server.call(records.saveVehicleYear, { params: { incomeYear, vehicleId }, body }, ann),
  ],
])('a %s that has changed since it was read isn’t replaced', async (_, read, changed, late, save) => {
  await saveVehicle(car)
  const send = (body: object, known?: object | null) =>
    save({ ...body, ...(known !== undefined && { known }) } as never)
  expect((await send(read, null)).status).toBe(200)
  expect((await send(changed, read)).status).toBe(200)
  // A retry, whose first response was lost.
  expect((await send(changed, read)).status).toBe(200)
  for (const known of [read, null])
    expect(await send(late, known)).toMatchObject({
      status: 409,
      body: { code: commonRefusals.changed.code },
    })
  expect((await send(late, changed)).status).toBe(200)
  // Callers that don't say what they have read.
  expect((await send(read)).status).toBe(200)
})
