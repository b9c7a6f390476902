import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

const get = (url: string, headers: Record<string, string>) =>
  server.app.inject({ method: 'GET', url, headers })

test('long responses are compressed for callers that accept it', async () => {
  const plain = await get('/api/openapi.json', {})
  expect(plain.headers['content-encoding']).toBeUndefined()
  const { headers, rawPayload } = await get('/api/openapi.json', { 'accept-encoding': 'gzip, deflate, br' })
  expect(headers['content-encoding']).toBe('gzip')
  expect(Number(headers['content-length'])).toBe(rawPayload.length)
  expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect(gunzipSync(rawPayload).toString()).toBe(plain.body)
})

test('short responses stay as they are', async () => {
  const { headers } = await get('/healthz', { 'accept-encoding': 'gzip' })
  expect(headers['content-encoding']).toBeUndefined()
})
