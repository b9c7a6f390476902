import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { DAY_MS, MINUTE_MS } from '@docketbox/contract/core/units'
import { api } from '@docketbox/contract'
import { pdf } from '@docketbox/testing/files/samples'
import { unzip } from '@docketbox/testing/files/unzip'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fileReceipt } from '#testing/receipts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

const noise = Buffer.from(Array.from({ length: 900_000 }, (_, n) => (n * n) % 251))
const addReceipts = async (person: Person) => {
  for (const part of [1, 2, 3])
    await fileReceipt(server, person, {
      file: fileOf(Buffer.concat([pdf(`${person.email} ${part}`), noise])),
    })
}
const url = () => server.url + api.account.exportAll.path
const headersOf = ({ token }: Person, headers: Record<string, string>) => ({
  authorization: `Bearer ${token}`,
  ...headers,
})

async function download(person: Person, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url(), { method, headers: headersOf(person, headers) })
  const { status } = response
  const header = (name: string) => response.headers.get(name)
  return { status, header, etag: header('etag')!, body: Buffer.from(await response.arrayBuffer()) }
}

/** Downloads until a few bytes have arrived, and breaks the connection. */
async function breakOff(person: Person, headers: Record<string, string>, bytes: number) {
  const request = get(url(), { agent: false, headers: headersOf(person, headers) })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= bytes) break
  }
  return { status: response.statusCode, etag: response.headers.etag!, body: Buffer.concat(chunks) }
}

const from = (start: number, etag: string) => ({ range: `bytes=${start}-`, 'if-range': etag })

async function recordsOf({ id }: Person) {
  const { db } = server.deps
  const [audited, events] = await Promise.all([
    db.selectFrom('auditLog').select('action').where('subjectId', '=', id).execute(),
    db.selectFrom('securityEvents').select('kind').where('ownerId', '=', id).execute(),
  ])
  return [
    audited.filter(({ action }) => action === 'account.export').length,
    events.filter(({ kind }) => kind === 'dataDownloaded').length,
  ]
}

test('a download that breaks again and again continues to the same zip, and is one export', async () => {
  const ann = await addSubscriber(server, 'ann@example.com')
  await addReceipts(ann)
  const first = await breakOff(ann, {}, 200_000)
  let joined = first.body
  let rest: { status: number | undefined; body: Buffer }
  do {
    // Until the server has noticed that the connection broke, another one has to wait.
    await expect
      .poll(async () => (rest = await breakOff(ann, from(joined.length, first.etag), 700_000)).status)
      .toBe(206)
    joined = Buffer.concat([joined, rest!.body])
  } while (rest!.body.length >= 700_000)
  const files = (await unzip(joined)).filter(({ name }) => name.endsWith('.pdf'))
  expect(files.map(({ body }) => body.length > noise.length)).toEqual([true, true, true])
  expect(await recordsOf(ann)).toEqual([1, 1])
})

test('any later byte continues it, even when devices and time have moved on', async () => {
  const bob = await addSubscriber(server, 'bob@example.com')
  await fileReceipt(server, bob)
  const whole = await download(bob)
  const { etag, body: all } = whole
  expect([whole.status, whole.header('accept-ranges')]).toEqual([200, 'bytes'])
  server.setNow(new Date(Date.now() + 20 * MINUTE_MS))
  onTestFinished(() => server.setNow(undefined))
  const phone = await server.signIn(bob)
  const starts = [1, 29, 31, 700, 5000, all.length - 5000, all.length - 100, all.length - 1]
  for (const start of starts) {
    const rest = await download(phone, from(start, etag))
    expect([rest.status, rest.etag, rest.header('content-range')]).toEqual([
      206,
      etag,
      `bytes ${start}-${all.length - 1}/${all.length}`,
    ])
    expect(rest.body.equals(all.subarray(start))).toBe(true)
  }
  const part = await download(bob, { range: 'bytes=40-99', 'if-range': etag })
  expect([part.status, part.body.equals(all.subarray(40, 100))]).toEqual([206, true])
  const beyond = await download(bob, from(all.length, etag))
  expect([beyond.status, beyond.header('content-range')]).toEqual([416, `bytes */${all.length}`])
  const head = await download(bob, from(10, etag), 'HEAD')
  expect([head.status, head.header('content-length')]).toEqual([206, `${all.length - 10}`])
  expect(await recordsOf(bob)).toEqual([1, 1])
  expect((await download({ ...bob, token: 'ended' }, from(10, etag))).status).toBe(401)
})

let people = 0
test.each<[string, (etag: string, person: Person) => Promise<Record<string, string>>]>([
  ['without its ETag', async () => ({ range: 'bytes=100-' })],
  ['from the start', async (etag) => from(0, etag)],
  ['in several parts', async (etag) => ({ range: 'bytes=5-9,20-', 'if-range': etag })],
  ['with another hash', async (etag) => from(100, etag.replace(/.{9}"$/, 'AAAAAAAAA"'))],
  ['with another moment', async (etag) => from(100, etag.replace(/^"\w+/, '"zzzzzzzzz'))],
  [
    'with the ETag of another account',
    async () => from(100, (await download(await server.addUser(`other-${people}@example.com`))).etag),
  ],
  ['after a change', async (etag, person) => (await fileReceipt(server, person), from(100, etag))],
])('asking for the rest %s starts a new export, which counts', async (_, headersFor) => {
  const eve = await addSubscriber(server, `eve-${people++}@example.com`)
  const { etag } = await download(eve)
  const again = await download(eve, await headersFor(etag, eve))
  expect([again.status, again.etag === etag, again.header('content-range')]).toEqual([200, false, null])
  const profile = (await unzip(again.body)).find(({ name }) => name === 'Profile.json')!.body
  expect(profile.toString()).toContain(eve.email)
  expect(await recordsOf(eve)).toEqual([2, 2])
})

test('continuing isn’t one of ten exports an hour, and ends after a day', async () => {
  const kim = await server.addUser('kim@example.com')
  const { etag } = await download(kim)
  for (let n = 1; n < 10; n++) expect((await download(kim)).status).toBe(200)
  expect((await download(kim)).status).toBe(429)
  expect((await download(kim, from(9, etag))).status).toBe(206)
  expect((await download(kim, from(0, etag))).status).toBe(429)
  server.setNow(new Date(Date.now() + DAY_MS + MINUTE_MS))
  onTestFinished(() => server.setNow(undefined))
  expect((await download(await server.signIn(kim), from(9, etag))).status).toBe(429)
})

test('a download starts again once a file was left out, because that moved the others', async () => {
  const lee = await addSubscriber(server, 'lee@example.com')
  await addReceipts(lee)
  const { sha256 } = await server.deps.db
    .selectFrom('receiptVersions')
    .select('sha256')
    .where('ownerId', '=', lee.id)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirstOrThrow()
  const name = sha256.toString('hex')
  await rm(join(server.deps.config.DATA_DIR, 'files', name.slice(0, 2), name))
  const { etag, body } = await download(lee)
  const files = (await unzip(body)).filter((entry) => entry.name.endsWith('.pdf'))
  expect(files).toHaveLength(2)
  expect((await download(lee, from(body.length - 1000, etag))).status).toBe(200)
})
