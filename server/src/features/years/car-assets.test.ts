import { randomUUID } from 'node:crypto'
import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber } from '#testing/receipts.ts'
import { insertReceipt, yearOf } from '#testing/years.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-11-22T02:00:00Z'))
})

/** Records a trip in a car, which cents per km count. */
async function drive(owner: Person): Promise<void> {
  const vehicle = randomUUID()
  const mazda = { name: 'Mazda 3', registration: '', engineCapacity: '', isCar: true }
  await server.call(api.records.saveVehicle, { params: { vehicleId: vehicle }, body: mazda }, owner)
  const readings = { endedOn: null, km: 40, odometerStart: null, odometerEnd: null }
  const body = { vehicle, day: '2026-08-03', purpose: 'Site visit', ...readings }
  const { status } = await server.call(
    api.records.saveTrip,
    { params: { tripId: randomUUID() }, body },
    owner,
  )
  expect(status).toBe(200)
}

test.each([
  ['D1', 'trips in a car', true, 0],
  ['D5', 'trips in a car', true, 1],
  ['D1', 'no trips', false, 1],
])(
  'an asset of an earlier year under %s with %s this year is claimed on top unless its car’s method covers it',
  async (label, _, hasTrips, expected) => {
    const owner = await addSubscriber(server, `${label}-${hasTrips}@example.com`)
    const dashCam = { documentDate: '2025-08-03', supplier: 'Jaycar', totalCents: 450_00 }
    await insertReceipt(server, owner, { ...dashCam, labelConfirmed: label, lastClaimedYear: 2029 })
    if (hasTrips) await drive(owner)
    expect((await yearOf(server, owner, '2026-27')).earlierAssets).toBe(expected)
  },
)
