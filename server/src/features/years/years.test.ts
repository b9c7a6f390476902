import { randomUUID } from 'node:crypto'
import { api, daysOfDiary, yearRefusals } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fuel, meal, travel } from '#testing/receipts.ts'
import { insertReceipt, yearOf } from '#testing/years.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => server.setNow(new Date('2026-11-22T02:00:00Z')))

const { list, recordLodgedReturn } = api.years
const lodge = (person: Person, incomeYear: string, body: object) =>
  server.call(recordLodgedReturn, { params: { incomeYear }, body: body as never }, person)
describe('an income year', () => {
  test('lists what’s missing by value', async () => {
    const may = await server.addUser('may@example.com')
    for (const totalCents of [500, null, 90_000, 4_000])
      await insertReceipt(server, may, { documentDate: '2025-09-01', totalCents })
    const { missing } = await yearOf(server, may, '2025-26')
    expect(missing.docs.map(({ totalCents }) => totalCents)).toEqual([90_000, 4_000, 500, null])
  })

  test('is compared with the year before, up to the same day while it’s running', async () => {
    const kim = await server.addUser('kim@example.com')
    const spend = (documentDate: string, totalCents: number) =>
      insertReceipt(server, kim, { documentDate, totalCents })
    await spend('2025-11-22', 1_000)
    await spend('2025-11-23', 200)
    await spend('2024-12-01', 30)
    expect((await yearOf(server, kim, '2026-27')).previous).toEqual({
      incomeYear: '2025-26',
      receipts: 2,
      spentCents: 1_200,
      toDateCents: 1_000,
      byCategory: [{ category: fuel, receipts: 2, spentCents: 1_200 }],
    })
    expect((await yearOf(server, kim, '2025-26')).previous).toMatchObject({ spentCents: 30, toDateCents: 30 })
    server.setNow(new Date('2028-02-29T02:00:00Z'))
    expect((await yearOf(server, await server.signIn(kim), '2027-28')).previous).toMatchObject({
      spentCents: 0,
    })
  })

  test('has meters of work expenses besides cars, and a standard deduction only if its rules have one', async () => {
    const lee = await server.addUser('lee@example.com')
    for (const [documentDate, labelConfirmed, totalCents] of [
      ['2025-08-01', 'D1', 50_000],
      ['2025-08-01', 'D2', 1_000],
      ['2025-08-01', 'D5', 200],
      ['2025-08-01', 'D9', 7_000],
      ['2026-08-01', 'D1', 50_000],
      ['2026-08-01', 'D4', 300],
    ] as const)
      await insertReceipt(server, lee, { documentDate, labelConfirmed, totalCents })
    const lastYear = await yearOf(server, lee, '2025-26')
    expect(lastYear.meters[0]).toEqual({
      kind: 'writtenEvidence',
      usedCents: 1_200,
      hasUnknown: false,
      limitCents: 30_000,
      eachCents: null,
      status: 'law',
    })
    expect(lastYear).toMatchObject({ standardDeduction: null, rules: { isChanging: false } })
    expect(await yearOf(server, lee, '2026-27')).toMatchObject({
      standardDeduction: { cents: 100_000, workExpensesCents: 50_300, hasUnknown: false, status: 'draft' },
      rules: { isChanging: true },
    })
  })

  test('counts records that aren’t receipts, and car receipts no longer once a car method covers them', async () => {
    const rita = await server.addUser('rita@example.com')
    const { records } = api
    const vehicleId = '01a1f98c-b7c0-73be-90be-d80dc65f7534'
    const summary = async () =>
      (await server.call(api.years.summary, { params: { incomeYear: '2025-26' } }, rita)).body
    await insertReceipt(server, rita, {
      documentDate: '2025-08-03',
      totalCents: 50_00,
      labelConfirmed: 'D1',
    })
    const day = '2025-08-04'
    await server.call(
      records.saveLaundry,
      { params: { entryId: vehicleId }, body: { day, workLoads: 3, mixedLoads: 0 } },
      rita,
    )
    const car = { name: 'Mazda 3', registration: '', engineCapacity: '', isCar: true }
    await server.call(records.saveVehicle, { params: { vehicleId }, body: car }, rita)
    const trip = { vehicle: vehicleId, day, endedOn: null, km: 100, odometerStart: null, odometerEnd: null }
    await server.call(
      records.saveTrip,
      { params: { tripId: vehicleId }, body: { ...trip, purpose: 'Site visit' } },
      rita,
    )
    const { meters, records: claims, totals } = await summary()
    expect(claims.map(({ kind, claimableCents }) => [kind, claimableCents])).toEqual([
      ['carTrips', 88_00],
      ['laundry', 3_00],
    ])
    expect(meters.map(({ kind, usedCents }) => [kind, usedCents])).toEqual([
      ['writtenEvidence', 3_00],
      ['smallExpenses', 0],
      ['laundry', 3_00],
    ])
    expect(totals.receipts).toBe(1)
  })

  test('counts what the fixed rate covers once, and says how much of its receipts that is', async () => {
    const tia = await server.addUser('tia@example.com')
    const inYear = { documentDate: '2025-08-03', labelConfirmed: 'D5' }
    await insertReceipt(server, tia, { ...inYear, totalCents: 80_00, supplier: 'Officeworks stationery' })
    await insertReceipt(server, tia, { ...inYear, totalCents: 360_00, supplier: 'AGL' })
    await insertReceipt(server, tia, { ...inYear, totalCents: 20_00, supplier: 'Bunnings' })
    const phone = { ...inYear, totalCents: 2_400_00, supplier: 'Telstra', lastClaimedYear: 2029 }
    await insertReceipt(server, tia, phone)
    const days = [{ day: '2025-08-04', minutes: 600 }]
    await server.call(api.records.saveHours, { body: { days } }, tia)
    const { byLabel, meters, assetCents } = await yearOf(server, tia, '2025-26')
    expect(byLabel).toMatchObject([{ label: 'D5', coveredCents: 440_00, assetSpentCents: 2_400_00 }])
    expect(meters[0]).toMatchObject({ usedCents: 27_00 })
    expect(assetCents).toBe(2_400_00)
  })

  test('counts nothing twice: records cover receipts and expenses, and only what an allowance pays for isn’t in the meter', async () => {
    const nia = await addSubscriber(server, 'nia@example.com')
    const { records } = api
    const used = async () => (await yearOf(server, nia, '2025-26')).meters[0]
    const inYear = { documentDate: '2025-08-03', labelConfirmed: 'D5' }
    await insertReceipt(server, nia, { ...inYear, totalCents: 90_00, supplier: 'Telstra mobile' })
    await insertReceipt(server, nia, { ...inYear, totalCents: 20_00, supplier: 'Bunnings' })
    for (const [categoryId, labelConfirmed, answers] of [
      [meal, 'D5', { meal: 'overtime' }],
      [meal, 'D2', { meal: 'overnight' }],
      [meal, 'D2', { meal: 'overnight', allowance: 'yes' }],
      [travel, 'D2', { trip: 'overnight', allowance: 'yes' }],
    ] as const)
      await insertReceipt(server, nia, {
        ...inYear,
        categoryId,
        labelConfirmed,
        totalCents: 15_00,
        labelAnswers: JSON.stringify(answers),
      })
    const bankLine = {
      kind: 'bankLine' as const,
      paidOn: '2025-08-04',
      description: 'Bill',
      note: 'Work phone',
    }
    await server.call(
      api.expenses.save,
      {
        params: { evidenceId: randomUUID() },
        body: { ...bankLine, supplier: 'Telstra mobile', amountCents: 30_00, label: 'D5' },
      },
      nia,
    )
    expect(await used()).toMatchObject({ usedCents: 155_00 })

    const diary = { params: { incomeYear: '2025-26', service: 'phone' as const } }
    await server.call(
      records.saveDiary,
      { ...diary, body: { startedOn: '2025-08-04', costCents: 600_00 } },
      nia,
    )
    expect(await used()).toMatchObject({ usedCents: 155_00, hasUnknown: true })
    const days = daysOfDiary('2025-08-04').map((day) => ({ day, work: 1, personal: 3 }))
    await server.call(records.saveDiaryDays, { params: { service: 'phone' }, body: { days } }, nia)
    expect(await used()).toMatchObject({ usedCents: 185_00, hasUnknown: false })
  })

  test('says when a figure of its work expenses isn’t known yet', async () => {
    const ola = await server.addUser('ola@example.com')
    const vehicleId = '01a1f98c-b7c0-73be-90be-d80dc65f7537'
    const { records } = api
    const deduction = async () => (await yearOf(server, ola, '2026-27')).standardDeduction
    await insertReceipt(server, ola, { documentDate: '2026-08-03', totalCents: 20_00, labelConfirmed: 'D5' })
    expect(await deduction()).toMatchObject({ workExpensesCents: 20_00, hasUnknown: false })
    const car = { name: 'Mazda 3', registration: '', engineCapacity: '', isCar: true }
    await server.call(records.saveVehicle, { params: { vehicleId }, body: car }, ola)
    const logbook = {
      vehicle: vehicleId,
      startedOn: '2026-08-01',
      endedOn: null,
      odometerStart: 0,
      odometerEnd: null,
    }
    await server.call(records.saveLogbook, { params: { logbookId: randomUUID() }, body: logbook }, ola)
    expect(await deduction()).toMatchObject({ workExpensesCents: 20_00, hasUnknown: true })
  })

  test.each(['2025-27', '2026', 'abc', '2025_26'])('named %s is refused', async (incomeYear) => {
    const eve = await server.addUser(`eve-${incomeYear}@example.com`)
    expect((await server.call(api.years.summary, { params: { incomeYear } }, eve)).status).toBe(400)
  })

  test('that hasn’t started is refused', async () => {
    const joy = await server.addUser('joy@example.com')
    expect(await server.call(api.years.summary, { params: { incomeYear: '2027-28' } }, joy)).toMatchObject({
      status: 404,
      body: { code: yearRefusals.notStarted.code },
    })
    // Midnight on 1 July in New Zealand, two hours before it is in Sydney.
    server.setNow(new Date('2027-06-30T12:00:00Z'))
    expect((await yearOf(server, await server.signIn(joy), '2027-28')).incomeYear).toBe('2027-28')
  })
})

describe('the list of income years', () => {
  test('has the current one, the last one and all with receipts, records or a lodged return', async () => {
    const gus = await server.addUser('gus@example.com')
    const shown = async () => (await server.call(list, {}, gus)).body.docs.map(({ incomeYear }) => incomeYear)
    expect(await shown()).toEqual(['2026-27', '2025-26'])
    await insertReceipt(server, gus, { documentDate: '2021-01-01' })
    await lodge(gus, '2022-23', { lodgedOn: '2023-10-01', via: 'myTax' })
    expect(await shown()).toEqual(['2026-27', '2025-26', '2022-23', '2020-21'])
    for (const day of ['2019-06-30', '2023-07-01'])
      await server.call(
        api.records.saveLaundry,
        { params: { entryId: randomUUID() }, body: { day, workLoads: 1, mixedLoads: 0 } },
        gus,
      )
    expect(await shown()).toEqual(['2026-27', '2025-26', '2023-24', '2022-23', '2020-21', '2018-19'])
    const vehicle = randomUUID()
    const golf = { name: 'Golf', registration: '', engineCapacity: '', isCar: true }
    await server.call(api.records.saveVehicle, { params: { vehicleId: vehicle }, body: golf }, gus)
    for (const [startedOn, endedOn] of [
      ['2017-06-01', '2017-09-01'],
      ['2020-06-30', null],
    ] as const) {
      const body = { vehicle, startedOn, endedOn, odometerStart: 0, odometerEnd: null }
      await server.call(api.records.saveLogbook, { params: { logbookId: randomUUID() }, body }, gus)
    }
    const { docs } = (await server.call(list, {}, gus)).body
    const recorded = docs.filter(({ hasRecords }) => hasRecords)
    expect(recorded.map(({ incomeYear }) => incomeYear)).toEqual([
      '2023-24',
      '2019-20',
      '2018-19',
      '2017-18',
      '2016-17',
    ])
  })
})
