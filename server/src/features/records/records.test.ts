import { randomUUID } from 'node:crypto'
import { api, findYearRules, MAX_RECORDS, type Parsed, recordRefusals, sydneyDay } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { exportRecords, listClaims } from './index.ts'

const { records } = api
/** 8 pm in Sydney. */
const EVENING = new Date('2026-04-30T10:00:00Z')
let server: TestServer
let ann: Person
let eve: Person
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(EVENING)
  ann = await server.addUser('ann@example.com')
  eve = await server.addUser('eve@example.com')
})

const year = async (incomeYear = '2025-26', person = ann) =>
  (await server.call(records.ofYear, { params: { incomeYear } }, person)).body
const saveHours = (days: { day: string; minutes: number }[], person = ann) =>
  server.call(records.saveHours, { body: { days } }, person)
const claimsOf = async (kind: string, incomeYear?: string) =>
  (await year(incomeYear)).claims.filter((claim) => claim.kind === kind)

const mazda = { name: 'Mazda 3', registration: 'ABC123', engineCapacity: '2.0 L', isCar: true }
async function addVehicle(person = ann, details = mazda): Promise<string> {
  const vehicleId = randomUUID()
  await server.call(records.saveVehicle, { params: { vehicleId }, body: details }, person)
  return vehicleId
}
type Trip = Parsed<typeof records.saveTrip>['body']
const tripOf = (vehicle: string, changes: Partial<Trip> = {}) => ({
  vehicle,
  day: '2025-08-04',
  endedOn: null,
  km: 12.3,
  odometerStart: null,
  odometerEnd: null,
  purpose: 'Site visit in Parramatta',
  ...changes,
})
const saveTrip = (body: ReturnType<typeof tripOf>, tripId: string = randomUUID(), person = ann) =>
  server.call(records.saveTrip, { params: { tripId }, body }, person)

test('without records a year is empty', async () => {
  expect(await year('2023-24')).toEqual({
    incomeYear: '2023-24',
    hasJobAndBusiness: false,
    hours: [],
    timer: null,
    vehicles: [],
    trips: [],
    logbooks: [],
    logbookTrips: [],
    vehicleYears: [],
    laundry: [],
    diaries: [],
    claims: [],
  })
})

describe('trips', () => {
  test('are saved once under their id, changed, deleted and restored', async () => {
    const vehicle = await addVehicle()
    const tripId = randomUUID()
    for (const km of [12.3, 12.3, 20])
      expect((await saveTrip(tripOf(vehicle, { km }), tripId)).status).toBe(200)
    expect((await year()).trips).toEqual([{ ...tripOf(vehicle, { km: 20 }), _id: tripId }])
    expect(await claimsOf('carTrips')).toMatchObject([
      { subject: 'Mazda 3', quantity: 20, claimableCents: 17_60 },
    ])
    for (let time = 0; time < 2; time++)
      expect((await server.call(records.removeTrip, { params: { tripId } }, ann)).status).toBe(200)
    expect((await year()).trips).toEqual([])
    await saveTrip(tripOf(vehicle), tripId)
    expect((await year()).trips).toHaveLength(1)
  })

  test('with odometer readings have their kilometres', async () => {
    const vehicle = await addVehicle()
    await saveTrip(tripOf(vehicle, { odometerStart: 10_000, odometerEnd: 10_042 }))
    expect((await year()).trips).toContainEqual(expect.objectContaining({ vehicle, km: 42 }))
  })

  test.each<[string, object, string]>([
    ['no kilometres', { km: null }, 'km'],
    ['half an odometer', { odometerStart: 5 }, 'odometerEnd'],
    ['an odometer that runs backwards', { odometerStart: 5, odometerEnd: 5 }, 'odometerEnd'],
    ['no purpose', { purpose: ' ' }, 'purpose'],
    ['an end before its start', { endedOn: '2025-08-03' }, 'endedOn'],
    ['a day in the future', { day: '2026-05-01' }, 'day'],
  ])('with %s are refused', async (_, changes, field) => {
    const { status, body } = await saveTrip(tripOf(await addVehicle(eve), changes), undefined, eve)
    expect(status).toBe(400)
    expect((body as unknown as { fields: object }).fields).toHaveProperty([field])
  })

  test('need a vehicle of the same owner, which can’t be deleted before them', async () => {
    const vehicle = await addVehicle()
    const tripId = randomUUID()
    expect(await saveTrip(tripOf(vehicle), undefined, eve)).toMatchObject({
      status: 404,
      body: { code: recordRefusals.unknownVehicle.code },
    })
    await saveTrip(tripOf(vehicle), tripId)
    const remove = () => server.call(records.removeVehicle, { params: { vehicleId: vehicle } }, ann)
    expect(await remove()).toMatchObject({ status: 409, body: { code: recordRefusals.vehicleInUse.code } })
    await server.call(records.removeTrip, { params: { tripId } }, ann)
    expect((await remove()).status).toBe(200)
    expect((await year()).vehicles.map(({ _id }) => _id)).not.toContain(vehicle)
  })
})

test('a logbook works in the year it was kept and four more, with the odometer and costs of each', async () => {
  const vehicle = await addVehicle()
  const logbookId = randomUUID()
  const logbook = {
    vehicle,
    startedOn: '2022-05-01',
    endedOn: '2022-07-23',
    odometerStart: 1000,
    odometerEnd: 2000,
  }
  await server.call(records.saveLogbook, { params: { logbookId }, body: logbook }, ann)
  // In two income years.
  await saveTrip(tripOf(vehicle, { day: '2022-06-30', odometerStart: 1000, odometerEnd: 1200 }))
  await saveTrip(tripOf(vehicle, { day: '2022-07-01', odometerStart: 1200, odometerEnd: 1613 }))
  const ofVehicle = async (incomeYear: string) =>
    (await claimsOf('carLogbook', incomeYear)).filter(({ _id }) => _id.endsWith(vehicle))
  expect(await ofVehicle('2021-22')).toMatchObject([{ quantity: 61.3, claimableCents: null }])
  const details = { odometerStart: 2000, odometerEnd: 9000, costsCents: 1000_00 }
  await server.call(
    records.saveVehicleYear,
    { params: { incomeYear: '2025-26', vehicleId: vehicle }, body: details },
    ann,
  )
  const savedOn = sydneyDay(server.deps.now())
  expect((await year('2025-26')).vehicleYears).toEqual([{ vehicle, ...details, savedOn }])
  expect(await ofVehicle('2025-26')).toMatchObject([{ claimableCents: 613_00, isChosen: true }])
  expect(await ofVehicle('2026-27')).toEqual([])
  await server.call(records.removeLogbook, { params: { logbookId } }, ann)
  expect(await ofVehicle('2021-22')).toEqual([])
})

test('laundry loads add up, and can be deleted', async () => {
  const entryId = randomUUID()
  const body = { day: '2025-09-01', workLoads: 2, mixedLoads: 1 }
  for (let time = 0; time < 2; time++)
    await server.call(records.saveLaundry, { params: { entryId }, body }, ann)
  expect((await year()).laundry).toEqual([{ _id: entryId, ...body }])
  expect(await claimsOf('laundry')).toMatchObject([{ quantity: 3, claimableCents: 2_50 }])
  await server.call(records.removeLaundry, { params: { entryId } }, ann)
  expect(await claimsOf('laundry')).toEqual([])
})

test('a choice between methods counts for its year, and can be undone', async () => {
  const vehicleId = await addVehicle()
  await saveTrip(tripOf(vehicleId, { day: '2025-10-01', km: 100 }))
  const logbook = {
    vehicle: vehicleId,
    startedOn: '2025-08-01',
    endedOn: null,
    odometerStart: 0,
    odometerEnd: null,
  }
  await server.call(records.saveLogbook, { params: { logbookId: randomUUID() }, body: logbook }, ann)
  const choose = (kind: 'carTrips' | null) =>
    server.call(
      records.choose,
      { params: { incomeYear: '2025-26' }, body: { choice: `car:${vehicleId}`, kind } },
      ann,
    )
  const chosen = async () =>
    (await year()).claims.filter(({ choice }) => choice?.endsWith(vehicleId)).map(({ isChosen }) => isChosen)
  expect(await chosen()).toEqual([false, false])
  for (let time = 0; time < 2; time++) await choose('carTrips')
  expect(await chosen()).toEqual([true, false])
  await choose(null)
  expect(await chosen()).toEqual([false, false])
})

test('another user sees and changes nothing', async () => {
  const before = await exportRecords(server.deps.db, ann.id)
  const { trips, vehicles } = await year()
  const params = { tripId: trips[0]!._id, vehicleId: vehicles[0]!._id }
  await saveTrip(tripOf(await addVehicle(eve)), params.tripId, eve)
  await server.call(records.removeTrip, { params }, eve)
  await server.call(records.removeVehicle, { params }, eve)
  await saveHours([{ day: '2025-07-01', minutes: 0 }], eve)
  expect((await year('2025-26', eve)).hours).toEqual([])
  expect(await exportRecords(server.deps.db, ann.id)).toEqual(before)
})

test('there’s a limit, even for saves at the same time', async () => {
  const bob = await server.addUser('bob@example.com')
  const results = await Promise.all(
    Array.from({ length: MAX_RECORDS.vehicles + 2 }, () =>
      server.call(records.saveVehicle, { params: { vehicleId: randomUUID() }, body: mazda }, bob),
    ),
  )
  expect(results.filter(({ status }) => status === 200)).toHaveLength(MAX_RECORDS.vehicles)
  expect(results.find(({ status }) => status !== 200)).toMatchObject({
    status: 409,
    body: { code: recordRefusals.tooManyVehicles.code },
  })
})

test('other slices get the same claims', async () => {
  const { db, taxRules } = server.deps
  const ofYear = { incomeYear: '2025-26', today: '2026-04-30' }
  const rules = findYearRules(taxRules, ofYear.incomeYear)
  expect(await listClaims(db, ann.id, { ...ofYear, rules })).toEqual((await year()).claims)
  const unknown = await listClaims(db, ann.id, { ...ofYear, rules: undefined })
  const trips = unknown.filter(({ kind }) => kind === 'carTrips')
  expect(trips.filter(({ claimableCents }) => claimableCents !== null)).toEqual([])
})

test('deleting a user deletes their records', async () => {
  await server.deps.db.deleteFrom('users').where('id', '=', ann.id).execute()
  expect(Object.values(await exportRecords(server.deps.db, ann.id)).flat()).toEqual([])
})
