import { api, latestUntil, roomRefusals } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#platform/database/transaction.ts'
import { audit } from '#platform/security/audit-log.ts'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { makePack } from '#testing/packs.ts'
import { addSubscriber } from '#testing/receipts.ts'
import { addGuest, enter, invite, linkToken, share, sharesOf } from '#testing/rooms.ts'

const NOW = new Date('2026-11-22T02:00:00Z')
const { rooms } = api

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  ann = await addSubscriber(server, 'ann@example.com')
})
beforeEach(() => server.setNow(NOW))

describe('sharing income years', () => {
  test('mails a link whose token is in the fragment, and is stored only as a hash', async () => {
    const { room, token } = await share(server, ann, { email: 'sam@example.com' })
    expect(room).toMatchObject({
      years: ['2025-26'],
      until: '2027-02-20',
      withOriginals: true,
      status: 'active',
    })
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const stored = await server.deps.db.selectFrom('roomLinks').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  test('names an owner who has only one name', async () => {
    const cher = await addSubscriber(server, 'cher@example.com')
    await server.call(api.profile.update, { body: { firstName: 'Cher', lastName: '' } }, cher)
    const { room } = await share(server, cher, { email: 'agent@example.com' })
    await server.call(rooms.sendLink, { params: { roomId: room._id } }, cher)
    const subject = 'Your link to Cher’s tax records'
    const link = await server.outbox.waitFor('agent@example.com', { subject })
    expect(link.text).toMatch(/^Cher’s records for 2025–26\n/)
    const invitation = server.outbox.sent.find(({ to }) => to === 'agent@example.com')
    expect(invitation?.subject).toBe('Cher has shared tax records with you')
    expect(invitation?.text).toMatch(/^Cher has shared their 2025–26 tax records with you\n/)
    // As on the screen of a used link.
    expect(invitation?.text).toContain('open the same link again and press “Email me a new link”')
  })

  test.each([
    [{ until: '2026-11-21' }, 'until'],
    [{ until: '2028-11-23' }, 'until'],
    [{ years: [] }, 'years'],
    [{ years: ['2025-27'] }, 'years.0'],
    [{ years: ['2027-28'] }, 'years'],
    [{ passcode: 'short' }, 'passcode'],
    [{ email: 'a@example.com, b@example.com' }, 'email'],
  ])('%j is refused', async (change, field) => {
    const { status, body } = await invite(server, ann, change)
    expect(status).toBe(400)
    expect(body).toHaveProperty('fields', { [field]: expect.any(String) })
  })

  test('lasts two years at most, and isn’t for one’s own address', async () => {
    expect((await invite(server, ann, { until: latestUntil('2026-11-22') })).status).toBe(201)
    expect((await invite(server, ann, { email: 'ANN@example.com' })).body).toMatchObject({
      code: roomRefusals.ownEmail.code,
    })
  })

  test('a retry shares once', async () => {
    const dee = await server.addUser('dee@example.com')
    const key = { 'idempotency-key': 'share-once' }
    const results = await Promise.all([1, 2, 3].map(() => invite(server, dee, {}, key)))
    expect(new Set(results.map(({ body }) => body._id)).size).toBe(1)
    expect(await sharesOf(server, dee)).toHaveLength(1)
  })

  test('with the same key and other details is refused, rather than taken for the first', async () => {
    const eli = await server.addUser('eli@example.com')
    const key = { 'idempotency-key': 'share-twice' }
    const first = { email: 'sma@example.com', passcode: 'wattle tree' }
    await invite(server, eli, first, key)
    for (const change of [{ email: 'sam@example.com' }, { years: ['2024-25'] }, { withOriginals: false }])
      expect(await invite(server, eli, { ...first, ...change }, key)).toMatchObject({
        status: 409,
        body: { code: roomRefusals.keyReused.code },
      })
    expect((await invite(server, eli, first, key)).status).toBe(201)
    expect(await sharesOf(server, eli)).toHaveLength(1)
  })

  test('mails a stranger five times a day, no matter who shares, until they open an invitation', async () => {
    const shareAs = async (name: string) => {
      const owner = await addSubscriber(server, `${name}@example.com`)
      return { owner, ...(await invite(server, owner, { email: `stranger+${name}@example.net` })) }
    }
    const [first] = [await shareAs('v'), await shareAs('w'), await shareAs('x'), await shareAs('y')]
    const params = { roomId: first!.body._id }
    const remind = () => server.call(rooms.sendLink, { params }, first!.owner)
    expect((await remind()).status).toBe(202)
    const refused = { status: 429, body: { code: roomRefusals.addressMailedOften.code } }
    expect(await remind()).toMatchObject(refused)
    expect(await shareAs('z')).toMatchObject(refused)
    await enter(server, await linkToken(server, 'stranger+v@example.net'))
    expect((await remind()).status).toBe(202)
    expect((await invite(server, ann, { email: 'stranger+v@example.net' })).status).toBe(201)
  })

  test('reaches a stranger whose address visitors have entered in the contact form again and again', async () => {
    const email = 'flooded@example.net'
    for (let time = 0; time < 6; time++) {
      const body = { email, phoneNumber: '0412 345 678', feedback: `Hello ${time}` }
      expect((await server.call(api.contact.send, { body }, undefined, elsewhere())).status).toBe(200)
    }
    expect((await invite(server, ann, { email })).status).toBe(201)
  })

  test('makes a pack of each year for the guest, in the formats the owner last chose', async () => {
    const owner = await addSubscriber(server, 'xero@example.com')
    await makePack(server, owner, '2025-26', ['xero'])
    server.setNow(new Date(NOW.getTime() + 1000))
    const { guest } = await addGuest(server, owner, { email: 'books@example.com' })
    const { body } = await server.call(api.packs.list, { params: { incomeYear: '2025-26' } }, guest)
    expect(body.docs.map(({ formats }) => formats)).toEqual([['xero'], ['xero']])
  })

  test('is visible to administrators, but not with whom or what', async () => {
    const owner = await server.addUser('watched@example.com')
    const admin = await server.addUser('admin@example.com', { role: 'Admin' })
    await share(server, owner, { email: 'hidden@example.com', years: ['2023-24'] })
    const { body } = await server.call(api.admin.listShares, { params: { userId: owner.id } }, admin)
    const createdAt = NOW.toISOString()
    expect(body).toEqual({ docs: [{ status: 'active', createdAt, until: '2027-02-20', lastAccessAt: null }] })
    expect((await server.call(api.admin.listShares, { params: { userId: owner.id } }, ann)).status).toBe(403)
    const chief = await server.addUser('chief@example.com', { role: 'Super Admin' })
    const earlier = { actorId: owner.id, action: 'rooms.create', subjectId: owner.id } as const
    const details = { years: '2023-24', until: '2027-01-01' }
    await inTransaction(server.deps.db, (db) => audit(db, { ...earlier, at: NOW, details }))
    const log = await server.call(api.admin.listAudit, { query: { email: owner.email } }, chief)
    expect(log.body.docs).toMatchObject(
      ['2027-01-01', '2027-02-20'].map((until) => ({ action: 'rooms.create', details: { until } })),
    )
    expect(JSON.stringify(log.body)).not.toMatch(/2023|hidden@/)
  })

  test('is private to the owner', async () => {
    const eve = await server.addUser('eve@example.com')
    const { room } = await share(server, ann, { email: 'private@example.com' })
    const params = { roomId: room._id }
    for (const endpoint of [rooms.revoke, rooms.restore, rooms.sendLink])
      expect((await server.call(endpoint, { params }, eve)).status).toBe(404)
    expect((await server.call(rooms.guestLog, { params, query: {} }, eve)).status).toBe(404)
    expect(await sharesOf(server, eve)).toEqual([])
  })
})
