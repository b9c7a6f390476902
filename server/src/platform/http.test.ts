import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

test('what is wrong is said in words for people, also where nobody wrote any', async () => {
  const admin = await server.addUser('admin@example.com', { role: 'Admin' })
  const ask = async (query: string) => {
    const headers = { authorization: `Bearer ${admin.token}` }
    const answer = await fetch(`${server.url}/api/subscriptions?${query}`, { headers })
    return ((await answer.json()) as { fields: object }).fields
  }
  expect(await ask(`page=0&limit=1e9&plan=${'x'.repeat(41)}`)).toEqual({
    page: 'This must be at least 1.',
    limit: 'This can be at most 100.',
    plan: 'This can have at most 40 characters.',
  })
  expect(await ask('page=first')).toEqual({ page: 'This is not valid.' })
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
