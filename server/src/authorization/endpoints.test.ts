import {
  type Endpoint,
  endpoints,
  isAdminRight,
  isFile,
  refusalBody,
  superAdminRights,
  urlOf,
} from '@docketbox/contract'
import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
let user: Person
let admin: Person
let superAdmin: Person
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  user = await server.addUser('user@example.com')
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
  superAdmin = await server.addUser('super@example.com', { role: 'Super Admin' })
})

const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)
const anyParams = new Proxy({}, { get: () => '01a1f98c-b7c0-73be-90be-d80dc65f7534' })

type Ask = { query?: string; headers?: Record<string, string>; body?: string }

async function ask(endpoint: Endpoint, token?: string, { query = '', headers, body }: Ask = {}) {
  return fetch(server.url + urlOf(endpoint, { params: anyParams }) + query, {
    method: endpoint.method,
    redirect: 'manual',
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...elsewhere(), ...headers },
    ...(body !== undefined && { body }),
  })
}

/** A token of a user who may call the endpoint. */
const welcomeAt = ({ right }: Endpoint) => (right === 'public' ? undefined : superAdmin.token)
const needsAdmin = ({ right }: Endpoint) => right !== 'public' && isAdminRight(right)
const needsSuperAdmin = ({ right }: Endpoint) => superAdminRights.some((own) => own === right)

describe('every endpoint of the contract', () => {
  test.each(named)('%s is served', (_, { method, path }) => {
    expect(server.app.hasRoute({ method, url: path })).toBe(true)
  })

  test.each(named.filter(([, { right }]) => right !== 'public'))(
    '%s refuses visitors',
    async (_, endpoint) => {
      const response = await ask(endpoint)
      expect(response.status).toBe(401)
      expect(refusalBody.parse(await response.json()).code).toBe('common.signInRequired')
    },
  )

  test.each(named.filter(([, endpoint]) => needsAdmin(endpoint)))('%s refuses users', async (_, endpoint) => {
    expect((await ask(endpoint, user.token)).status).toBe(403)
  })

  test.each(named.filter(([, endpoint]) => needsSuperAdmin(endpoint)))(
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

describe('an administrator without a second factor', () => {
  const desks = named.filter(([, endpoint]) => needsAdmin(endpoint))
  test.each(desks)('is refused at %s', async (_, endpoint) => {
    const person = await server.addUser(`${randomUUID()}@example.com`, { role: 'Super Admin' })
    await server.deps.db
      .updateTable('sessions')
      .set({ secondFactorAt: null })
      .where('ownerId', '=', person.id)
      .execute()
    const response = await ask(endpoint, person.token)
    expect(response.status).toBe(403)
    expect(refusalBody.parse(await response.json()).code).toBe('common.secondFactorNeeded')
  })
})

describe('a token that does not count', () => {
  const hour = 3600
  const now = () => Math.floor(Date.now() / 1000)
  /** The claims of a good token, changed and signed again. */
  async function forged(changes: Record<string, unknown>, key = server.deps.secrets.sessionKey) {
    const claims = JSON.parse(Buffer.from(user.token.split('.')[1]!, 'base64url').toString())
    return new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'HS256' }).sign(key)
  }
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

  async function closed(email: string, change: object): Promise<string> {
    const person = await server.addUser(email)
    await server.deps.db.updateTable('users').set(change).where('id', '=', person.id).execute()
    return person.token
  }

  const tokens: [string, () => Promise<string>][] = [
    ['of a suspended person', () => closed('suspended@example.com', { suspendedAt: new Date() })],
    ['of a person whose address is not verified', () => closed('new@example.com', { emailVerifiedAt: null })],
    [
      'of a closed account',
      () => closed('closed@example.com', { closedAt: new Date(), purgeAt: new Date() }),
    ],
    ['that has expired', () => forged({ exp: now() - 1 })],
    ['for another audience', () => forged({ aud: 'another-audience' })],
    ['without an audience', () => forged({ aud: undefined })],
    ['without an end', () => forged({ exp: undefined })],
    ['signed with another key', () => forged({}, new TextEncoder().encode('x'.repeat(64)))],
    ['of a session that never existed', () => forged({ sid: '01a1f98c-b7c0-73be-90be-d80dc65f7534' })],
    ['of a session that is no id', () => forged({ sid: "' or 1=1" })],
    ["of another person's session", () => forged({ sub: admin.id })],
    [
      'with a role written in',
      async () => {
        const [head, , signature] = user.token.split('.')
        return `${head}.${part({ sub: user.id, role: 'Super Admin', exp: now() + hour })}.${signature}`
      },
    ],
    [
      'that names no algorithm',
      async () => `${part({ alg: 'none', typ: 'JWT' })}.${user.token.split('.')[1]}.`,
    ],
    ['that is no token', async () => 'token'],
  ]

  const guarded = named.filter(([, { right }]) => right !== 'public')
  test.each(tokens)('%s opens nothing', async (_, make) => {
    const token = await make()
    for (const [name, endpoint] of guarded) {
      expect({ name, status: (await ask(endpoint, token)).status }).toEqual({ name, status: 401 })
    }
  })

  test('with a false role has no effect: the role is read from the database', async () => {
    const claimed = await forged({ role: 'Super Admin' })
    for (const [, endpoint] of guarded.filter(([, endpoint]) => needsAdmin(endpoint))) {
      expect((await ask(endpoint, claimed)).status).toBe(403)
    }
    expect((await ask(named.find(([name]) => name === 'GET /api/categories')![1], claimed)).status).toBe(200)
  })
})

describe('bad input', () => {
  const queries = named.flatMap(([name, endpoint]) =>
    Object.keys(endpoint.query?.shape ?? {}).map((key) => [`${key} of ${name}`, key, endpoint] as const),
  )
  test.each(queries)('a repeated %s is refused', async (_, key, endpoint) => {
    const response = await ask(endpoint, welcomeAt(endpoint), { query: `?${key}=1&${key}=2` })
    expect(response.status).toBe(400)
    expect(refusalBody.parse(await response.json()).fields).toHaveProperty(key)
  })

  test.each(named.filter(([, { body }]) => body))(
    '%s refuses a body of another kind',
    async (_, endpoint) => {
      const types = isFile(endpoint.body as never)
        ? ['application/json', 'text/plain']
        : ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']
      for (const type of types) {
        const response = await ask(endpoint, welcomeAt(endpoint), {
          headers: { 'content-type': type },
          body: '{}',
        })
        expect(response.status).toBe(415)
        expect(refusalBody.parse(await response.json()).code).toBe('common.unsupportedType')
      }
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
    const response = await fetch(server.url + path, request)
    expect(response.status).toBe(status)
    expect(refusalBody.safeParse(await response.json()).success).toBe(true)
  })
})
