import { api, incomeYearOf, type Receipt, sydneyDay } from '@docketbox/contract'
import { pdf } from '@docketbox/testing/files/samples'
import { unzip } from '@docketbox/testing/files/unzip'
import { beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fileReceipt, fuel, upload } from '#testing/receipts.ts'

const { save, downloadAll, editFacts, editFile, remove, search } = api.receipts

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
  const file = []
  for (const page of ['one', 'two', 'three']) file.push({ uri: await upload(server, ann, fileOf(pdf(page))) })
  const facts = {
    supplier: 'Repco',
    totalCents: 10_000,
    gstCents: 909,
    workUsePercent: 50,
    documentDate: '2026-06-29',
    paidDate: '2026-07-02',
  }
  const body = { category: fuel, file, description: 'Repair', facts }
  const { _id: uploadId, file: pages } = (await server.call(save, { body }, ann)).body
  const params = { uploadId, fileId: pages[0]!._id }
  const uri = await upload(server, ann, fileOf(pdf('sharper')))
  await server.call(editFile, { params, body: { uri } }, ann)
  await add('Oil', { totalCents: 2000 })
  const gone = await add('Gone', { totalCents: 7000 })
  await server.call(remove, { params: { uploadId: gone._id } }, ann)
})

async function add(description: string, facts: object): Promise<Receipt> {
  const receipt = await fileReceipt(server, ann, { description })
  await server.call(editFacts, { params: { uploadId: receipt._id }, body: facts }, ann)
  return receipt
}

async function indexIn(zip: Buffer): Promise<string[]> {
  const entry = (await unzip(zip)).find(({ name }) => name === 'Index.csv')!
  const lines = entry.body.toString().trimEnd().split('\r\n')
  return lines.slice(1).map((line) => line.replace(/,[\w ]+\/.*$|,"[^"]*",\w{64}$/, ''))
}

const amounts = `100.00,9.09,AUD,100.00,"Fuel, Car Repair and Servicing",50,50.00,D1,`
const none = ',,AUD,,"Fuel, Car Repair and Servicing",50,,D1,'
const oil = '20.00,,AUD,20.00,"Fuel, Car Repair and Servicing",,20.00,D1,'

// Without a date, the day it was added counts.
const added = incomeYearOf(sydneyDay(new Date()))

test('the index of a download has a receipt’s amounts once, however many pages it has, and dates as the list does', async () => {
  const { body } = await server.call(downloadAll, { query: {} }, ann)
  // It was paid in the next income year, which it's filed under.
  const day = '2026-06-29,2026-07-02,2026-27'
  expect(await indexIn(body)).toEqual([
    `1,Repco,${day},${amounts}`,
    `1,Repco,${day},${none}`,
    `1,Repco,${day},${none}`,
    `2,,,,${added},${oil}`,
  ])
  const list = (await server.call(search, { query: {} }, ann)).body
  expect(list).toMatchObject({ totalCents: 12_000, withAmount: 2 })
})

test('the index of an export of all data has no amounts of replaced files or of receipts in the bin', async () => {
  const { body } = await server.call(api.account.exportAll, {}, ann)
  const lines = await indexIn(body)
  const page = `1,Repco,2026-06-29,2026-07-02,2026-27,`
  expect(lines.slice(0, 4).toSorted()).toEqual([page + none, page + none, page + none, page + amounts])
  expect(lines.slice(4)).toEqual([
    `2,,,,${added},${oil}`,
    `3,,,,${added},,,AUD,,"Fuel, Car Repair and Servicing",,,D1,`,
  ])
})
