import { endpoints, refusalBody, urlOf } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Person, startTestServer, type TestServer } from '#testing/harness'

let server: TestServer
let user: Person
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  user = await server.addUser('user@example.com')
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
})

const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const anyParams = new Proxy({}, { get: () => '01a1f98c-b7c0-73be-90be-d80dc65f7534' })

async function ask(endpoint: (typeof endpoints)[number], token?: string) {
  return fetch(server.url + urlOf(endpoint, { params: anyParams }), {
    method: endpoint.method,
    redirect: 'manual',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
}

describe('every endpoint of the contract', () => {
  test.each(named)('%s is served', (_, { method, path }) => {
    expect(server.app.hasRoute({ method, url: path })).toBe(true)
  })

  test.each(named.filter(([, { access }]) => access !== 'public'))(
    '%s refuses visitors',
    async (_, endpoint) => {
      const answer = await ask(endpoint)
      expect(answer.status).toBe(401)
      expect(refusalBody.parse(await answer.json()).code).toBe('common.signInRequired')
    },
  )

  test.each(named.filter(([, { access }]) => access === 'admin' || access === 'superAdmin'))(
    '%s refuses users',
    async (_, endpoint) => {
      expect((await ask(endpoint, user.token)).status).toBe(403)
    },
  )

  test.each(named.filter(([, { access }]) => access === 'superAdmin'))(
    '%s refuses an Admin',
    async (_, endpoint) => {
      expect((await ask(endpoint, admin.token)).status).toBe(403)
    },
  )

  test.each(named.filter(([, { body }]) => body instanceof z.ZodObject))(
    '%s refuses unknown keys in its body',
    (_, { body }) => {
      const parsed = (body as z.ZodObject).safeParse({ 'an unknown key': 1 })
      expect(parsed.error?.issues.map(({ code }) => code)).toContain('unrecognized_keys')
    },
  )
})

describe('a failure has the one shape', () => {
  test.each([
    ['an unknown address', '/api/nothing', {}, 404],
    ['a tampered token', '/api/nothing', { headers: { authorization: 'Bearer a.b.c' } }, 404],
    [
      'malformed JSON',
      '/api/auth/signin',
      { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
      400,
    ],
    [
      'a prototype key',
      '/api/auth/signin',
      {
        method: 'POST',
        body: '{"__proto__":{"role":"Admin"}}',
        headers: { 'content-type': 'application/json' },
      },
      400,
    ],
    [
      'a body that is too large',
      '/api/auth/signin',
      {
        method: 'POST',
        body: JSON.stringify('x'.repeat(300_000)),
        headers: { 'content-type': 'application/json' },
      },
      413,
    ],
  ] as const)('%s', async (_, path, request, status) => {
    const answer = await fetch(server.url + path, request)
    expect(answer.status).toBe(status)
    expect(refusalBody.safeParse(await answer.json()).success).toBe(true)
  })
})
