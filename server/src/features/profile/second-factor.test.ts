import { api } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticatorCode } from '#testing/authenticator'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness'
import { newcomer } from '#testing/newcomer'
import { linkIn } from '#testing/outbox'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})
const start = new Date('2026-03-01T00:00:00Z')
beforeEach(() => server.setNow(start))
const { password } = newcomer('')
const later = (seconds: number) => server.setNow(new Date(server.deps.now().getTime() + seconds * 1000))

/** Somebody who signed up, verified and logged in, as everybody does. */
async function member(email: string): Promise<Person> {
  await server.call(api.auth.signUp, { body: newcomer(email) }, undefined, elsewhere())
  const mail = await server.outbox.waitFor(email, { subject: 'Verify' })
  const { searchParams } = new URL(linkIn(mail, 'http://docketbox.test/verify'))
  const query = { token: searchParams.get('token')!, email }
  await server.call(api.auth.verify, { query }, undefined, elsewhere())
  return personIn(await signIn(email))
}

const signIn = (email: string, secondFactor?: string) =>
  server.call(
    api.auth.signIn,
    { body: { email, password, ...(secondFactor !== undefined && { secondFactor }) } },
    undefined,
    elsewhere(),
  )
const personIn = ({ body }: Awaited<ReturnType<typeof signIn>>): Person => ({
  id: body._id,
  email: body.email,
  role: body.role,
  token: body.token,
})

/** Turns the second factor on, as the set-up screen does. */
async function setUp(person: Person) {
  const begun = await server.call(api.profile.beginSecondFactor, { body: { password } }, person)
  const { secret } = begun.body
  const code = authenticatorCode(secret, server.deps.now())
  const { body } = await server.call(api.profile.confirmSecondFactor, { body: { code } }, person)
  return { secret, recoveryCodes: body.recoveryCodes, uri: begun.body.uri }
}

describe('turning the second factor on', () => {
  test('takes the password and a code of the app, and answers ten recovery codes', async () => {
    const ann = await member('ann@example.com')
    const { uri, secret, recoveryCodes } = await setUp(ann)
    expect(uri).toBe(`otpauth://totp/Docketbox:ann%40example.com?secret=${secret}&issuer=Docketbox`)
    expect(new Set(recoveryCodes).size).toBe(10)
    const { body } = await server.call(api.profile.security, {}, ann)
    expect(body.secondFactor).toEqual({
      isOn: true,
      since: start.toISOString(),
      recoveryCodesLeft: 10,
      isRequired: false,
    })
    await server.outbox.waitFor('ann@example.com', { subject: 'turned on' })
  })

  test('proves this session and logs every other device out', async () => {
    const phone = await member('two@example.com')
    const desk = personIn(await signIn('two@example.com'))
    await setUp(phone)
    expect((await server.call(api.auth.loggedUser, {}, phone)).body.hasSecondFactor).toBe(true)
    expect((await server.call(api.auth.loggedUser, {}, desk)).status).toBe(401)
  })

  test('needs the right password', async () => {
    const person = await member('guard@example.com')
    for (const body of [{}, { password: 'wrong wombat' }]) {
      const refused = await server.call(api.profile.beginSecondFactor, { body }, person)
      expect(refused).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } })
    }
  })

  test('needs a right code, and does nothing before', async () => {
    const person = await member('typo@example.com')
    const begun = await server.call(api.profile.beginSecondFactor, { body: { password } }, person)
    const old = authenticatorCode(begun.body.secret, new Date(start.getTime() - 5 * 60_000))
    const refused = await server.call(api.profile.confirmSecondFactor, { body: { code: old } }, person)
    expect(refused).toMatchObject({ status: 400, body: { fields: { code: expect.any(String) } } })
    expect((await signIn('typo@example.com')).body.hasSecondFactor).toBe(false)
  })

  test('keeps no secret and no recovery code that could be read from the database', async () => {
    const person = await member('sealed@example.com')
    const { secret, recoveryCodes } = await setUp(person)
    const rows = await Promise.all([
      server.deps.db.selectFrom('secondFactors').selectAll().execute(),
      server.deps.db.selectFrom('recoveryCodes').selectAll().execute(),
    ])
    const kept = JSON.stringify(rows, (_, value: unknown) =>
      value instanceof Object && 'type' in value && value.type === 'Buffer'
        ? Buffer.from((value as unknown as { data: number[] }).data).toString('latin1')
        : value,
    )
    for (const text of [secret, ...recoveryCodes]) expect(kept).not.toContain(text)
  })
})

describe('logging in with a second factor', () => {
  test('asks for the code once the password is right, and takes it once', async () => {
    const ann = await member('code@example.com')
    const { secret } = await setUp(ann)
    later(60)
    const asked = await signIn('code@example.com')
    expect(asked).toMatchObject({ status: 401, body: { code: 'secondFactor.codeNeeded' } })
    const code = authenticatorCode(secret, server.deps.now())
    expect((await signIn('code@example.com', code)).body.hasSecondFactor).toBe(true)
    expect(await signIn('code@example.com', code)).toMatchObject({ status: 401 })
    later(30)
    const next = authenticatorCode(secret, server.deps.now())
    expect((await signIn('code@example.com', `${next.slice(0, 3)} ${next.slice(3)}`)).status).toBe(200)
  })

  test('is not helped by a reset of the password', async () => {
    const person = await member('reset@example.com')
    await setUp(person)
    await server.call(
      api.auth.forgetPassword,
      { body: { email: 'reset@example.com' } },
      undefined,
      elsewhere(),
    )
    const mail = await server.outbox.waitFor('reset@example.com', { subject: 'Choose a new password' })
    const { hash } = new URL(linkIn(mail, 'http://docketbox.test/reset-password'))
    const token = new URLSearchParams(hash.slice(1)).get('token')!
    await server.call(
      api.auth.resetPassword,
      { body: { email: 'reset@example.com', password, token } },
      undefined,
      elsewhere(),
    )
    expect(await signIn('reset@example.com')).toMatchObject({ body: { code: 'secondFactor.codeNeeded' } })
  })

  test('waits longer and longer after five wrong codes', async () => {
    const person = await member('guess@example.com')
    const { secret } = await setUp(person)
    later(60)
    for (let i = 0; i < 5; i++) expect((await signIn('guess@example.com', '000000')).status).toBe(401)
    const refused = await signIn('guess@example.com', authenticatorCode(secret, server.deps.now()))
    expect(refused.status).toBe(429)
  })

  test('works with a recovery code when the phone is gone: each once, and the owner is told', async () => {
    const person = await member('lost@example.com')
    const { recoveryCodes } = await setUp(person)
    const [first, second] = recoveryCodes
    expect((await signIn('lost@example.com', first!.toUpperCase().replace('-', ' '))).status).toBe(200)
    expect((await signIn('lost@example.com', first)).status).toBe(401)
    const both = await Promise.all([signIn('lost@example.com', second), signIn('lost@example.com', second)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const mail = await server.outbox.waitFor('lost@example.com', { subject: 'recovery code', past: 1 })
    expect(mail.text).toContain('8 are left')
  })
})

describe('changing the second factor', () => {
  test('to a new phone takes a code of the old one, and the old one counts until then', async () => {
    const person = await member('phone@example.com')
    const old = await setUp(person)
    later(60)
    const without = await server.call(api.profile.beginSecondFactor, { body: { password } }, person)
    expect(without).toMatchObject({ status: 400, body: { fields: { secondFactor: expect.any(String) } } })
    const secondFactor = authenticatorCode(old.secret, server.deps.now())
    const begun = await server.call(
      api.profile.beginSecondFactor,
      { body: { password, secondFactor } },
      person,
    )
    later(30)
    expect((await signIn('phone@example.com', authenticatorCode(old.secret, server.deps.now()))).status).toBe(
      200,
    )
    later(30)
    const code = authenticatorCode(begun.body.secret, server.deps.now())
    expect((await server.call(api.profile.confirmSecondFactor, { body: { code } }, person)).status).toBe(200)
    later(60)
    expect((await signIn('phone@example.com', authenticatorCode(old.secret, server.deps.now()))).status).toBe(
      401,
    )
    const fresh = authenticatorCode(begun.body.secret, server.deps.now())
    expect((await signIn('phone@example.com', fresh)).status).toBe(200)
  })

  test('off takes password and code, and the password alone is enough again', async () => {
    const person = await member('off@example.com')
    const { secret } = await setUp(person)
    later(60)
    const turnOff = (body: object) => server.call(api.profile.turnOffSecondFactor, { body }, person)
    expect((await turnOff({ password })).status).toBe(400)
    expect((await turnOff({ password, secondFactor: '000000' })).status).toBe(400)
    const secondFactor = authenticatorCode(secret, server.deps.now())
    expect((await turnOff({ password, secondFactor })).status).toBe(200)
    expect((await signIn('off@example.com')).status).toBe(200)
    expect((await turnOff({ password })).status).toBe(409)
    await server.outbox.waitFor('off@example.com', { subject: 'turned off' })
  })

  test('off is not for administrators', async () => {
    const person = await member('boss@example.com')
    await server.deps.db.updateTable('users').set({ role: 'Admin' }).where('id', '=', person.id).execute()
    const { secret } = await setUp(person)
    later(60)
    const secondFactor = authenticatorCode(secret, server.deps.now())
    const refused = await server.call(
      api.profile.turnOffSecondFactor,
      { body: { password, secondFactor } },
      person,
    )
    expect(refused).toMatchObject({ status: 403, body: { code: 'secondFactor.isRequired' } })
  })

  test('new recovery codes end the old ones', async () => {
    const person = await member('renew@example.com')
    const { secret, recoveryCodes } = await setUp(person)
    later(60)
    const secondFactor = authenticatorCode(secret, server.deps.now())
    const { body } = await server.call(
      api.profile.renewRecoveryCodes,
      { body: { password, secondFactor } },
      person,
    )
    expect(body.recoveryCodes).toHaveLength(10)
    expect((await signIn('renew@example.com', recoveryCodes[0])).status).toBe(401)
    expect((await signIn('renew@example.com', body.recoveryCodes[0])).status).toBe(200)
  })
})

test('an administrator does nothing before the second factor is proven, and everything after', async () => {
  const person = await member('admin@example.com')
  await server.deps.db.updateTable('users').set({ role: 'Admin' }).where('id', '=', person.id).execute()
  later(5)
  const list = (who: Person) => server.call(api.admin.listSubscribers, { query: {} }, who)
  const entered = await signIn('admin@example.com')
  expect(entered.body).toMatchObject({ leadsTo: '/profile/security', hasSecondFactor: false })
  const admin = personIn(entered)
  expect(await list(admin)).toMatchObject({ status: 403, body: { code: 'common.secondFactorNeeded' } })
  const { secret } = await setUp(admin)
  expect((await list(admin)).status).toBe(200)
  later(60)
  const again = await signIn('admin@example.com', authenticatorCode(secret, server.deps.now()))
  expect(again.body.leadsTo).toBe('/admin-dashboard')
  expect((await list(personIn(again))).status).toBe(200)
})
