import { DAY_MS } from '@docketbox/contract/core/units'
import { api, roomRefusals } from '@docketbox/contract'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashPassword } from '#features/auth'
import { emailChanges } from '#testing/auth/email-change.ts'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'
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
afterEach(() => void vi.useRealTimers())

const isIn = async (guest: Person) => (await server.call(rooms.current, {}, guest)).status

describe('a mailed link', () => {
  test('opens the room once, even for two presses at the same time', async () => {
    const { token } = await share(server, ann, { email: 'once@example.com' })
    const results = await Promise.all([enter(server, token), enter(server, token)])
    expect(results.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 403]))
    expect((await enter(server, token)).body).toMatchObject({ code: roomRefusals.badLink.code })
  })

  test('that was used or is too old can be replaced, a few times an hour', async () => {
    const { token } = await share(server, ann, { email: 'again@example.com' })
    server.setNow(new Date(NOW.getTime() + 15 * DAY_MS))
    expect((await enter(server, token)).body).toMatchObject({ code: roomRefusals.badLink.code })
    const ask = () => server.call(rooms.requestLink, { body: { token } }, undefined, elsewhere())
    expect((await ask()).status).toBe(202)
    const next = await linkToken(server, 'again@example.com', 1)
    expect((await enter(server, next)).status).toBe(200)
    expect((await Promise.all([ask(), ask(), ask()])).map(({ status }) => status)).toContain(429)
  })

  test('does nothing when it is forged', async () => {
    expect((await enter(server, 'A'.repeat(43))).status).toBe(403)
    const { status } = await server.call(rooms.requestLink, { body: { token: 'x' } }, undefined, elsewhere())
    expect(status).toBe(403)
  })

  test('may need a passcode, whose attempts are limited', async () => {
    const { token } = await share(server, ann, { email: 'pass@example.com', passcode: 'wattle tree' })
    vi.useFakeTimers({ toFake: ['Date'] })
    expect((await enter(server, token)).body).toMatchObject({ code: roomRefusals.passcodeNeeded.code })
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await enter(server, token, 'wrong one')).body).toMatchObject({
        code: roomRefusals.wrongPasscode.code,
      })
    expect((await enter(server, token, 'wattle tree')).status).toBe(429)
  })

  test('opens with the right passcode after a wrong one, even if either side’s phone added a space to it', async () => {
    const { token } = await share(server, ann, { email: 'right@example.com', passcode: 'wattle tree ' })
    await enter(server, token, 'wrong one')
    expect((await enter(server, token, ' wattle tree ')).status).toBe(200)
  })

  test('opens with a passcode that was stored with a space, as those of earlier versions were', async () => {
    const { room, token } = await share(server, ann, { email: 'space@example.com', passcode: 'wattle tree' })
    const passcodeHash = await hashPassword('wattle tree ')
    await server.deps.db.updateTable('rooms').set({ passcodeHash }).where('id', '=', room._id).execute()
    expect((await enter(server, token, 'wattle tree ')).status).toBe(200)
  })
})

describe('access ends', () => {
  test('at once when the owner revokes it; undoing that takes a new link', async () => {
    const { room, guest } = await addGuest(server, ann, { email: 'revoked@example.com' })
    const params = { roomId: room._id }
    expect(await isIn(guest)).toBe(200)
    for (let time = 0; time < 2; time++)
      expect((await server.call(rooms.revoke, { params }, ann)).body).toMatchObject({ status: 'revoked' })
    expect(await isIn(guest)).toBe(401)
    expect((await server.call(rooms.sendLink, { params }, ann)).status).toBe(409)
    for (let time = 0; time < 2; time++)
      expect((await server.call(rooms.restore, { params }, ann)).body).toMatchObject({ status: 'active' })
    expect(await isIn(guest)).toBe(401)
    expect((await server.call(rooms.sendLink, { params }, ann)).status).toBe(202)
    expect((await enter(server, await linkToken(server, 'revoked@example.com', 1))).status).toBe(200)
  })

  test('after its last day, in Sydney', async () => {
    const { token } = await share(server, ann, { email: 'over@example.com', until: '2026-11-22' })
    server.setNow(new Date('2026-11-22T12:30:00Z'))
    const { body } = await enter(server, token)
    const guest = { ...ann, token: body.token }
    expect(await isIn(guest)).toBe(200)
    server.setNow(new Date('2026-11-22T13:00:00Z'))
    expect(await isIn(guest)).toBe(401)
    expect((await enter(server, token)).body).toMatchObject({ code: roomRefusals.accessEnded.code })
    expect(await sharesOf(server, ann)).toContainEqual(
      expect.objectContaining({ email: 'over@example.com', status: 'expired' }),
    )
  })

  test('when the guest leaves, and after twelve hours', async () => {
    const { guest } = await addGuest(server, ann, { email: 'leaves@example.com' })
    expect((await server.call(rooms.leave, {}, guest)).body).toEqual({ hasLeft: true })
    expect(await isIn(guest)).toBe(401)
    const { guest: stays } = await addGuest(server, ann, { email: 'stays@example.com' })
    server.setNow(new Date(NOW.getTime() + DAY_MS / 2))
    expect(await isIn(stays)).toBe(401)
  })

  test.each(['suspendedAt', 'closedAt'] as const)('while the owner’s account is %s', async (column) => {
    const owner = await addSubscriber(server, `${column}@example.com`)
    const { guest } = await addGuest(server, owner, { email: `guest-${column}@example.com` })
    const set = (at: Date | null) =>
      server.deps.db
        .updateTable('users')
        .set({ [column]: at, ...(column === 'closedAt' && { purgeAt: at }) })
        .where('id', '=', owner.id)
        .execute()
    await set(NOW)
    expect(await isIn(guest)).toBe(401)
    await set(null)
    expect(await isIn(guest)).toBe(200)
  })

  test('once the owner is suspended, for good: with a link mailed before, too', async () => {
    const chief = await server.addUser('chief@example.com', { role: 'Super Admin' })
    const owner = await addSubscriber(server, 'suspended@example.com')
    const { guest } = await addGuest(server, owner, { email: 'guest@example.com' })
    const { token } = await share(server, owner, { email: 'later@example.com' })
    const params = { userId: owner.id }
    const setSuspended = (isSuspended: boolean) =>
      server.call(api.admin.setStatus, { params, body: { isSuspended } }, chief)
    await setSuspended(true)
    expect(await isIn(guest)).toBe(401)
    expect((await enter(server, token)).body).toMatchObject({ code: roomRefusals.accessEnded.code })
    await setSuspended(false)
    expect(await isIn(guest)).toBe(401)
    expect((await enter(server, token)).body).toMatchObject({ code: roomRefusals.badLink.code })
  })

  test('not when the owner’s plan lapses', async () => {
    const { guest } = await addGuest(server, ann, { email: 'lapsed@example.com' })
    await server.deps.db
      .updateTable('subscriptions')
      .set({ endedAt: NOW })
      .where('ownerId', '=', ann.id)
      .execute()
    expect(await isIn(guest)).toBe(200)
    const params = { incomeYear: '2025-26' }
    expect((await server.call(api.years.summary, { params }, guest)).status).toBe(200)
    expect((await server.call(api.packs.list, { params }, guest)).status).toBe(200)
    expect((await server.call(api.packs.request, { params, body: { formats: [] } }, ann)).status).toBe(202)
    expect((await invite(server, ann, { email: 'still@example.com' })).status).toBe(201)
  })
})

describe('an accountant with an account', () => {
  const clientsOf = async (person: Person) => (await server.call(rooms.clients, {}, person)).body.docs
  const enterAsClient = (roomId: string, person: Person, passcode?: string) =>
    server.call(rooms.enterAsClient, { params: { roomId }, body: { passcode } }, person)

  test('has a client list with one entry for each client, and enters without a link', async () => {
    const accountant = await server.addUser('kim@example.com')
    const cat = await addSubscriber(server, 'cat@example.com')
    const { room } = await share(server, cat, { email: 'KIM@example.com' })
    await share(server, cat, { email: 'kim@example.com', years: ['2024-25'], passcode: 'secret words' })
    const [client, ...others] = await clientsOf(accountant)
    expect(others).toEqual([])
    expect(client).toMatchObject({
      name: 'Ann Lee',
      email: 'cat@example.com',
      rooms: [{ years: ['2024-25'] }, { years: ['2025-26'] }],
    })
    const { body } = await enterAsClient(room._id, accountant)
    const opened = await server.call(rooms.current, {}, { ...accountant, token: body.token })
    expect(opened.body).toMatchObject({ owner: 'Ann Lee', ownerEmail: 'cat@example.com' })
    const locked = client!.rooms[0]!._id
    expect((await enterAsClient(locked, accountant)).status).toBe(403)
    expect((await enterAsClient(locked, accountant, 'secret words')).status).toBe(200)
    expect((await enterAsClient(room._id, ann)).status).toBe(404)
  })

  test('keeps their clients when their email changes', async () => {
    const fay = await addSubscriber(server, 'fay@example.com')
    // Whose link they opened before they had an account.
    const gus = await addSubscriber(server, 'gus@example.com')
    const { room } = await addGuest(server, gus, { email: 'Old@example.com' })
    const accountant = await server.addUser('old@example.com')
    await share(server, fay, { email: 'old@example.com' })
    const { ask, tokens, confirm } = emailChanges(() => server, '')
    await ask(accountant, 'new@example.com', {})
    await confirm((await tokens('old@example.com', 'new@example.com')).confirm)
    expect(await clientsOf(await server.signIn(accountant))).toHaveLength(2)
    await server.call(rooms.sendLink, { params: { roomId: room._id } }, gus)
    await server.outbox.waitFor('new@example.com', { subject: 'Your link' })
    // Test accounts are named after their address.
    const { db } = server.deps
    await db.updateTable('users').set({ username: 'old' }).where('id', '=', accountant.id).execute()
    const stranger = await server.addUser('old@example.com')
    expect(await clientsOf(stranger)).toEqual([])
  })

  test('loses a client who revokes access', async () => {
    const accountant = await server.addUser('lost@example.com')
    const { room } = await share(server, ann, { email: 'lost@example.com' })
    await server.call(rooms.revoke, { params: { roomId: room._id } }, ann)
    expect(await clientsOf(accountant)).toEqual([])
    expect((await enterAsClient(room._id, accountant)).status).toBe(404)
  })
})
