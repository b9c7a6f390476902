import { randomBytes } from 'node:crypto'
import { api, type UsedPasskey } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticatorCode } from '@docketbox/testing/people/authenticator'
import { duringChange } from '#testing/database/locks.ts'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { passkeyDevice } from '#testing/auth/passkey-device.ts'
import { secondFactors } from '#testing/auth/second-factor.ts'

let server: TestServer
let use: ReturnType<typeof secondFactors>
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  use = secondFactors(server)
})
const start = new Date('2026-03-01T00:00:00Z')
beforeEach(() => server.setNow(start))

type Device = ReturnType<typeof passkeyDevice>
type Created = ReturnType<Device['create']>

const begin = (person: Person, more = {}) =>
  server.call(api.profile.beginPasskey, { body: { password: use.password, ...more } }, person)
const add = (person: Person, created: Created, name = 'My phone') =>
  server.call(api.profile.addPasskey, { body: { name, created } }, person)
const ask = (email: string, password = use.password) =>
  server.call(api.auth.askForPasskey, { body: { email, password } }, undefined, elsewhere())
const signIn = (email: string, passkey: UsedPasskey) =>
  server.call(api.auth.signIn, { body: { email, password: use.password, passkey } }, undefined, elsewhere())
const remove = (person: Person, passkeyId: string) =>
  server.call(api.profile.removePasskey, { params: { passkeyId }, body: { password: use.password } }, person)

/** A user whose second factor is a passkey. */
async function memberWithPasskey(email: string, role: 'User' | 'Admin' = 'User') {
  const person = await use.member(email, role)
  const device = passkeyDevice()
  const { body } = await add(person, device.create((await begin(person)).body))
  return { person, device, ...body }
}

describe('adding a passkey', () => {
  test('when added as the first second factor, returns recovery codes and logs other devices out', async () => {
    const before = await use.member('ann@example.com')
    const other = use.personIn(await use.signIn('ann@example.com'))
    const device = passkeyDevice()
    expect((await begin(before, { password: 'wrong wombat' })).status).toBe(400)
    const name = 'Not you? Go to https://docketbox.help-au.example'
    const { status, body } = await add(before, device.create((await begin(before)).body), name)
    expect(status).toBe(201)
    expect(body.recoveryCodes).toHaveLength(10)
    expect((await server.call(api.auth.loggedUser, {}, other)).status).toBe(401)
    const settings = await server.call(api.profile.security, {}, before)
    expect(settings.body.secondFactor).toMatchObject({
      isOn: true,
      hasApp: false,
      recoveryCodesLeft: 10,
      passkeys: [{ name, lastUsedAt: null }],
    })
    const mail = await server.outbox.waitFor('ann@example.com', { subject: 'passkey was added' })
    expect(mail.text).toContain('you’ve turned on two-step login. You’ll also use a passkey')
    expect(mail.text).toContain('Your other devices have been logged out.')
    // A thief may have chosen it.
    expect(mail.text).not.toContain('help-au')
  })

  test('added beside an app takes a code, and keeps the recovery codes', async () => {
    const person = await use.member('both@example.com')
    const { secret } = await use.setUp(person)
    use.later(60)
    expect((await begin(person)).body).toMatchObject({ fields: { secondFactor: expect.any(String) } })
    const begun = await begin(person, { secondFactor: authenticatorCode(secret, server.deps.now()) })
    expect((await add(person, passkeyDevice().create(begun.body))).body.recoveryCodes).toBeNull()
    const mail = await server.outbox.waitFor(person.email, { subject: 'passkey was added' })
    expect(mail.text).toContain('you can now use a new passkey as the second step')
  })

  test.each<[string, Parameters<Device['create']>[1]]>([
    ['for another site', { origin: 'http://evil.test' }],
    ['bound to another name', { rpId: 'evil.test' }],
    ['for what was never asked', { challenge: randomBytes(32).toString('base64url') }],
    ['of another kind', { type: 'webauthn.get' }],
    ['without a touch', { flags: 0x40 }],
  ])('that answers %s is refused', async (what, twist) => {
    const person = await use.member(`${what.replaceAll(' ', '.')}@example.com`)
    const created = passkeyDevice().create((await begin(person)).body, twist)
    expect(await add(person, created)).toMatchObject({ status: 400, body: { code: 'passkey.notAdded' } })
    const { body } = await server.call(api.profile.security, {}, person)
    expect(body.secondFactor.isOn).toBe(false)
  })

  test('accepts a response once, in time, and from the user who was asked', async () => {
    const ann = await use.member('once@example.com')
    const eve = await use.member('eve@example.com')
    const device = passkeyDevice()
    const options = (await begin(ann)).body
    expect((await add(eve, device.create(options))).status).toBe(400)
    expect((await add(ann, device.create(options))).status).toBe(201)
    expect((await add(ann, passkeyDevice().create(options))).status).toBe(400)
    const late = (await begin(ann)).body
    use.later(6 * 60)
    expect((await add(ann, passkeyDevice().create(late))).status).toBe(400)
    expect(await add(eve, device.create((await begin(eve)).body))).toMatchObject({
      status: 409,
      body: { code: 'passkey.known' },
    })
  })

  test.each([
    ['no name', { name: ' ' }],
    ['a name with markup', { name: '<b>' }],
    ['nonsense instead of an answer', { created: { id: '!' } }],
    ['an answer that is no CBOR', {}],
  ])('refuses %s', async (_, twist) => {
    const person = await server.addUser(`${randomBytes(4).toString('hex')}@example.com`)
    const created = passkeyDevice().create({ challenge: 'AAAA' })
    const broken = { ...created, response: { ...created.response, attestationObject: 'AAAA' } }
    const body = { name: 'Phone', created: broken, ...twist } as never
    expect((await server.call(api.profile.addPasskey, { body }, person)).status).toBe(400)
  })
})

describe('logging in with a passkey', () => {
  test('asks for it once the password is right, and takes it once', async () => {
    const { device } = await memberWithPasskey('kim@example.com')
    expect(await use.signIn('kim@example.com')).toMatchObject({
      status: 401,
      body: { code: 'secondFactor.passkeyNeeded' },
    })
    expect((await ask('kim@example.com', 'wrong wombat')).status).toBe(401)
    const shown = device.show((await ask('kim@example.com')).body)
    expect((await signIn('kim@example.com', shown)).body).toMatchObject({ hasSecondFactor: true })
    expect((await signIn('kim@example.com', shown)).status).toBe(401)
  })

  test('opens the desk to an administrator', async () => {
    const { device } = await memberWithPasskey('boss@example.com', 'Admin')
    const { body } = await signIn('boss@example.com', device.show((await ask('boss@example.com')).body))
    expect(body.leadsTo).toBe('/admin-dashboard')
    const list = await server.call(api.admin.listSubscribers, { query: {} }, use.personIn({ body }))
    expect(list.status).toBe(200)
  })

  test('works with a recovery code if the device is lost', async () => {
    const { recoveryCodes } = await memberWithPasskey('lost@example.com')
    expect((await use.signIn('lost@example.com', recoveryCodes![0])).status).toBe(200)
    expect((await use.signIn('lost@example.com', '123456')).status).toBe(401)
  })

  test('refuses every answer that is not exactly right', async () => {
    const { device } = await memberWithPasskey('strict@example.com')
    const twists: Parameters<Device['show']>[1][] = [
      { origin: 'http://evil.test' },
      { rpId: 'evil.test' },
      { challenge: randomBytes(32).toString('base64url') },
      { type: 'webauthn.create' },
      { flags: 0 },
    ]
    const endWaiting = () => server.deps.db.deleteFrom('rateLimits').execute()
    for (const twist of twists) {
      await endWaiting()
      const shown = device.show((await ask('strict@example.com')).body, twist)
      const { status } = await signIn('strict@example.com', shown)
      expect({ twist, status }).toEqual({ twist, status: 401 })
    }
    await endWaiting()
    const stranger = passkeyDevice().show((await ask('strict@example.com')).body)
    expect((await signIn('strict@example.com', stranger)).status).toBe(401)
    await endWaiting()
    const good = device.show((await ask('strict@example.com')).body)
    const forged = {
      ...good,
      response: { ...good.response, signature: randomBytes(70).toString('base64url') },
    }
    expect((await signIn('strict@example.com', forged)).status).toBe(401)
  })

  test('rejects a cloned passkey, whose signature counter went backwards', async () => {
    const { device } = await memberWithPasskey('copy@example.com')
    const show = async (counter: number) =>
      (await signIn('copy@example.com', device.show((await ask('copy@example.com')).body, { counter })))
        .status
    expect(await show(5)).toBe(200)
    expect(await show(5)).toBe(401)
    expect(await show(6)).toBe(200)
  })
})

test('with an app, too, no code is needed within a quarter of an hour of a login with the passkey: the app may be lost', async () => {
  const { person, device } = await memberWithPasskey('lost-phone@example.com')
  const { secret } = await use.setUp(person)
  const body = { password: use.password }
  const renew = (as: Person) => server.call(api.profile.renewRecoveryCodes, { body }, as)
  const secondFactor = 'Enter a code, or log out and log in again with your passkey.'
  const refused = { status: 400, body: { fields: { secondFactor } } }
  expect(await renew(person)).toMatchObject(refused)
  use.later(60)
  const code = authenticatorCode(secret, server.deps.now())
  expect(await renew(use.personIn(await use.signIn(person.email, code)))).toMatchObject(refused)
  const shown = device.show((await ask(person.email)).body)
  const withPasskey = use.personIn(await signIn(person.email, shown))
  expect((await renew(withPasskey)).status).toBe(200)
  use.later(16 * 60)
  expect(await renew(withPasskey)).toMatchObject(refused)
})

describe('removing a passkey', () => {
  test('logs out other devices; the last one turns the second factor off', async () => {
    const { person, device, passkey } = await memberWithPasskey('gone@example.com')
    const passkeyShown = device.show((await ask('gone@example.com')).body)
    const thief = use.personIn(await signIn('gone@example.com', passkeyShown))
    const removed = await remove(person, passkey._id)
    expect(removed.body.message).toBe('Passkey removed. Your other devices have been logged out.')
    expect((await server.call(api.auth.loggedUser, {}, thief)).status).toBe(401)
    expect((await server.call(api.auth.loggedUser, {}, person)).status).toBe(200)
    expect((await use.signIn('gone@example.com')).body.hasSecondFactor).toBe(false)
    expect(await remove(person, passkey._id)).toMatchObject({ status: 404 })
    const mail = await server.outbox.waitFor(person.email, { subject: 'passkey was removed' })
    expect(mail.text).toContain('one of your passkeys was removed, and two-step login is now off.')
  })

  test('refuses a login that has begun with it', async () => {
    const { person, device, passkey } = await memberWithPasskey('begun@example.com')
    const shown = device.show((await ask('begun@example.com')).body)
    const login = await duringChange(
      server.deps,
      () => remove(person, passkey._id),
      () => signIn('begun@example.com', shown),
    )
    expect(login.status).toBe(401)
    expect((await server.call(api.profile.sessions, {}, person)).body.docs).toHaveLength(1)
  })

  test('needs that the second factor was shown within the last quarter of an hour', async () => {
    const { person, passkey } = await memberWithPasskey('stale@example.com')
    use.later(16 * 60)
    const refusal = { status: 403, body: { code: 'profile.freshLogInNeeded' } }
    expect(await remove(person, passkey._id)).toMatchObject(refusal)
  })

  test('the last one of an administrator stays, and no one can remove someone else’s', async () => {
    const { person, passkey } = await memberWithPasskey('chief@example.com', 'Admin')
    const { person: other } = await memberWithPasskey('other@example.com')
    const refusal = { status: 403, body: { code: 'secondFactor.isRequired' } }
    expect(await remove(person, passkey._id)).toMatchObject(refusal)
    expect((await remove(other, passkey._id)).status).toBe(404)
    const { body } = await server.call(api.profile.security, {}, person)
    expect(body.secondFactor.passkeys).toHaveLength(1)
  })
})
