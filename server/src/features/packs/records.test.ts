import { randomUUID } from 'node:crypto'
import { api, sydneyDay } from '@docketbox/contract'
import { readSheet } from 'read-excel-file/node'
import { beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { linesOf, makePack, openPack, pdfText } from '#testing/packs.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'
import { drive } from '#testing/years.ts'

let server: TestServer
let ann: Person
let files: Map<string, Buffer>
const YEAR = '2024-25'
const lodgedReturn = { params: { incomeYear: YEAR }, body: { lodgedOn: '2025-10-20', via: 'agent' as const } }

beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
  const { expenses, records, years, receipts } = api
  const days = [
    { day: '2024-08-05', minutes: 450 },
    { day: '2024-08-06', minutes: 90 },
  ]
  await server.call(records.saveHours, { body: { days } }, ann)
  const vehicle = randomUUID()
  const mazda = { name: 'Mazda 3', registration: 'ABC123', engineCapacity: '2.0 L', isCar: true }
  await server.call(records.saveVehicle, { params: { vehicleId: vehicle }, body: mazda }, ann)
  for (const month of ['2024-08', '2023-08', '2025-05']) {
    const endedOn = month === '2025-05' ? null : `${month}-20`
    const body = { vehicle, startedOn: `${month}-01`, endedOn, odometerStart: 0, odometerEnd: null }
    await server.call(records.saveLogbook, { params: { logbookId: randomUUID() }, body }, ann)
  }
  const costs = { odometerStart: 0, odometerEnd: 22_000, costsCents: 9_000_00 }
  const inYear = { incomeYear: YEAR }
  await server.call(records.saveVehicleYear, { params: { ...inYear, vehicleId: vehicle }, body: costs }, ann)
  const trips = { choice: `car:${vehicle}`, kind: 'carTrips' as const }
  await server.call(records.choose, { params: inYear, body: trips }, ann)
  const bills = { startedOn: '2024-08-05', costCents: 600_00 }
  await server.call(records.saveDiary, { params: { ...inYear, service: 'phone' }, body: bills }, ann)
  const trip = { vehicle, day: '2024-09-02', endedOn: null, km: 12.3, odometerStart: null, odometerEnd: null }
  const body = { ...trip, purpose: 'Site visit in Parramatta' }
  await server.call(records.saveTrip, { params: { tripId: randomUUID() }, body }, ann)
  const toll = {
    kind: 'unobtainable' as const,
    paidOn: '2024-10-01',
    supplier: 'Linkt',
    description: 'Toll',
    amountCents: 7_50,
    label: 'D1' as const,
    note: 'No receipt from the toll gate',
  }
  await server.call(expenses.save, { params: { evidenceId: randomUUID() }, body: toll }, ann)
  const early = randomUUID()
  const parking = { ...toll, paidOn: '2024-09-01', supplier: 'Wilson', amountCents: 2_50 }
  await server.call(expenses.save, { params: { evidenceId: early }, body: parking }, ann)
  const enteredAt = new Date('2024-09-01T02:00:00Z')
  await server.deps.db.updateTable('evidenceRecords').set({ enteredAt }).where('id', '=', early).execute()
  const receipt = await fileReceipt(server, ann, { description: 'Boots' })
  const facts = {
    supplier: 'Bunnings',
    paidDate: '2024-07-09',
    documentDate: '2024-07-09',
    totalCents: 89_00,
  }
  await server.call(receipts.editFacts, { params: { uploadId: receipt._id }, body: facts }, ann)
  const createdAt = new Date('2025-07-01T02:00:00Z')
  await server.deps.db.updateTable('receipts').set({ createdAt }).where('id', '=', receipt._id).execute()
  await server.call(years.recordLodgedReturn, lodgedReturn, ann)
  files = await openPack(server, ann, await makePack(server, ann, YEAR))
})

test('the workbook has sheets for the records that aren’t receipts', async () => {
  const sheet = (name: string) => readSheet(files.get('receipts.xlsx')!, name)
  const [, first, second] = await sheet('Hours')
  expect([first, second]).toEqual([
    [new Date('2024-08-05T00:00:00Z'), 7.5],
    [new Date('2024-08-06T00:00:00Z'), 1.5],
  ])
  expect((await sheet('Hours')).at(-1)).toEqual(['Total shown', 9])
  const [heading, trip] = await sheet('Trips')
  expect(heading!.at(-1)).toBe('Kilometres')
  expect(trip).toEqual([
    new Date('2024-09-02T00:00:00Z'),
    null,
    'Mazda 3',
    'Site visit in Parramatta',
    null,
    null,
    12.3,
  ])
  const claims = await sheet('Records')
  // 9 hours at 70 cents, 12.3 km at 88 cents.
  expect(claims.slice(1).map((line) => [line[0], line[5], line[6]])).toEqual([
    ['Working from home', 6.3, 'no: no method has been chosen yet'],
    ['Mazda 3', 10.82, 'yes'],
    ['Mazda 3', null, 'no: another method was chosen'],
    ['Phone', null, 'no: no method has been chosen yet'],
  ])
  await expect(sheet('Laundry')).rejects.toThrow('Laundry')
})

test('the hours of the workbook add up to the quantity that the fixed rate counts', async () => {
  const dee = await addSubscriber(server, 'dee@example.com')
  const days = ['2024-08-05', '2024-08-06', '2024-08-07'].map((day) => ({ day, minutes: 20 }))
  await server.call(api.records.saveHours, { body: { days } }, dee)
  const workbook = (await openPack(server, dee, await makePack(server, dee, YEAR))).get('receipts.xlsx')!
  const total = (await readSheet(workbook, 'Hours')).at(-1)
  const [, claim] = await readSheet(workbook, 'Records')
  expect([total!.at(-1), claim!.slice(3, 6)]).toEqual([1, [1, 'hours', 0.7]])
})

test('trips in a vehicle that isn’t a car are evidence for its receipts, without a figure of their own', async () => {
  const eve = await addSubscriber(server, 'eve@example.com')
  const vehicle = randomUUID()
  const ute = { name: 'HiLux', registration: '', engineCapacity: '', isCar: false }
  await server.call(api.records.saveVehicle, { params: { vehicleId: vehicle }, body: ute }, eve)
  const trip = { vehicle, day: '2024-09-02', endedOn: null, km: 12, odometerStart: null, odometerEnd: null }
  const body = { ...trip, purpose: 'Site visit' }
  await server.call(api.records.saveTrip, { params: { tripId: randomUUID() }, body }, eve)
  const pack = await openPack(server, eve, await makePack(server, eve, YEAR))
  const [, claim] = await readSheet(pack.get('receipts.xlsx')!, 'Records')
  expect(claim!.slice(5, 7)).toEqual([null, 'evidence for receipts'])
  expect(await pdfText(pack.get('summary.pdf')!)).toMatch(/HiLux\s+Trips\s+12 km\s+D2\s+from receipts/)
})

test('the workbook has what finished logbooks, oldest first, and a diary rest on', async () => {
  const line = async (name: string) => (await readSheet(files.get('receipts.xlsx')!, name))[1]
  expect(await line('Vehicles')).toEqual(['Mazda 3', 'ABC123', '2.0 L', 'yes', 0, 22_000, 9_000])
  const [, ...logbooks] = await readSheet(files.get('receipts.xlsx')!, 'Logbook')
  expect(logbooks.map(([startedOn]) => startedOn)).toEqual([new Date('2023-08-01'), new Date('2024-08-01')])
  expect(await line('Phone and internet')).toEqual(['phone', new Date('2024-08-05T00:00:00Z'), 0, null, 600])
})

test('an expense without a receipt has its own line and counts separately', async () => {
  const lines = files.get('receipts.csv')!.toString().trimEnd().split('\r\n')
  expect(lines).toHaveLength(4)
  // Suggested for the car, whose trips count.
  expect(lines[1]).toContain(',"Mazda 3: Cents per km, 88c",receipt,')
  expect(lines[2]).toContain(',Wilson,,,Toll,')
  expect(lines[3]).toContain(',Linkt,,,Toll,')
  expect(lines[3]).toContain(',unobtainable,yes,')
  const sheet = (name: string) => readSheet(files.get('receipts.xlsx')!, name)
  const receipts = await sheet('Receipts')
  const [heading, receipt] = receipts
  const amount = heading!.indexOf('Amount (AUD)')
  expect([receipt![amount], receipts.at(-1)![amount]]).toEqual([89, 89])
  const [names, ...rows] = await sheet('Without a receipt')
  const [earlier, expense] = rows.map((row) => Object.fromEntries(names!.map((name, at) => [name, row[at]])))
  expect(expense).toMatchObject({
    Date: new Date('2024-10-01T00:00:00Z'),
    Supplier: 'Linkt',
    'Amount (AUD)': 7.5,
    Method: 'Mazda 3: Cents per km, 88c',
    Added: new Date(sydneyDay(server.deps.now())),
    'Edited after lodging': null,
    Evidence: 'No receipt available',
    Note: 'No receipt from the toll gate',
  })
  expect(earlier).toMatchObject({
    Supplier: 'Wilson',
    Added: new Date('2024-09-01'),
    'Edited after lodging': 'yes',
  })
  const text = await pdfText(files.get('summary.pdf')!)
  expect(text).toContain('$89.00 from 1 receipt')
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    '$10.00 from 2 expenses without a receipt, $10.00 of it for work. We total these separately.',
  )
})

test('the summary has the lodged return, how long to keep the receipts, and the totals of the records', async () => {
  const text = await pdfText(files.get('summary.pdf')!)
  for (const part of [
    '20 Oct 2025 by a tax agent',
    'Keep until',
    'Working from home',
    'Fixed rate, 70c an hour',
    '9 hours',
    '$6.30',
    'Mazda 3',
    'Claimable includes $89.00 of receipts under D1 Work-related car.',
  ])
    expect(text).toContain(part)
})

test.each([
  ['soleTrader', 'Business'],
  ['both', 'D1'],
] as const)(
  'the car costs of a business name the method, for %s whose trips are under %s',
  async (work, label) => {
    const bob = await addSubscriber(server, `bob-${work}@example.com`)
    const { expenses, receipts } = api
    await server.call(receipts.updateTaxProfile, { body: { work } }, bob)
    await drive(server, bob, { day: '2024-09-02', km: 10 })
    const { _id: uploadId } = await fileReceipt(server, bob, { description: 'Fuel' })
    const facts = { paidDate: '2024-07-09', totalCents: 89_00 }
    await server.call(receipts.editFacts, { params: { uploadId }, body: facts }, bob)
    const answers = { forWork: 'business' as const }
    await server.call(receipts.editLabel, { params: { uploadId }, body: { answers } }, bob)
    const line = { kind: 'bankLine' as const, paidOn: '2024-09-03', supplier: 'BP', note: 'Visited a site' }
    const body = { ...line, description: 'Diesel', amountCents: 500_00, label: 'business' as const }
    await server.call(expenses.save, { params: { evidenceId: randomUUID() }, body }, bob)
    const pack = await openPack(server, bob, await makePack(server, bob, YEAR))
    const method = 'Mazda 3: Cents per km, 88c'
    const lines = linesOf(pack.get('receipts.csv')!)
    expect(lines.map((line) => line['evidence_type'])).toEqual(['receipt', 'bank_line'])
    expect(lines.map((line) => line['method'])).toEqual([method, method])
    const sheet = (name: string) => readSheet(pack.get('receipts.xlsx')!, name)
    expect((await sheet('Records'))[1]!.slice(0, 2)).toEqual(['Mazda 3', label])
    const [names, expense] = await sheet('Without a receipt')
    expect(expense![names!.indexOf('Method')]).toBe(method)
    const text = (await pdfText(pack.get('summary.pdf')!)).replaceAll(/\s+/g, ' ')
    for (const part of [
      'Claimable includes $89.00 of receipts under Business. The methods in the records already cover them',
      'Expenses without a receipt include $500.00 that the methods in the records already cover',
      ...(work === 'both' ? ['What was for the business belongs under Business instead.'] : []),
    ])
      expect(text).toContain(part)
  },
)

const isEdited = (pack: typeof files) => {
  const [head, line] = pack.get('receipts.csv')!.toString().split('\r\n')
  const at = head!.split(',').indexOf('edited_after_lodgement')
  return line!.split(',').at(at - head!.split(',').length)
}
test('descriptions written after lodging are marked, unless the receipt is new', async () => {
  expect(isEdited(files)).toBe('yes')
  const cai = await addSubscriber(server, 'cai@example.com')
  const { _id: uploadId } = await fileReceipt(server, cai, { description: 'Boots' })
  const body = { paidDate: '2024-07-09', totalCents: 89_00 }
  await server.call(api.receipts.editFacts, { params: { uploadId }, body }, cai)
  await server.call(api.years.recordLodgedReturn, lodgedReturn, cai)
  expect(isEdited(await openPack(server, cai, await makePack(server, cai, YEAR)))).toBe('no')
})

test('an amount changed after lodging is marked, too', async () => {
  const dan = await addSubscriber(server, 'dan@example.com')
  const { _id: uploadId } = await fileReceipt(server, dan, { description: 'Boots' })
  const edit = (body: object) => server.call(api.receipts.editFacts, { params: { uploadId }, body }, dan)
  await edit({ paidDate: '2024-07-09', totalCents: 89_00 })
  const at = new Date('2025-07-01T02:00:00Z')
  const earlier = { createdAt: at, describedAt: at, updatedAt: at }
  await server.deps.db.updateTable('receipts').set(earlier).where('id', '=', uploadId).execute()
  await server.call(api.years.recordLodgedReturn, lodgedReturn, dan)
  expect(isEdited(await openPack(server, dan, await makePack(server, dan, YEAR)))).toBe('no')
  await edit({ totalCents: 98_00 })
  expect(isEdited(await openPack(server, dan, await makePack(server, dan, YEAR)))).toBe('yes')
})
