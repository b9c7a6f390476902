import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { api, commonRefusals, urlOf } from '@docketbox/contract'
import { pdf } from '@docketbox/testing/files/samples'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { planningEachQuery } from '#platform/database/transaction.ts'
import { toRefusal } from '#platform/http/refusal.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fileReceipt, upload } from '#testing/receipts.ts'

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer({ WRITES_PER_MINUTE: '110' })
  ann = await addSubscriber(server, 'ann@example.com')
})

const { downloadAll, list, search, uploadFile } = api.receipts

describe('one account', () => {
  test('may drop a hundred files at once, and search thirty times at once', async () => {
    const files = Array.from({ length: 100 }, (_, n) => fileOf(pdf(`dropped ${n}`)))
    const sent = await Promise.all(files.map((body) => server.call(uploadFile, { body, query: {} }, ann)))
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]))
    const queries = Array.from({ length: 30 }, (_, n) => ({ query: { q: `word ${n}` } }))
    const found = await Promise.all(queries.map((query) => server.call(search, query, ann)))
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('that lasts too long gets a time to retry, and no one else does', async () => {
    const bob = await addSubscriber(server, 'bob@example.com')
    const refused: Response[] = []
    while (refused.length === 0) {
      const response = await fetch(server.url + urlOf(api.profile.update, {}), {
        method: api.profile.update.method,
        headers: { authorization: `Bearer ${bob.token}`, 'content-type': 'application/json' },
        body: '{}',
      })
      if (response.status === 429) refused.push(response)
    }
    expect(Number(refused[0]!.headers.get('retry-after'))).toBe(1)
    expect((await server.call(list, { query: {} }, bob)).status).toBe(200)
    expect(await upload(server, ann)).toMatch(/^draft:/)
  })
})

describe('a zip', () => {
  test('is made one at a time; only the page that downloads it replaces it by asking again', async () => {
    const cat = await addSubscriber(server, 'cat@example.com')
    const noise = Buffer.from(Array.from({ length: 900_000 }, (_, n) => (n * n) % 251))
    for (const part of [1, 2, 3, 4, 5, 6, 7, 8])
      await fileReceipt(server, cat, { file: fileOf(Buffer.concat([pdf(`large ${part}`), noise])) })
    const open = (query = {}, page = 'laptop') => start(urlOf(downloadAll, { query }), cat, page)
    const another = { user: cat.id }
    const first = await open()
    const other = await open(another)
    expect([first.statusCode, other.statusCode, other.headers['retry-after']]).toEqual([200, 429, '10'])
    for (const page of ['phone', '']) expect((await open({}, page)).statusCode).toBe(429)
    const closed = new Promise((resolve) => first.once('close', resolve))
    const again = await open()
    expect(again.statusCode).toBe(200)
    again.resume()
    await once(again, 'end')
    first.resume()
    await closed
    expect(first.complete).toBe(false)
    await expect.poll(async () => (await open(another)).resume().statusCode).toBe(200)
  })
})

test('a search that takes too long is cancelled, with a sentence', async () => {
  const slow = planningEachQuery(server.deps.db, (db) => sql`select pg_sleep(20)`.execute(db))
  const error = await slow.catch((thrown: unknown) => thrown)
  expect(toRefusal(error).spec).toBe(commonRefusals.tookTooLong)
}, 15_000)

/** Starts a download without reading it. */
async function start(path: string, { token }: Person, page: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}`, ...(page && { 'page-id': page }) }
  const request = get(server.url + path, { agent: false, headers })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.on('error', () => undefined)
  return response
}
