import { api, type ReceiptTotals, yearRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { categoryIds, fuel, travel } from '#testing/receipts.ts'
import { insertReceipt, yearOf } from '#testing/years.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => server.setNow(new Date('2026-11-22T02:00:00Z')))

const { list, recordLodgement } = api.years
const lodge = (person: Person, incomeYear: string, body: object) =>
  server.call(recordLodgement, { params: { incomeYear }, body: body as never }, person)
const zero: ReceiptTotals = {
  receipts: 0,
  spentCents: 0,
  claimableCents: 0,
  gstCents: 0,
  complete: 0,
  incomplete: 0,
  withoutAmount: 0,
}

describe('an income year', () => {
  test('adds up its receipts by category, label and month, and no others', async () => {
    const ann = await server.addUser('ann@example.com')
    const bob = await server.addUser('bob@example.com')
    const inYear = { documentDate: '2025-08-03', supplier: 'Ampol', totalCents: 11_000 }
    await insertReceipt(server, ann, { ...inYear, gstCents: 1_000, workUsePercent: 50, labelSuggested: 'D1' })
    await insertReceipt(server, ann, {
      ...inYear,
      totalCents: 1_01,
      workUsePercent: 50,
      labelConfirmed: 'D1',
    })
    await insertReceipt(server, ann, {
      documentDate: '2026-06-30',
      categoryId: travel,
      totalCents: null,
    })
    await insertReceipt(server, ann, { ...inYear, documentDate: '2026-07-01' })
    await insertReceipt(server, bob, inYear)
    const deleted = await insertReceipt(server, ann, inYear)
    await server.deps.db
      .updateTable('receipts')
      .set({ deletedAt: new Date() })
      .where('id', '=', deleted)
      .execute()

    const year = await yearOf(server, ann, '2025-26')
    const cars = {
      ...zero,
      receipts: 2,
      spentCents: 11_101,
      claimableCents: 5_551,
      gstCents: 1_000,
      complete: 2,
    }
    const trips = { ...zero, receipts: 1, incomplete: 1, withoutAmount: 1 }
    expect(year).toMatchObject({
      incomeYear: '2025-26',
      totals: { ...cars, receipts: 3, incomplete: 1, withoutAmount: 1 },
      byCategory: [
        { category: fuel, ...cars },
        { category: travel, ...trips },
      ],
      byLabel: [
        { label: 'D1', ...cars },
        { label: null, ...trips },
      ],
      months: [
        { month: '2025-08', receipts: 2, totalCents: 11_101 },
        { month: '2026-06', receipts: 1, totalCents: 0 },
      ],
      missing: {
        receipts: 1,
        docs: [{ name: 'Fuel to Dubbo', totalCents: null, missing: ['supplier', 'amount'] }],
      },
      deadlines: { self: '2026-11-02', agent: '2027-05-17' },
      lodgement: null,
      retention: { keepUntil: '2032-05-17', isProvisional: true },
    })
    expect((await yearOf(server, bob, '2025-26')).totals.receipts).toBe(1)
    expect((await yearOf(server, bob, '2024-25')).totals).toEqual(zero)
  })

  test('matches the sum of its receipts, in whatever order they were changed', async () => {
    const zoe = await server.addUser('zoe@example.com')
    let state = 7
    const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
    const ids: string[] = []
    for (let i = 0; i < 40; i++) ids.push(await insertReceipt(server, zoe, { documentDate: '2025-09-01' }))
    for (let i = 0; i < 120; i++) {
      const change = [
        { totalCents: random(50_000) },
        { totalCents: null },
        { workUsePercent: random(101) },
        { categoryId: categoryIds[random(6)]! },
        { labelConfirmed: ['D1', 'D5', 'private', null][random(4)]! },
        { supplier: random(2) ? 'Ampol' : null },
        { documentDate: random(4) ? '2025-10-10' : '2024-10-10' },
        { deletedAt: random(3) ? null : new Date() },
      ][random(8)]!
      await server.deps.db
        .updateTable('receipts')
        .set(change)
        .where('ownerId', '=', zoe.id)
        .where('id', '=', ids[random(ids.length)]!)
        .execute()
    }
    const { rows } = await sql<{ receipts: number; spent: number; claimable: number }>`
      select count(*)::int as receipts, sum(total_cents)::bigint as spent,
        sum(case when label_confirmed = 'private' then 0 else floor(total_cents * coalesce(work_use_percent, 100) / 100.0 + 0.5) end)::bigint
          as claimable
      from receipts where owner_id = ${zoe.id} and income_year = 2026 and deleted_at is null`.execute(
      server.deps.db,
    )
    const { totals, byCategory, byLabel, months, missing } = await yearOf(server, zoe, '2025-26')
    expect(totals).toMatchObject({
      receipts: rows[0]!.receipts,
      spentCents: rows[0]!.spent,
      claimableCents: rows[0]!.claimable,
    })
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    for (const groups of [byCategory, byLabel]) {
      for (const name of Object.keys(zero) as (keyof ReceiptTotals)[])
        expect(sum(groups.map((group) => group[name]))).toBe(totals[name])
    }
    expect(sum(months.map(({ totalCents }) => totalCents))).toBe(totals.spentCents)
    expect(missing.receipts).toBe(totals.incomplete)
    const { docs } = (await server.call(list, {}, zoe)).body
    expect(docs.find(({ incomeYear }) => incomeYear === '2025-26')).toMatchObject({
      receipts: totals.receipts,
      spentCents: totals.spentCents,
      claimableCents: totals.claimableCents,
    })
  })

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
      limitCents: 30_000,
      status: 'law',
    })
    expect(lastYear).toMatchObject({ standardDeduction: null, rules: { isChanging: false } })
    expect(await yearOf(server, lee, '2026-27')).toMatchObject({
      standardDeduction: { cents: 100_000, workExpensesCents: 50_300, status: 'draft' },
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
    // 00:30 on 1 July in Sydney, and on Norfolk Island an hour before.
    server.setNow(new Date('2027-06-30T13:00:00Z'))
    expect((await yearOf(server, await server.signIn(joy), '2027-28')).incomeYear).toBe('2027-28')
  })
})

describe('the list of income years', () => {
  test('has the current one, the last one and all with receipts or a lodgement', async () => {
    const gus = await server.addUser('gus@example.com')
    const shown = async () => (await server.call(list, {}, gus)).body.docs.map(({ incomeYear }) => incomeYear)
    expect(await shown()).toEqual(['2026-27', '2025-26'])
    await insertReceipt(server, gus, { documentDate: '2021-01-01' })
    await lodge(gus, '2022-23', { lodgedOn: '2023-10-01', via: 'myTax' })
    expect(await shown()).toEqual(['2026-27', '2025-26', '2022-23', '2020-21'])
  })
})
