import { randomUUID } from 'node:crypto'
import { api, yearTexts } from '@docketbox/contract'
import readXlsxFile, { readSheet } from 'read-excel-file/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { linesOf, makePack, openPack, pdfText } from '#testing/packs.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

type Period = { startedOn: string; endedOn: string | null; odometerStart: number; odometerEnd: number | null }
type Drive = readonly [day: string, odometerStart: number, odometerEnd: number]

/** An owner of a Golf with a logbook and trips. */
async function addDriver(name: string, period: Period, drives: readonly Drive[]) {
  const owner = await addSubscriber(server, `${name}@example.com`)
  const vehicle = randomUUID()
  const golf = { name: 'Golf', registration: '', engineCapacity: '', isCar: true }
  await server.call(api.records.saveVehicle, { params: { vehicleId: vehicle }, body: golf }, owner)
  const keepLogbook = (kept: Period) =>
    server.call(
      api.records.saveLogbook,
      { params: { logbookId: randomUUID() }, body: { vehicle, ...kept } },
      owner,
    )
  await keepLogbook(period)
  for (const [day, odometerStart, odometerEnd] of drives) {
    const readings = { odometerStart, odometerEnd, km: odometerEnd - odometerStart }
    const body = { vehicle, day, endedOn: null, ...readings, purpose: 'Site visit' }
    await server.call(api.records.saveTrip, { params: { tripId: randomUUID() }, body }, owner)
  }
  const choose = (incomeYear: string, kind: 'carLogbook' | 'carTrips') =>
    server.call(
      api.records.choose,
      { params: { incomeYear }, body: { choice: `car:${vehicle}`, kind } },
      owner,
    )
  const packOf = async (incomeYear: string) =>
    (await openPack(server, owner, await makePack(server, owner, incomeYear))).get('receipts.xlsx')!
  return { owner, vehicle, keepLogbook, choose, packOf }
}

/** The kilometres that a sheet lists, the last of which are their total; undefined without that sheet. */
async function kmIn(workbook: Buffer, sheet: string) {
  const found = (await readXlsxFile(workbook)).find((one) => one.sheet === sheet)
  return found?.data
    .slice(1)
    .map((line) => line.at(-1))
    .filter((km) => km !== null)
}

const spring2023 = { startedOn: '2023-08-01', endedOn: '2023-11-30', odometerStart: 0, odometerEnd: 1_000 }

test('a later year has the trips that its logbook’s percentage rests on', async () => {
  const { owner, choose, packOf } = await addDriver('fay', spring2023, [
    ['2023-09-02', 100, 400],
    ['2023-08-02', 0, 50],
    ['2023-12-02', 1_100, 1_200],
    ['2024-09-02', 9_000, 9_010],
  ])
  await choose('2024-25', 'carLogbook')
  const later = await packOf('2024-25')
  expect(await kmIn(later, 'Trips')).toEqual([10, 10])
  expect(await kmIn(later, 'Logbook trips')).toEqual([50, 300, 350])
  const onScreen = async (incomeYear: string) =>
    (await server.call(api.records.ofYear, { params: { incomeYear } }, owner)).body.logbookTrips
  expect((await onScreen('2024-25')).map(({ km }) => km)).toEqual([50, 300])
  // The year it was kept in has them among its trips.
  await choose('2023-24', 'carLogbook')
  expect(await kmIn(await packOf('2023-24'), 'Logbook trips')).toBeUndefined()
  expect(await onScreen('2023-24')).toEqual([])
})

describe('a year doesn’t have other years’ trips of a logbook that', () => {
  test('never ended', async () => {
    const unended = { ...spring2023, endedOn: null, odometerEnd: null }
    const { choose, packOf } = await addDriver('una', unended, [
      ['2023-09-02', 100, 400],
      ['2025-12-02', 20_000, 20_100],
    ])
    await choose('2023-24', 'carLogbook')
    const pack = await packOf('2023-24')
    expect(await kmIn(pack, 'Trips')).toEqual([300, 300])
    expect(await kmIn(pack, 'Logbook trips')).toBeUndefined()
  })

  test('a later one replaced', async () => {
    const { keepLogbook, packOf } = await addDriver('ray', spring2023, [
      ['2023-09-02', 100, 400],
      ['2024-09-02', 9_000, 9_010],
    ])
    await keepLogbook({
      startedOn: '2024-08-01',
      endedOn: '2024-11-30',
      odometerStart: 8_000,
      odometerEnd: 9_100,
    })
    expect(await kmIn(await packOf('2025-26'), 'Logbook trips')).toEqual([10, 10])
  })

  test('doesn’t count, because the owner hasn’t chosen it or the car cost nothing', async () => {
    const { owner, vehicle, choose, packOf } = await addDriver('col', spring2023, [
      ['2023-09-02', 100, 400],
      ['2024-09-02', 9_000, 9_010],
    ])
    expect(await kmIn(await packOf('2024-25'), 'Logbook trips')).toBeUndefined()
    await choose('2024-25', 'carTrips')
    expect(await kmIn(await packOf('2024-25'), 'Logbook trips')).toBeUndefined()
    const params = { incomeYear: '2025-26', vehicleId: vehicle }
    expect(await kmIn(await packOf('2025-26'), 'Logbook trips')).toEqual([300, 300])
    const body = { odometerStart: null, odometerEnd: null, costsCents: 0 }
    await server.call(api.records.saveVehicleYear, { params, body }, owner)
    expect(await kmIn(await packOf('2025-26'), 'Logbook trips')).toBeUndefined()
  })
})

test('a later year lists the assets that are still claimed, with their originals, and adds up none of them', async () => {
  const owner = await addSubscriber(server, 'lea@example.com')
  const laptop = await fileReceipt(server, owner, { description: 'Laptop' })
  const params = { uploadId: laptop._id }
  const facts = { supplier: 'JB Hi-Fi', totalCents: 1_899_00, workUsePercent: 70, paidDate: '2025-01-15' }
  await server.call(api.receipts.editFacts, { params, body: facts }, owner)
  const until = { body: { incomeYear: '2027-28' } }
  await server.call(api.receipts.setLastClaim, { params, ...until }, owner)
  const expense = { params: { evidenceId: randomUUID() } }
  const desk = { kind: 'bankLine' as const, paidOn: '2025-02-01', supplier: 'IKEA', description: 'Desk' }
  const paid = { amountCents: 499_00, workUsePercent: 100, label: 'rental' as const, note: 'At home' }
  await server.call(api.expenses.save, { ...expense, body: { ...desk, ...paid } }, owner)
  await server.call(api.expenses.setLastClaim, { ...expense, ...until }, owner)

  const pack = await makePack(server, owner, '2025-26')
  expect(pack).toMatchObject({ receipts: 0, files: 1 })
  const files = await openPack(server, owner, pack)
  const [original] = [...files.keys()].filter((path) => path.includes('/'))
  expect(original).toMatch(/^Assets-from-earlier-years\/2025-01-15_JB-Hi-Fi_1899\.00_.{8}\.pdf$/)
  expect(await readSheet(files.get('receipts.xlsx')!, 'Assets from earlier years')).toMatchObject([
    [
      'Date',
      'Supplier',
      'Description',
      'Label',
      'Label status',
      'Cost (AUD)',
      'GST (AUD)',
      'Work use %',
      'Claimed until',
      'Currency',
      'Original amount',
      'Evidence',
      'Note',
      'File',
      'Record',
    ],
    [
      new Date('2025-01-15'),
      'JB Hi-Fi',
      'Laptop',
      'D1',
      'suggested',
      1_899,
      null,
      70,
      '2027-28',
      'AUD',
      1_899,
      'Receipt',
      null,
      original,
      laptop._id,
    ],
    [
      new Date('2025-02-01'),
      'IKEA',
      'Desk',
      'Rental property',
      'confirmed',
      499,
      null,
      100,
      '2027-28',
      'AUD',
      499,
      'Bank statement line',
      'At home',
      null,
      expense.params.evidenceId,
    ],
  ])
  const text = (await pdfText(files.get('summary.pdf')!)).replaceAll(/\s+/g, ' ')
  expect(text).toContain('15 Jan 2025 JB Hi-Fi: Laptop D1 2027–28 70% $1,899.00')
  expect(text).toContain('1 Feb 2025 IKEA: Desk (no receipt) Rental property 2027–28 100% $499.00')
  expect(text).toContain('in the folder Assets-from-earlier-years.')
  expect(text).not.toContain(yearTexts.businessIncludesGst)
  expect(text).toContain('$0.00 from 0 receipts')
  expect(linesOf(files.get('receipts.csv')!)).toEqual([])
  expect(await kmIn(files.get('receipts.xlsx')!, 'Without a receipt')).toBeUndefined()

  // The year they were bought in has them among its receipts and expenses.
  const before = await openPack(server, owner, await makePack(server, owner, '2024-25'))
  expect((await readXlsxFile(before.get('receipts.xlsx')!)).map(({ sheet }) => sheet)).toEqual([
    'Receipts',
    'Without a receipt',
    'About',
  ])
})

test('the cost of a business’s earlier assets is said to include GST that was claimed back', async () => {
  const owner = await addSubscriber(server, 'kim@example.com')
  const body = { work: 'soleTrader' as const, isGstRegistered: true, from: null }
  await server.call(api.receipts.updateTaxProfile, { body }, owner)
  const { _id: uploadId } = await fileReceipt(server, owner, { description: 'Trailer' })
  const facts = { supplier: 'Carroll', totalCents: 5_500_00, gstCents: 500_00, paidDate: '2025-01-15' }
  await server.call(api.receipts.editFacts, { params: { uploadId }, body: facts }, owner)
  const until = { incomeYear: '2027-28' }
  await server.call(api.receipts.setLastClaim, { params: { uploadId }, body: until }, owner)
  const files = await openPack(server, owner, await makePack(server, owner, '2025-26'))
  const text = (await pdfText(files.get('summary.pdf')!)).replaceAll(/\s+/g, ' ')
  expect(text).toContain('Carroll: Trailer Business')
  expect(text).toContain(yearTexts.businessIncludesGst)
})
