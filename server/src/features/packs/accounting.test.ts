import { api, type DeductionLabel } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { linesOf, makePack, openPack, pdfText } from '#testing/packs.ts'
import { addSubscriber, fileReceipt, insurance, meal, others } from '#testing/receipts.ts'
import { drive } from '#testing/years.ts'

let server: TestServer
let ann: Person
const YEAR = '2025-26'

beforeAll(async () => {
  server = await startTestServer()
  // Afternoon in Sydney.
  server.setNow(new Date('2026-03-03T03:00:00Z'))
  ann = await addSubscriber(server, 'ann@example.com')
})

async function add(
  facts: object,
  {
    category,
    confirmed,
    person = ann,
  }: { category?: string; confirmed?: DeductionLabel; person?: Person } = {},
) {
  const { _id: uploadId } = await fileReceipt(server, person, category === undefined ? {} : { category })
  await server.call(api.receipts.editFacts, { params: { uploadId }, body: facts }, person)
  if (confirmed)
    await server.call(api.receipts.editLabel, { params: { uploadId }, body: { confirmed } }, person)
}

const paidOn = (paidDate: string, supplier: string, totalCents: number) => ({
  paidDate,
  supplier,
  totalCents,
})

test('files for accounting software leave out only what’s confirmed as private, reimbursed or without an amount', async () => {
  await add({ ...paidOn('2025-08-03', 'Ampol', 68_40), gstCents: 6_22 })
  // A meal is suggested as private, which is only a guess.
  await add(paidOn('2025-08-04', 'Café', 21_00), { category: meal })
  await add({ supplier: 'Bunnings', totalCents: 12_00 })
  await add(paidOn('2025-08-05', 'Coles', 5_00), { confirmed: 'private' })
  await add({ ...paidOn('2025-08-06', 'Hotel', 410_05), isReimbursed: true })
  await add({ ...paidOn('2025-08-07', 'Train', 20_00), isReimbursed: true })
  await add({ ...paidOn('2025-08-08', 'Apple', 99_00), currency: 'USD' })
  const files = await openPack(server, ann, await makePack(server, ann, YEAR, ['xero', 'myob']))

  const xero = linesOf(files.get('accounting/xero-bank-statement-1.csv')!)
  expect(xero.map((line) => [line['*Date'], line['Payee'], line['*Amount']])).toEqual([
    ['03/08/2025', 'Ampol', '-68.40'],
    ['04/08/2025', 'Café', '-21.00'],
    ['03/03/2026', 'Bunnings', '-12.00'],
  ])
  const myob = linesOf(files.get('accounting/myob-spend-money.csv')!)
  expect(myob.map((line) => [line['Date'], line['Inclusive'], line['Inc-Tax Amount']])).toEqual([
    ['03/08/2025', 'X', '68.40'],
    ['04/08/2025', 'X', '21.00'],
    ['03/03/2026', 'X', '12.00'],
  ])
  const text = (await pdfText(files.get('summary.pdf')!)).replaceAll(/\s+/g, ' ')
  expect(text).toContain(
    'The files for Xero and MYOB list 3 expenses. They leave out 1 confirmed as private, 2 reimbursed and 1 without an amount in Australian dollars. 1 of those listed has no date, so we used the day it was photographed or added. Check the tax codes when you import the file for MYOB.',
  )
})

test('a tax code claims no more GST than the owner can', async () => {
  const bob = await addSubscriber(server, 'bob@example.com')
  const answer = (isGstRegistered: boolean) =>
    server.call(api.receipts.updateTaxProfile, { body: { work: 'soleTrader', isGstRegistered } }, bob)
  await answer(true)
  const codes: Record<string, string> = {}
  for (const [supplier, code, facts, confirmed] of [
    ['Ampol', 'GST', { totalCents: 68_40, gstCents: 6_22 }],
    ['Woolworths, partly without GST', '', { totalCents: 110_00, gstCents: 3_00 }],
    ['Phone, half for work', '', { totalCents: 110_00, gstCents: 10_00, workUsePercent: 50 }],
    ['Tools, all for work', 'GST', { totalCents: 110_00, gstCents: 10_00, workUsePercent: 100 }],
    ['Water bill', 'FRE', { totalCents: 90_00, gstCents: 0 }],
    ['Café', '', { totalCents: 21_00 }],
    ['Apple in US dollars', '', { totalCents: 110_00, gstCents: 10_00, currency: 'USD', audCents: 165_00 }],
    [
      'Apple in US dollars, without',
      '',
      { totalCents: 110_00, gstCents: 0, currency: 'USD', audCents: 165_00 },
    ],
    ['Plumber of a rented flat', '', { totalCents: 110_00, gstCents: 10_00 }, 'rental'],
    ['Union of the job', '', { totalCents: 110_00, gstCents: 10_00 }, 'D5'],
  ] as const) {
    await add(
      { ...facts, supplier, paidDate: '2025-08-03' },
      { person: bob, ...(confirmed && { confirmed }) },
    )
    codes[supplier] = code
  }
  const packOfBob = async () => openPack(server, bob, await makePack(server, bob, YEAR, ['myob']))
  const codesIn = (files: Map<string, Buffer>) =>
    linesOf(files.get('accounting/myob-spend-money.csv')!).map((line) => [
      line['Co./Last Name'],
      line['Tax Code'],
    ])
  const files = await packOfBob()
  expect(Object.fromEntries(codesIn(files))).toEqual(codes)
  expect((await pdfText(files.get('summary.pdf')!)).replaceAll(/\s+/g, ' ')).toContain(
    '1 is only partly for work, but listed with the whole amount.',
  )
  await answer(false)
  expect(new Set(codesIn(await packOfBob()).map(([, code]) => code))).toEqual(new Set(['']))
})

test('a car’s costs have no tax code once the records know its share for work', async () => {
  const dee = await addSubscriber(server, 'dee@example.com')
  const body = { work: 'soleTrader', isGstRegistered: true } as const
  await server.call(api.receipts.updateTaxProfile, { body }, dee)
  const gst = { paidDate: '2025-08-03', totalCents: 110_00, gstCents: 10_00 }
  await add({ ...gst, supplier: 'Ampol' }, { person: dee })
  await add({ ...gst, supplier: 'Bunnings', description: 'Tools' }, { person: dee, category: others })
  await drive(server, dee, { day: '2025-08-03', km: 10 })
  const files = await openPack(server, dee, await makePack(server, dee, YEAR, ['myob']))
  const lines = linesOf(files.get('accounting/myob-spend-money.csv')!)
  expect(lines.map((line) => [line['Co./Last Name'], line['Tax Code']])).toEqual([
    ['Ampol', ''],
    ['Bunnings', 'GST'],
  ])
})

test('there’s no tax code until the owner says that they’re registered for GST, and that it’s for their business', async () => {
  const fay = await addSubscriber(server, 'fay@example.com')
  const gst = { paidDate: '2025-08-03', totalCents: 110_00, gstCents: 10_00 }
  await add({ ...gst, supplier: 'AAMI' }, { person: fay, category: insurance })
  await add({ ...gst, supplier: 'Officeworks' }, { person: fay, category: insurance, confirmed: 'business' })
  const codes = async () => {
    const files = await openPack(server, fay, await makePack(server, fay, YEAR, ['myob']))
    return linesOf(files.get('accounting/myob-spend-money.csv')!).map((line) => line['Tax Code'])
  }
  expect(await codes()).toEqual(['', ''])
  const body = { work: 'both', isGstRegistered: true } as const
  await server.call(api.receipts.updateTaxProfile, { body }, fay)
  expect(await codes()).toEqual(['', 'GST'])
})

test('a pack without such files doesn’t mention them', async () => {
  const files = await openPack(server, ann, await makePack(server, ann, YEAR))
  expect(await pdfText(files.get('summary.pdf')!)).not.toContain('Xero')
})
