import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

describe('every answer', () => {
  test.each([
    ['an API answer', '/api/openapi.json'],
    ['a refusal', '/api/nothing'],
    ['a health check', '/healthz'],
  ])('%s tells the browser to trust nothing in it', async (_, path) => {
    const { headers } = await fetch(server.url + path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  })
})
