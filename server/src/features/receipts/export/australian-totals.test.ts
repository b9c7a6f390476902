import { api } from '@docketbox/contract'
import { unzip } from '@docketbox/testing/files/unzip'
import { beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
  const usd = { totalCents: 20_000, gstCents: 1818, currency: 'USD' }
  for (const facts of [{ totalCents: 4217 }, { ...usd, audCents: 30_540 }, usd]) {
    const { _id } = await fileReceipt(server, ann, { description: 'Hotel' })
    const params = { uploadId: _id }
    await server.call(api.receipts.editFacts, { params, body: { ...facts, workUsePercent: 100 } }, ann)
  }
})

test.each([
  ['Index.csv', 'Download all', 'Amount,GST,Currency,Amount (AUD)'],
  ['Receipts.csv', 'Download my data', 'total,gst,currency,total_aud'],
])('%s of “%s” has totals in Australian dollars, where they’re known', async (name, button, heading) => {
  const { body } =
    button === 'Download all'
      ? await server.call(api.receipts.downloadAll, { query: {} }, ann)
      : await server.call(api.account.exportAll, {}, ann)
  const csv = (await unzip(body)).find((entry) => entry.name === name)!.body.toString()
  const [head, ...lines] = csv.trimEnd().split('\r\n')
  expect(head).toContain(`,${heading},`)
  const amounts = [',42.17,,AUD,42.17,', ',200.00,18.18,USD,305.40,', ',200.00,18.18,USD,,']
  expect(lines).toEqual(amounts.map((text) => expect.stringContaining(text)))
})
