import { randomUUID } from 'node:crypto'
import { api } from '@docketbox/contract'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { makePack, openPack, pdfText } from '#testing/packs.ts'
import { addSubscriber } from '#testing/receipts.ts'
import { addGuest } from '#testing/rooms.ts'
import { yearOf } from '#testing/years.ts'
import { exportRecords } from './index.ts'

const { records, receipts, years } = api
const incomeYear = '2025-26'
const params = { incomeYear }
const mazda = { name: 'Mazda 3', registration: '', engineCapacity: '', isCar: true }
const noReadings = { endedOn: null, odometerStart: null, odometerEnd: null }

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  server.setNow(new Date('2026-08-05T02:00:00Z'))
})
beforeEach(async () => {
  ann = await addSubscriber(server, `ann.${randomUUID()}@example.com`)
  await earnAs('both')
})

const earnAs = (work: 'employee' | 'soleTrader' | 'both', from: string | null = null) =>
  server.call(receipts.updateTaxProfile, { body: { work, from } }, ann)
const year = async (of = incomeYear) =>
  (await server.call(records.ofYear, { params: { incomeYear: of } }, ann)).body
type Hours = { day: string; minutes: number; isForBusiness?: boolean | undefined }
const saveHours = (...days: Hours[]) => server.call(records.saveHours, { body: { days } }, ann)
const day = '2025-09-01'
const job = { day, minutes: 450 }
const business = { day, minutes: 120, isForBusiness: true }

async function drive(...trips: { km: number; isForBusiness?: boolean }[]) {
  const vehicle = randomUUID()
  await server.call(records.saveVehicle, { params: { vehicleId: vehicle }, body: mazda }, ann)
  const ids: string[] = []
  for (const trip of trips) {
    const body = { vehicle, day: '2025-08-04', ...noReadings, purpose: 'Site visit', ...trip }
    ids.push(randomUUID())
    await server.call(records.saveTrip, { params: { tripId: ids.at(-1)! }, body }, ann)
  }
  return { vehicle, ids }
}

const labels = async () =>
  (await year()).claims.map(({ label, quantity, claimableCents }) => [label, quantity, claimableCents])

test('hours of a day for a job and for a business are apart, and are undone apart', async () => {
  await saveHours(job)
  const { body } = await saveHours(business)
  expect((await year()).hours).toEqual([job, business])
  expect(await labels()).toEqual([
    ['D5', 7.5, 5_25],
    ['business', 2, 1_40],
  ])
  await saveHours({ ...job, minutes: 60, isForBusiness: false })
  expect((await year()).hours).toEqual([{ ...job, minutes: 60 }, business])
  await saveHours(...body.before)
  expect((await year()).hours).toEqual([{ ...job, minutes: 60 }])
})

test('hours that don’t say what they’re for are the whole day’s, which can be undone, too', async () => {
  await saveHours(job, business)
  const { body } = await saveHours({ day, minutes: 480 })
  expect((await year()).hours).toEqual([{ day, minutes: 480 }])
  await saveHours(...body.before)
  expect((await year()).hours).toEqual([job, business])
})

test('a day has 24 hours for a job and a business together', async () => {
  await saveHours({ ...job, minutes: 1_400 })
  const { status, body } = await saveHours({ ...job, day: '2025-09-02' }, business)
  const text = '1 Sep 2025 would have more than 24 hours, for your job and your business together.'
  expect([status, body]).toMatchObject([400, { message: text, fields: { 'days.1.minutes': text } }])
  expect((await year()).hours).toEqual([{ ...job, minutes: 1_400 }])
})

test('the timer adds its time to what it was started for, up to 24 hours of a day', async () => {
  server.setNow(new Date('2026-06-30T09:00:00Z')) // 7 pm
  ann = await server.signIn(ann)
  await saveHours({ day: '2026-06-30', minutes: 1_400 })
  const _id = randomUUID()
  const start = { _id, timeZone: 'Australia/Sydney', isForBusiness: true }
  const { body } = await server.call(records.startTimer, { body: start }, ann)
  expect(body).toMatchObject({ _id, isForBusiness: true })
  expect((await year()).timer).toEqual(body)
  server.setNow(new Date('2026-06-30T10:00:00Z'))
  const stopped = await server.call(records.stopTimer, { params: { timerId: _id } }, ann)
  expect((await year()).hours).toEqual([
    { day: '2026-06-30', minutes: 1_400 },
    { day: '2026-06-30', minutes: 40, isForBusiness: true },
  ])
  await saveHours(...stopped.body.before)
  expect((await year()).hours).toEqual([{ day: '2026-06-30', minutes: 1_400 }])
  server.setNow(new Date('2026-08-05T02:00:00Z'))
})

test('what’s for the business goes to no label of a job, wherever it’s shown', async () => {
  await saveHours(job, business)
  await drive({ km: 4_000 }, { km: 3_000, isForBusiness: true })
  const expected = [
    ['D5', 7.5, 5_25],
    ['business', 2, 1_40],
    ['D1', 4_000, 2_514_25],
    ['business', 3_000, 1_885_75],
  ]
  expect(await labels()).toEqual(expected)
  const summary = await yearOf(server, ann, incomeYear)
  expect(summary.records.map((claim) => [claim.label, claim.quantity, claim.claimableCents])).toEqual(
    expected,
  )
  // Without cars, and without the business.
  expect(summary.meters.find(({ kind }) => kind === 'writtenEvidence')).toMatchObject({ usedCents: 5_25 })

  const { body: form } = await server.call(api.lodgement.prefill, { params }, ann)
  expect(form).toMatchObject({ otherLabels: ['business'], recordsLeftOut: [] })
  expect(form.amounts).toMatchObject([{ item: 'workRelated', cents: 2_514_25 + 5_25 }])

  const { guest } = await addGuest(server, ann)
  const shared = (await server.call(records.ofYear, { params }, guest)).body
  expect(shared).toMatchObject({ hasJobAndBusiness: true, hours: [job, business] })
  expect(shared.claims).toEqual((await year()).claims)

  const pack = await openPack(server, ann, await makePack(server, ann, incomeYear))
  const sheet = async (name: string) => (await readSheet(pack.get('receipts.xlsx')!, name)).slice(0, 3)
  expect((await sheet('Hours')).map((row) => row.slice(1))).toEqual([
    ['For', 'Hours from home'],
    ['job', 7.5],
    ['business', 2],
  ])
  const trips = await sheet('Trips')
  const at = trips[0]!.indexOf('For')
  expect(new Set(trips.map((row) => row[at]))).toEqual(new Set(['For', 'job', 'business']))
  const text = (await pdfText(pack.get('summary.pdf')!)).replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/Mazda 3 Cents per km, 88c 4,000 km D1 \$2,514\.25/)
  expect(text).toMatch(/Mazda 3 \(business\) Cents per km, 88c 3,000 km Business .*\$1,885\.75/)

  const exported = await exportRecords(server.deps.db, ann.id)
  expect(exported.hours.map(({ isForBusiness }) => isForBusiness)).toEqual([false, true])
  expect(new Set(exported.trips.map(({ isForBusiness }) => isForBusiness))).toEqual(new Set([false, true]))
})

test('in years without both, marks don’t count, and are still there when they do again', async () => {
  await saveHours(job, business)
  await drive({ km: 100 }, { km: 50, isForBusiness: true })
  const both = await labels()
  for (const [work, home, car] of [
    ['employee', 'D5', 'D1'],
    ['soleTrader', 'business', 'business'],
  ] as const) {
    await earnAs(work)
    expect(await year()).toMatchObject({ hasJobAndBusiness: false })
    expect(await labels()).toEqual([
      [home, 9.5, 6_65],
      [car, 150, 132_00],
    ])
  }
  await earnAs('both')
  expect(await labels()).toEqual(both)
})

test('what someone recorded as a sole trader is still their business’s once they have a job as well', async () => {
  await earnAs('soleTrader')
  await saveHours(job)
  const { vehicle, ids } = await drive({ km: 100 })
  const before = await labels()
  // A logbook of an earlier year counts in later ones, too.
  const trip = { vehicle, day: '2024-08-05', endedOn: null, km: null, odometerStart: 0, odometerEnd: 600 }
  await server.call(
    records.saveTrip,
    { params: { tripId: randomUUID() }, body: { ...trip, purpose: 'Site visit' } },
    ann,
  )
  const logbook = {
    vehicle,
    startedOn: '2024-08-05',
    endedOn: '2024-10-27',
    odometerStart: 0,
    odometerEnd: 1_000,
  }
  await server.call(records.saveLogbook, { params: { logbookId: randomUUID() }, body: logbook }, ann)
  await server.call(receipts.updateTaxProfile, { body: { work: 'both', from: incomeYear } }, ann)
  expect(await labels()).toEqual([...before, ['business', 60, null]])

  // What was divided before is left as it was.
  await server.call(
    records.saveTrip,
    {
      params: { tripId: ids[0]! },
      body: { ...trip, ...noReadings, day: '2025-08-04', km: 50, purpose: 'Meeting' },
    },
    ann,
  )
  await drive({ km: 30, isForBusiness: true })
  await earnAs('soleTrader')
  await earnAs('both')
  expect((await labels()).filter(([label]) => label === 'D1')).toEqual([['D1', 50, 44_00]])
})

test('what someone recorded as a sole trader is still their business’s if that only started later', async () => {
  await earnAs('soleTrader', incomeYear)
  await drive({ km: 100 })
  const before = await labels()
  await earnAs('soleTrader', '2026-27')
  expect(await year()).toMatchObject({ hasJobAndBusiness: true })
  expect(await labels()).toEqual(before)
})

test('a deleted trip is returned with what it was for, and so is one that another tab has changed', async () => {
  const { vehicle, ids } = await drive({ km: 50, isForBusiness: true })
  const tripId = ids[0]!
  const trip = { vehicle, day: '2025-08-04', ...noReadings, km: 50, purpose: 'Site visit' }
  const save = (known: object) =>
    server.call(records.saveTrip, { params: { tripId }, body: { ...trip, known } as never }, ann)
  // From a page that doesn't know of the mark.
  expect((await save(trip)).status).toBe(409)
  expect((await server.call(records.removeTrip, { params: { tripId } }, ann)).body.deleted).toEqual({
    _id: tripId,
    ...trip,
    isForBusiness: true,
  })
})

test('what a trip or hours are for counts as changed after a return was lodged', async () => {
  await saveHours(job)
  const { vehicle, ids } = await drive({ km: 100 })
  server.setNow(new Date('2026-08-12T02:00:00Z'))
  ann = await server.signIn(ann)
  const body = { lodgedOn: '2026-08-10', via: 'myTax' as const }
  await server.call(years.recordLodgedReturn, { params, body }, ann)
  const changed = async () => (await yearOf(server, ann, incomeYear)).changedSinceLodged
  const saveTrip = (isForBusiness: boolean) => {
    const trip = { vehicle, day: '2025-08-04', ...noReadings, km: 100, purpose: 'Site visit', isForBusiness }
    return server.call(records.saveTrip, { params: { tripId: ids[0]! }, body: trip }, ann)
  }
  await saveTrip(true)
  expect(await changed()).toEqual(['carTrips'])
  await saveHours({ ...job, minutes: 0 }, { ...job, isForBusiness: true })
  expect(await changed()).toEqual(['workFromHome', 'carTrips'])
  await saveTrip(false)
  await saveHours(job)
  expect(await changed()).toEqual([])
  server.setNow(new Date('2026-08-05T02:00:00Z'))
})
