import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fuel, upload } from '#testing/receipts.ts'
import { docketJpeg } from '@docketbox/testing/files/samples'

let server: TestServer
let ann: Person
let bob: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
  bob = await addSubscriber(server, 'bob@example.com')
})

const { uploadFile, save } = api.receipts
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

  test('with the same key files one receipt', async () => {
    const uri = await upload(server, ann)
    const key = { 'idempotency-key': 'phone-save-1' }
    const responses = await Promise.all([keep(uri, key), keep(uri, key), keep(uri, key)])
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(responses.map(({ body }) => body._id)).size).toBe(1)
    expect((await keep(await upload(server, ann), key)).body._id).toBe(responses[0].body._id)
  })

  test('without a key files it once', async () => {
    const uri = await upload(server, ann)
    const responses = await Promise.all([keep(uri), keep(uri), keep(uri)])
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(2)
  })
})
