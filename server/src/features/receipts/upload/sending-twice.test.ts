import { api, receiptRefusals } from '@docketbox/contract'
import { MAX_OFFLINE_DAYS } from '@docketbox/contract/core/limits'
import { DAY_MS } from '@docketbox/contract/core/units'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { cleanReceipts } from '#features/receipts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fuel, upload } from '#testing/receipts.ts'
import { docketJpeg, pdf } from '@docketbox/testing/files/samples'
import { parseDraftUri } from '../uris.ts'

let server: TestServer
let ann: Person
let bob: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
  bob = await addSubscriber(server, 'bob@example.com')
})

const { uploadFile, save, sentFile, discardDraft, restoreDraft } = api.receipts
const send = (file: File, headers: Record<string, string>, person = ann) =>
  server.call(uploadFile, { body: file, query: {} }, person, headers)
const keep = (uri: string, headers?: Record<string, string>) =>
  server.call(save, { body: { category: fuel, file: [{ uri }], description: 'Fuel' } }, ann, headers)

describe('sending something twice', () => {
  test('with the same key returns the first draft', async () => {
    const key = { 'idempotency-key': 'phone-upload-1' }
    const file = fileOf(await docketJpeg({ seed: 5 }), 'a.jpg')
    const responses = await Promise.all([send(file, key), send(file, key), send(file, key)])
    expect(new Set(responses.map(({ body }) => body.uri)).size).toBe(1)
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
    const other = await send(file, key, bob)
    expect(other.body.uri).not.toBe(responses[0].body.uri)
  })

  test('with the same key returns the first draft even after the plan has ended', async () => {
    onTestFinished(() => server.setNow(undefined))
    const key = { 'idempotency-key': 'phone-upload-4' }
    const { body } = await send(fileOf(pdf('Last day')), key, bob)
    server.setNow(new Date(Date.now() + 35 * DAY_MS))
    const later = await server.signIn(bob)
    expect(await send(fileOf(pdf('Last day')), key, later)).toMatchObject({
      status: 201,
      body: { uri: body.uri },
    })
    expect((await send(fileOf(pdf('New')), {}, later)).status).toBe(403)
  })

  test('with the same key files one receipt', async () => {
    const uri = await upload(server, ann)
    const key = { 'idempotency-key': 'phone-save-1' }
    const responses = await Promise.all([keep(uri, key), keep(uri, key), keep(uri, key)])
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(responses.map(({ body }) => body._id)).size).toBe(1)
    expect((await keep(await upload(server, ann), key)).body._id).toBe(responses[0].body._id)
  })

  test('from a phone that was offline for weeks doesn’t file it again', async () => {
    const start = Date.now()
    onTestFinished(() => server.setNow(undefined))
    const key = { 'idempotency-key': 'phone-upload-2' }
    const first = await send(fileOf(pdf('Taken underground')), key, bob)
    const body = { category: fuel, file: [{ uri: first.body.uri }], description: 'Fuel' }
    expect((await server.call(save, { body }, bob)).status).toBe(201)
    server.setNow(new Date(start + (MAX_OFFLINE_DAYS - 1) * DAY_MS))
    await cleanReceipts.handler(
      server.deps,
      {},
      {
        id: '',
        attempt: 1,
        isLast: false,
        signal: AbortSignal.timeout(60_000),
      },
    )
    const later = await server.signIn(bob)
    const again = await send(fileOf(pdf('Taken underground')), key, later)
    expect(again.body.uri).toBe(first.body.uri)
    const refused = await server.call(save, { body }, later)
    expect(refused.body).toMatchObject({ code: receiptRefusals.draftTaken.code })
  })

  test('isn’t needed: its owner can ask whether it has arrived', async () => {
    const key = 'phone-upload-3'
    const ask = async (person = ann) => (await server.call(sentFile, { query: { key } }, person)).body
    const none = { draft: null, isWaiting: false }
    expect(await ask()).toEqual(none)
    const { uri } = (await send(fileOf(pdf('Sent once')), { 'idempotency-key': key })).body
    expect(await ask()).toMatchObject({ draft: { uri }, isWaiting: true })
    expect(await ask(bob)).toEqual(none)
    const params = { draftId: parseDraftUri(uri)! }
    await server.call(discardDraft, { params }, ann)
    expect(await ask()).toMatchObject({ draft: { uri }, isWaiting: false })
    await server.call(restoreDraft, { params }, ann)
    expect(await ask()).toMatchObject({ draft: { uri }, isWaiting: true })
    await keep(uri)
    expect(await ask()).toMatchObject({ draft: { uri }, isWaiting: false })
  })

  test('without a key files it once', async () => {
    const uri = await upload(server, ann)
    const responses = await Promise.all([keep(uri), keep(uri), keep(uri)])
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(2)
  })
})
