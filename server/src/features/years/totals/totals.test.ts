import { api, noTotals, type ReceiptTotals } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { categoryIds, fuel, others, travel } from '#testing/receipts.ts'
import { drive, insertReceipt, yearOf } from '#testing/years.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-11-22T02:00:00Z'))
})

describe('the totals of an income year', () => {
  test('are the sum of its receipts by category, label and month, and no others', async () => {
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
      ...inYear,
      totalCents: 4_00,
      labelConfirmed: 'D1',
      isReimbursed: true,
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
      ...noTotals,
      receipts: 3,
      spentCents: 11_501,
      reimbursedCents: 4_00,
      claimableCents: 5_551,
      gstCents: 1_000,
      complete: 3,
    }
    const trips = { ...noTotals, receipts: 1, incomplete: 1, withoutAmount: 1 }
    expect(year).toMatchObject({
      incomeYear: '2025-26',
      totals: { ...cars, receipts: 4, incomplete: 1, withoutAmount: 1 },
      byCategory: [
        { category: fuel, ...cars },
        { category: travel, ...trips },
      ],
      byLabel: [
        { label: 'D1', ...cars },
        { label: null, ...trips },
      ],
      months: [
        { month: '2025-08', receipts: 3, totalCents: 11_501 },
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
    expect((await yearOf(server, bob, '2024-25')).totals).toEqual(noTotals)
  })

  test('match the sum of its receipts, in whatever order they were changed', async () => {
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
      for (const name of Object.keys(noTotals) as (keyof ReceiptTotals)[])
        expect(sum(groups.map((group) => group[name]))).toBe(totals[name])
    }
    expect(sum(months.map(({ totalCents }) => totalCents))).toBe(totals.spentCents)
    expect(missing.receipts).toBe(totals.incomplete)
    const { docs } = (await server.call(api.years.list, {}, zoe)).body
    expect(docs.find(({ incomeYear }) => incomeYear === '2025-26')).toMatchObject({
      receipts: totals.receipts,
      spentCents: totals.spentCents,
      claimableCents: totals.claimableCents,
    })
  })
})

describe('work expenses', () => {
  const inYear = { documentDate: '2026-08-03', labelConfirmed: 'D5', totalCents: 20_00 }
  const deductionOf = async (person: Person) => (await yearOf(server, person, '2026-27')).standardDeduction

  test.each<[string, boolean, Parameters<typeof insertReceipt>[2]]>([
    ['a receipt without an amount', true, { ...inYear, totalCents: null }],
    ['a gift without an amount', false, { ...inYear, labelConfirmed: 'D9', totalCents: null }],
    ['a receipt without a label', true, { ...inYear, labelConfirmed: null }],
    [
      'a receipt without a label that was paid back',
      false,
      { ...inYear, labelConfirmed: null, isReimbursed: true },
    ],
    ['an asset of an earlier year', true, { ...inYear, documentDate: '2024-08-03', lastClaimedYear: 2027 }],
    ['an asset no longer claimed', false, { ...inYear, documentDate: '2024-08-03', lastClaimedYear: 2026 }],
    ['an asset that’s private', false, { ...inYear, labelConfirmed: 'private', lastClaimedYear: 2028 }],
  ])('with %s may be higher: %s', async (name, hasUnknown, receipt) => {
    const eva = await server.addUser(`eva-${name.replaceAll(/\W/g, '')}@example.com`)
    await insertReceipt(server, eva, inYear)
    await insertReceipt(server, eva, receipt)
    expect(await deductionOf(eva)).toMatchObject({ workExpensesCents: 20_00, hasUnknown })
  })

  test.each([
    ['soleTrader', ['business', 'business'], ['smallExpenses']],
    ['both', ['D5', 'D1'], ['writtenEvidence', 'smallExpenses', 'laundry']],
  ] as const)(
    'of a business are covered by the records of a person who earns as %s',
    async (work, ...expected) => {
      const ty = await server.addUser(`ty-${work}@example.com`)
      await server.call(api.receipts.updateTaxProfile, { body: { work } }, ty)
      for (const facts of [
        { categoryId: others, supplier: 'Telstra' },
        { categoryId: others, supplier: 'Bunnings' },
        { categoryId: fuel, totalCents: 50_00 },
      ])
        await insertReceipt(server, ty, { ...inYear, labelConfirmed: 'business', ...facts })
      // Without records, they need a logbook.
      expect((await yearOf(server, ty, '2026-27')).cars.claimableCents).toBe(50_00)
      const days = [{ day: '2026-08-04', minutes: 600 }]
      await server.call(api.records.saveHours, { body: { days } }, ty)
      const covered = async () => (await yearOf(server, ty, '2026-27')).byLabel[0]!.coveredCents
      expect(await covered()).toBe(20_00)
      await drive(server, ty, { day: '2026-08-04', km: 100 })
      expect(await covered()).toBe(70_00)
      const { records, meters, cars } = await yearOf(server, ty, '2026-27')
      expect(cars).toMatchObject({ receipts: 1, spentCents: 50_00 })
      expect(records.map(({ claimableCents }) => claimableCents)).toEqual([7_00, 88_00])
      expect([records.map(({ label }) => label), meters.map(({ kind }) => kind)]).toEqual(expected)
    },
  )

  test('aren’t compared with the standard deduction for sole traders, whose expenses are their business’s', async () => {
    const sol = await server.addUser('sol@example.com')
    const answer = (body: { work: 'soleTrader' | 'both' } | { isGstRegistered: boolean }) =>
      server.call(api.receipts.updateTaxProfile, { body }, sol)
    await answer({ work: 'both' })
    expect(await deductionOf(sol)).not.toBeNull()
    await answer({ work: 'soleTrader' })
    expect(await deductionOf(sol)).toBeNull()
    const gst = async () => (await yearOf(server, sol, '2026-27')).businessIncludesGst
    await insertReceipt(server, sol, { ...inYear, labelConfirmed: 'business' })
    expect(await gst()).toBe(false)
    await answer({ isGstRegistered: true })
    expect(await gst()).toBe(true)
  })
})
