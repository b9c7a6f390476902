import { randomUUID } from 'node:crypto'
import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber } from '#testing/receipts.ts'
import { insertReceipt, yearOf } from '#testing/years.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-11-22T02:00:00Z'))
})

describe('an income year', () => {
  test('doesn’t count an asset claimed over several years as work expenses of its first', async () => {
    const pia = await server.addUser('pia@example.com')
    const laptop = { documentDate: '2026-08-03', totalCents: 2_400_00, labelConfirmed: 'D5' }
    await insertReceipt(server, pia, { ...laptop, lastClaimedYear: 2029 })
    await insertReceipt(server, pia, { ...laptop, totalCents: 20_00, lastClaimedYear: 2027 })
    expect(await yearOf(server, pia, '2026-27')).toMatchObject({
      totals: { claimableCents: 2_420_00 },
      assetCents: 2_400_00,
      standardDeduction: { workExpensesCents: 20_00, hasUnknown: true },
    })
  })

  test('asks whether a phone is an asset before the fixed rate covers it as a bill', async () => {
    const tia = await addSubscriber(server, 'tia@example.com')
    await server.call(api.records.saveHours, { body: { days: [{ day: '2026-08-03', minutes: 60 }] } }, tia)
    const phone = { supplier: 'Telstra', description: 'iPhone', totalCents: 1_499_00, labelConfirmed: 'D5' }
    const uploadId = await insertReceipt(server, tia, { documentDate: '2026-08-04', ...phone })
    const year = async () => {
      const { byLabel, possibleAssets, assetCents } = await yearOf(server, tia, '2026-27')
      return [byLabel[0]!.coveredCents, possibleAssets.receipts, assetCents]
    }
    expect(await year()).toEqual([0, 1, 0])
    const answer = (body: { incomeYear: string | null; isOneYear?: boolean }) =>
      server.call(api.receipts.setLastClaim, { params: { uploadId }, body }, tia)
    await answer({ incomeYear: null, isOneYear: true })
    expect(await year()).toEqual([1_499_00, 0, 0])
    await answer({ incomeYear: '2028-29' })
    expect(await year()).toEqual([0, 0, 1_499_00])
  })

  test('asks about equipment above $300 before it counts as work expenses, and about nothing else', async () => {
    const ted = await addSubscriber(server, 'ted@example.com')
    const inYear = { documentDate: '2026-08-03', labelConfirmed: 'D5', totalCents: 1_499_00 }
    const id = await insertReceipt(server, ted, { ...inYear, supplier: 'JB Hi-Fi', workUsePercent: 50 })
    await insertReceipt(server, ted, { ...inYear, labelConfirmed: 'D4', supplier: 'TAFE NSW' })
    const asked = async () => {
      const { possibleAssets, standardDeduction } = await yearOf(server, ted, '2026-27')
      const { workExpensesCents, hasUnknown } = standardDeduction!
      return [
        possibleAssets.docs.map(({ name }) => name),
        possibleAssets.claimableCents,
        workExpensesCents,
        hasUnknown,
      ]
    }
    const params = { uploadId: id }
    const answer = (body: { incomeYear: string | null; isOneYear?: boolean }) =>
      server.call(api.receipts.setLastClaim, { params, body }, ted)
    expect(await asked()).toEqual([['JB Hi-Fi'], 749_50, 1_499_00, true])
    expect((await server.call(api.receipts.details, { params }, ted)).body.mayBeAsset).toBe(true)
    expect((await answer({ incomeYear: null, isOneYear: true })).body.mayBeAsset).toBe(false)
    expect(await asked()).toEqual([[], 0, 2_248_50, false])
    await answer({ incomeYear: null })
    expect(await asked()).toEqual([['JB Hi-Fi'], 749_50, 1_499_00, true])
    await answer({ incomeYear: '2028-29' })
    expect(await asked()).toEqual([[], 0, 1_499_00, true])
    // An answer from before its date was corrected.
    await answer({ incomeYear: '2026-27' })
    expect(await asked()).toEqual([['JB Hi-Fi'], 749_50, 1_499_00, true])
  })

  test('doesn’t count the purchase of a car as what it cost to run, before its owner says what it is', async () => {
    const van = await server.addUser('van@example.com')
    const inYear = { documentDate: '2026-08-03', labelConfirmed: 'D1' }
    await insertReceipt(server, van, { ...inYear, supplier: 'Ampol', totalCents: 80_00 })
    const id = await insertReceipt(server, van, {
      ...inYear,
      supplier: 'Toyota car purchase',
      totalCents: 30_000_00,
    })
    const running = async () => {
      const { spentCents, assetSpentCents } = (await yearOf(server, van, '2026-27')).cars
      return spentCents - assetSpentCents
    }
    expect(await running()).toBe(80_00)
    for (const work of ['soleTrader', 'both'] as const) {
      await server.call(api.receipts.updateTaxProfile, { body: { work } }, van)
      expect(await running()).toBe(80_00)
    }
    const body = { incomeYear: '2033-34' }
    await server.call(api.receipts.setLastClaim, { params: { uploadId: id }, body }, van)
    expect(await running()).toBe(80_00)
  })

  test('asks about equipment without a receipt too, and counts it only once it’s no asset', async () => {
    const liz = await addSubscriber(server, 'liz@example.com')
    const params = { evidenceId: randomUUID() }
    const body = {
      kind: 'bankLine' as const,
      paidOn: '2026-08-03',
      supplier: 'JB Hi-Fi',
      description: 'Laptop',
      amountCents: 1_499_00,
      workUsePercent: 50,
      label: 'D5' as const,
      note: 'For work',
    }
    const answer = (incomeYear: string | null, isOneYear = false) =>
      server.call(api.expenses.setLastClaim, { params, body: { incomeYear, isOneYear } }, liz)
    const yearOfLiz = async () => {
      const { possibleAssets, evidenceParts, standardDeduction, earlierAssets } = await yearOf(
        server,
        liz,
        '2026-27',
      )
      return {
        asked: possibleAssets.docs.map(({ name, hasReceipt }) => [name, hasReceipt]),
        ...evidenceParts,
        workCents: standardDeduction?.workExpensesCents,
        hasUnknown: standardDeduction?.hasUnknown,
        earlierAssets,
      }
    }
    const prefill = async (incomeYear: string) => {
      const { amounts, assets, possibleAssets } = (
        await server.call(api.lodgement.prefill, { params: { incomeYear } }, liz)
      ).body
      return [amounts.map(({ cents }) => cents), assets, possibleAssets]
    }
    const parts = { coveredCents: 0, assetCents: 0, possibleCents: 0, carCents: 0 }
    const none = { asked: [], ...parts, earlierAssets: 0 }
    expect((await answer(null)).status).toBe(404)
    expect((await server.call(api.expenses.save, { params, body }, liz)).body.mayBeAsset).toBe(true)
    expect(await yearOfLiz()).toEqual({
      ...none,
      asked: [['JB Hi-Fi', false]],
      possibleCents: 749_50,
      workCents: 0,
      hasUnknown: true,
    })
    expect(await prefill('2026-27')).toEqual([[], 0, 1])

    expect((await answer('2028-29')).body).toMatchObject({ lastClaimedYear: '2028-29', mayBeAsset: false })
    // A correction keeps the answer.
    await server.call(api.expenses.save, { params, body: { ...body, note: 'For my job' } }, liz)
    expect(await yearOfLiz()).toEqual({ ...none, assetCents: 749_50, workCents: 0, hasUnknown: true })
    expect(await prefill('2026-27')).toEqual([[], 1, 0])

    expect((await answer(null, true)).body).toMatchObject({ lastClaimedYear: null, mayBeAsset: false })
    expect(await yearOfLiz()).toEqual({ ...none, workCents: 749_50, hasUnknown: false })
    expect(await prefill('2026-27')).toEqual([[749_50], 0, 0])
    await answer('2026-27')
    expect((await yearOfLiz()).asked).toHaveLength(1)

    await server.call(api.expenses.save, { params, body: { ...body, paidOn: '2025-08-03' } }, liz)
    await answer('2026-27')
    expect(await yearOfLiz()).toEqual({ ...none, earlierAssets: 1, workCents: 0, hasUnknown: true })
    expect(await prefill('2026-27')).toEqual([[], 1, 0])
  })

  test('asks about the most valuable purchases first, whether or not they have a receipt', async () => {
    const max = await addSubscriber(server, 'max@example.com')
    const buy = (supplier: string, amountCents: number) =>
      server.call(
        api.expenses.save,
        {
          params: { evidenceId: randomUUID() },
          body: {
            kind: 'bankLine',
            paidOn: '2026-08-03',
            supplier,
            description: 'Laptop',
            amountCents,
            workUsePercent: 100,
            label: 'D5',
            note: 'For work',
          },
        },
        max,
      )
    await buy('Small', 400_00)
    await buy('Large', 900_00)
    for (let count = 0; count < 50; count++)
      await insertReceipt(server, max, {
        documentDate: '2026-08-03',
        labelConfirmed: 'D5',
        totalCents: 500_00,
        supplier: 'JB Hi-Fi',
      })
    const { receipts, expenses, docs } = (await yearOf(server, max, '2026-27')).possibleAssets
    expect([receipts, expenses]).toEqual([50, 2])
    expect(docs).toHaveLength(50)
    expect(docs[0]).toMatchObject({ name: 'Large', hasReceipt: false })
    expect(docs.some(({ name }) => name === 'Small')).toBe(false)
  })
})

describe('the list of income years', () => {
  test('says in which of them assets are claimed for the last time', async () => {
    const una = await server.addUser('una@example.com')
    await insertReceipt(server, una, { documentDate: '2025-08-03', lastClaimedYear: 2029 })
    const { docs } = (await server.call(api.years.list, {}, una)).body
    const last = docs.filter(({ isLastOfAssets }) => isLastOfAssets)
    expect(last).toMatchObject([{ incomeYear: '2028-29', receipts: 0 }])
  })

  test('says the same about assets without a receipt', async () => {
    const uli = await addSubscriber(server, 'uli@example.com')
    const params = { evidenceId: randomUUID() }
    const desk = {
      kind: 'bankLine' as const,
      paidOn: '2025-08-03',
      supplier: 'IKEA',
      description: 'Desk',
      amountCents: 499_00,
      workUsePercent: 100,
      label: 'D5' as const,
      note: 'For work',
    }
    await server.call(api.expenses.save, { params, body: desk }, uli)
    const body = { incomeYear: '2029-30' }
    await server.call(api.expenses.setLastClaim, { params, body }, uli)
    const { docs } = (await server.call(api.years.list, {}, uli)).body
    const last = docs.filter(({ isLastOfAssets }) => isLastOfAssets)
    expect(last).toMatchObject([{ incomeYear: '2029-30', hasRecords: false }])
  })
})
