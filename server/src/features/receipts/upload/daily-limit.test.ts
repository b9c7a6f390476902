import { DAY_MS } from '@docketbox/contract/core/units'
import { api, receiptRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf } from '#testing/receipts.ts'
import { pdf } from '@docketbox/testing/files/samples'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ UPLOADS_PER_DAY: '2' })
})

const send = (file: File, person: Person) =>
  server.call(api.receipts.uploadFile, { body: file, query: {} }, person)

describe('the daily upload limit', () => {
  test('refuses more files for 24 hours, and affects no one else', async () => {
    const carl = await addSubscriber(server, 'carl@example.com')
    const sent = [1, 2, 3].map((n) => () => send(fileOf(pdf(`flood ${n}`)), carl))
    const responses = []
    for (const next of sent) responses.push(await next())
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 429])
    expect(responses[2]!.body).toEqual({
      code: receiptRefusals.tooManyToday.code,
      message: receiptRefusals.tooManyToday.message,
    })
    expect(Number(responses[2]!.headers.get('retry-after'))).toBeGreaterThan(86_000)
    const dora = await addSubscriber(server, 'dora@example.com')
    expect((await send(fileOf(pdf('dora')), dora)).status).toBe(201)
    server.setNow(new Date(Date.now() + DAY_MS))
    const later = await server.signIn(carl)
    expect((await send(fileOf(pdf('flood 4')), later)).status).toBe(201)
  })
})
