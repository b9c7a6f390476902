import { randomUUID } from 'node:crypto'
import { api } from '@docketbox/contract'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { makePack, openPack } from '#testing/packs.ts'
import { addSubscriber } from '#testing/receipts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

test('a later year has the trips that its logbook’s percentage rests on', async () => {
  const fay = await addSubscriber(server, 'fay@example.com')
  const vehicle = randomUUID()
  const golf = { name: 'Golf', registration: '', engineCapacity: '', isCar: true }
  await server.call(api.records.saveVehicle, { params: { vehicleId: vehicle }, body: golf }, fay)
  const period = { startedOn: '2023-08-01', endedOn: '2023-11-30', odometerStart: 0, odometerEnd: 1_000 }
  const params = { logbookId: randomUUID() }
  await server.call(api.records.saveLogbook, { params, body: { vehicle, ...period } }, fay)
  for (const [day, odometerStart, odometerEnd] of [
    ['2023-09-02', 100, 400],
    ['2023-08-02', 0, 50],
    ['2023-12-02', 1_100, 1_200],
    ['2024-09-02', 9_000, 9_010],
  ] as const) {
    const readings = { odometerStart, odometerEnd, km: odometerEnd - odometerStart }
    const body = { vehicle, day, endedOn: null, ...readings, purpose: 'Site visit' }
    await server.call(api.records.saveTrip, { params: { tripId: randomUUID() }, body }, fay)
  }
  const workbookOf = async (incomeYear: string) =>
    (await openPack(server, fay, await makePack(server, fay, incomeYear))).get('receipts.xlsx')!
  const kmIn = async (workbook: Buffer, sheet: string) =>
    (await readSheet(workbook, sheet))
      .slice(1)
      .map((line) => line.at(-1))
      .filter((km) => km !== null)
  const later = await workbookOf('2024-25')
  // The last line is the total.
  expect(await kmIn(later, 'Trips')).toEqual([10, 10])
  expect(await kmIn(later, 'Logbook trips')).toEqual([50, 300, 350])
  // The year it was kept in has them among its trips.
  await expect(kmIn(await workbookOf('2023-24'), 'Logbook trips')).rejects.toThrow('Logbook trips')
})
