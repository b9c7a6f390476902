import { randomUUID } from 'node:crypto'
import { api } from '@docketbox/contract'
import { expect, test } from 'vitest'
import { startTestServer } from '#testing/harness.ts'

const { records } = api

test('deleting a vehicle returns what was entered for its years, so that it can be restored', async () => {
  const server = await startTestServer()
  server.setNow(new Date('2026-04-30T10:00:00Z'))
  const ann = await server.addUser('ann@example.com')
  const vehicleId = randomUUID()
  const car = { name: 'Mazda 3', registration: '', engineCapacity: '', isCar: true }
  const year = { odometerStart: 100, odometerEnd: null, costsCents: 4_000_00 }
  const save = async () => {
    await server.call(records.saveVehicle, { params: { vehicleId }, body: car }, ann)
    const params = { vehicleId, incomeYear: '2025-26' }
    return server.call(records.saveVehicleYear, { params, body: year }, ann)
  }
  const remove = async () =>
    (await server.call(records.removeVehicle, { params: { vehicleId } }, ann)).body.years
  await save()
  expect(await remove()).toEqual([{ ...year, incomeYear: '2025-26' }])
  expect(await remove()).toEqual([])
  expect((await save()).status).toBe(200)
})
