import { randomUUID } from 'node:crypto'
import { api, type Endpoint, endpoints, guestRights, urlOf } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'
import { addGuest } from '#testing/rooms.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})

const named = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const)

describe('an accountant', () => {
  const SECRET = 'Wombat burrow'
  const guests = {} as Record<'invited' | 'revoked' | 'ofAnotherYear' | 'withoutOriginals', Person>
  let values: Record<string, string>
  beforeAll(async () => {
    const owner = await addSubscriber(server, 'owner@example.com')
    const receipt = await fileReceipt(server, owner, { description: SECRET, documentDate: '2025-08-01' })
    values = { uploadId: receipt._id, id: receipt._id, file: receipt.file[0]!._id, incomeYear: '2025-26' }
    const { room, guest } = await addGuest(server, owner)
    guests.revoked = guest
    await server.call(api.rooms.revoke, { params: { roomId: room._id } }, owner)
    guests.invited = (await addGuest(server, owner)).guest
    guests.ofAnotherYear = (await addGuest(server, owner, { years: ['2024-25'] })).guest
    guests.withoutOriginals = (await addGuest(server, owner, { withOriginals: false })).guest
  })

  /** Calls an endpoint about the receipt, or its income year. */
  async function askAs(guest: Person, endpoint: Endpoint) {
    const params = new Proxy({}, { get: (_, name: string) => values[name] ?? randomUUID() })
    const query = Object.keys(endpoint.query?.shape ?? {}).filter((key) => key in values)
    const note = { kind: 'comment', about: { incomeYear: '2025-26' }, text: 'Hello' }
    const response = await fetch(
      server.url +
        urlOf(endpoint, { params, query: Object.fromEntries(query.map((key) => [key, values[key]])) }),
      {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${guest.token}`,
          ...(endpoint === api.rooms.addNote && { 'content-type': 'application/json' }),
        },
        ...(endpoint === api.rooms.addNote && { body: JSON.stringify(note) }),
      },
    )
    return { status: response.status, text: await response.text() }
  }

  const guarded = named.filter(([, { right }]) => right !== 'public')
  /** Leaving would end the walk. */
  const open = guarded.filter(([, endpoint]) => endpoint.guests && endpoint !== api.rooms.leave)
  const isRight = (right: string) => guestRights.some((own) => own === right)

  test.each(open)('is served at %s', async (_, endpoint) => {
    const { status } = await askAs(guests.invited, endpoint)
    expect(status).toBeOneOf(endpoint.path.includes(':packId') ? [404] : [200, 201])
  })

  test.each(guarded.filter(([, { guests }]) => !guests))('is refused at %s', async (_, endpoint) => {
    const { status } = await askAs(guests.invited, endpoint)
    expect(status).toBe(isRight(endpoint.right) ? 404 : 403)
  })

  test.each(guarded)('with revoked access is refused at %s', async (_, endpoint) => {
    expect((await askAs(guests.revoked, endpoint)).status).toBe(401)
  })

  test.each(open)('with a share of another year gets nothing from %s', async (_, endpoint) => {
    const { status, text } = await askAs(guests.ofAnotherYear, endpoint)
    const isAboutYear =
      /:(uploadId|incomeYear|packId)/.test(endpoint.path) || 'incomeYear' in (endpoint.query?.shape ?? {})
    expect(status).toBeOneOf(isAboutYear || 'id' in (endpoint.query?.shape ?? {}) ? [404] : [200, 201, 404])
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain(values['uploadId'])
  })

  test.each(open)('without originals gets none at %s', async (_, endpoint) => {
    const { status } = await askAs(guests.withoutOriginals, endpoint)
    const isOriginal = ['downloadFile', 'downloadFiles'].includes(endpoint.guests!.logs ?? '')
    expect(status).toBeOneOf(isOriginal ? [403] : endpoint.path.includes(':packId') ? [404] : [200, 201])
  })
})
