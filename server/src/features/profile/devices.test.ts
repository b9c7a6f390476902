import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { passkeyDevice } from '#testing/auth/passkey-device.ts'
import { secondFactors } from '#testing/auth/second-factor.ts'
import { deviceOf } from './rules.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})

describe('the devices a user is logged in on', () => {
  const list = (person: Person) => server.call(api.profile.sessions, {}, person)

  test('are listed and logged out one by one, or all others together', async () => {
    const phone = await server.addUser('devices@example.com')
    const [desk, tablet] = [await server.signIn(phone), await server.signIn(phone)]
    const { body } = await list(phone)
    expect(body.docs).toHaveLength(3)
    expect(body.docs.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    const deskSession = (await list(desk)).body.docs.find(({ isCurrent }) => isCurrent)!._id
    const end = (person: Person) =>
      server.call(api.profile.endSession, { params: { sessionId: deskSession } }, person)
    expect((await end(phone)).status).toBe(200)
    expect((await list(desk)).status).toBe(401)
    expect((await end(phone)).status).toBe(404)
    await server.call(api.profile.endOtherSessions, {}, phone)
    expect((await list(tablet)).status).toBe(401)
    expect((await list(phone)).body.docs).toHaveLength(1)
  })

  const asked = (person: Person, email: string) =>
    server.call(api.profile.changeEmail, { body: { email } }, person)
  const waitingEmail = async (person: Person) =>
    (await server.call(api.profile.security, {}, person)).body.waitingEmail

  const ways: [string, (owner: Person, thief: Person) => Promise<unknown>][] = [
    ['with all others', (owner) => server.call(api.profile.endOtherSessions, {}, owner)],
    [
      'on its own',
      async (owner, thief) => {
        const { _id } = (await list(thief)).body.docs.find(({ isCurrent }) => isCurrent)!
        return server.call(api.profile.endSession, { params: { sessionId: _id } }, owner)
      },
    ],
    ['by two-step login', (owner) => secondFactors(server).setUp(owner)],
    [
      'by the first passkey',
      async (owner) => {
        const { body } = await server.call(api.profile.beginPasskey, { body: {} }, owner)
        const created = passkeyDevice().create(body)
        return server.call(api.profile.addPasskey, { body: { name: 'Phone', created } }, owner)
      },
    ],
    [
      'by a suspension',
      async ({ id: userId }) => {
        const admin = await server.addUser('admin@example.com', { role: 'Admin' })
        for (const isSuspended of [true, false])
          await server.call(api.admin.setStatus, { params: { userId }, body: { isSuspended } }, admin)
      },
    ],
  ]
  test.each(ways)('can’t finish a change of email once logged out %s', async (how, logOut) => {
    const name = how.replaceAll(' ', '')
    const owner = await server.addUser(`${name}@example.com`)
    const thief = await server.signIn(owner)
    await asked(thief, `${name}@example.net`)
    expect(await waitingEmail(owner)).toBe(`${name}@example.net`)
    await logOut(owner, thief)
    expect((await list(thief)).status).toBe(401)
    expect(await waitingEmail(await server.signIn(owner))).toBeNull()
  })

  test('keep a change of email that this device asked for when it logs out', async () => {
    const phone = await server.addUser('phone@example.com')
    const desk = await server.signIn(phone)
    await asked(phone, 'phone@example.net')
    const { _id } = (await list(phone)).body.docs.find(({ isCurrent }) => isCurrent)!
    await server.call(api.profile.endSession, { params: { sessionId: _id } }, phone)
    expect(await waitingEmail(desk)).toBe('phone@example.net')
  })

  test("can't be logged out by someone else", async () => {
    const [ann, eve] = [await server.addUser('own@example.com'), await server.addUser('eve@example.com')]
    const { _id } = (await list(ann)).body.docs[0]!
    const refused = await server.call(api.profile.endSession, { params: { sessionId: _id } }, eve)
    expect(refused.status).toBe(404)
    expect((await list(ann)).status).toBe(200)
  })

  test('say when they were last used, to five minutes', async () => {
    const now = new Date('2026-03-01T00:00:00Z')
    server.setNow(now)
    const person = await server.addUser('seen@example.com')
    server.setNow(new Date(now.getTime() + 10 * 60_000))
    await list(person)
    expect((await list(person)).body.docs[0]!.lastSeenAt).toBe('2026-03-01T00:10:00.000Z')
    server.setNow(new Date())
  })

  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 EdgiOS/140.0 Mobile/15E148 Safari/604.1',
      'Edge on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox on Mac',
    ],
    ['curl/8.5.0', 'Unknown device'],
    ['', 'Unknown device'],
  ])('have readable names: %s', (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device)
  })
})
