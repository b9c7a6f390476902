import { api } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticatorCode } from '@docketbox/testing/people/authenticator'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { secondFactors } from '#testing/auth/second-factor.ts'

let server: TestServer
let use: ReturnType<typeof secondFactors>
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  use = secondFactors(server)
})
const start = new Date('2026-03-01T00:00:00Z')
beforeEach(() => server.setNow(start))

describe('turning the second factor on', () => {
  test('takes the password and a code of the app, and answers ten recovery codes', async () => {
    const ann = await use.member('ann@example.com')
    const { uri, secret, recoveryCodes } = await use.setUp(ann)
    expect(uri).toBe(`otpauth://totp/Docketbox:ann%40example.com?secret=${secret}&issuer=Docketbox`)
    expect(new Set(recoveryCodes).size).toBe(10)
    const { body } = await server.call(api.profile.security, {}, ann)
    expect(body.secondFactor).toEqual({
      isOn: true,
      since: start.toISOString(),
      hasApp: true,
      passkeys: [],
      recoveryCodesLeft: 10,
      hasSavedRecoveryCodes: false,
      isRequired: false,
    })
    await server.outbox.waitFor('ann@example.com', { subject: 'turned on' })
  })

  test('proves this session and logs every other device out', async () => {
    const phone = await use.member('two@example.com')
    const desk = use.personIn(await use.signIn('two@example.com'))
    await use.setUp(phone)
    expect((await server.call(api.auth.loggedUser, {}, phone)).body.hasSecondFactor).toBe(true)
    expect((await server.call(api.auth.loggedUser, {}, desk)).status).toBe(401)
  })

  test('needs the right password', async () => {
    const person = await use.member('guard@example.com')
    for (const body of [{}, { password: 'wrong wombat' }]) {
      const refused = await server.call(api.profile.beginSecondFactor, { body }, person)
      expect(refused).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } })
    }
  })

  test('needs a correct code to take effect', async () => {
    const person = await use.member('typo@example.com')
    const begun = await server.call(
      api.profile.beginSecondFactor,
      { body: { password: use.password } },
      person,
    )
    const old = authenticatorCode(begun.body.secret, new Date(start.getTime() - 5 * 60_000))
    const refused = await server.call(api.profile.confirmSecondFactor, { body: { code: old } }, person)
    expect(refused).toMatchObject({ status: 400, body: { fields: { code: expect.any(String) } } })
    expect((await use.signIn('typo@example.com')).body.hasSecondFactor).toBe(false)
  })

  test('keeps no secret and no recovery code that could be read from the database', async () => {
    const person = await use.member('sealed@example.com')
    const { secret, recoveryCodes } = await use.setUp(person)
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
