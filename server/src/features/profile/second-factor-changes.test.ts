import { api } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticatorCode } from '@docketbox/testing/people/authenticator'
import { duringChange, whileLocked } from '#testing/database/locks.ts'
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

describe('changing the second factor', () => {
  test('on refuses a login that began without it', async () => {
    const person = await use.member('begun@example.com')
    const login = await duringChange(
      server.deps,
      () => use.setUp(person),
      () => use.signIn('begun@example.com'),
    )
    expect(login.status).toBe(401)
    expect((await server.call(api.profile.sessions, {}, person)).body.docs).toHaveLength(1)
  })

  test('on is refused to a device that its owner logs out meanwhile', async () => {
    const owner = await use.member('robbed@example.com')
    const thief = use.personIn(await use.signIn('robbed@example.com'))
    const { password } = use
    const { body } = await server.call(api.profile.beginSecondFactor, { body: { password } }, thief)
    const code = authenticatorCode(body.secret, server.deps.now())
    const changed = { password, newPassword: 'twelve wombats under a fig tree' }
    const confirmed = await duringChange(
      server.deps,
      () => server.call(api.profile.changePassword, { body: changed }, owner),
      () => server.call(api.profile.confirmSecondFactor, { body: { code } }, thief),
    )
    expect(confirmed.status).toBe(401)
    const { body: security } = await server.call(api.profile.security, {}, owner)
    expect(security.secondFactor.isOn).toBe(false)
  })

  test('to a new phone takes a code of the old one, and the old one counts until then', async () => {
    const person = await use.member('phone@example.com')
    const old = await use.setUp(person)
    use.later(60)
    const without = await server.call(
      api.profile.beginSecondFactor,
      { body: { password: use.password } },
      person,
    )
    expect(without).toMatchObject({ status: 400, body: { fields: { secondFactor: expect.any(String) } } })
    const secondFactor = authenticatorCode(old.secret, server.deps.now())
    const begun = await server.call(
      api.profile.beginSecondFactor,
      { body: { password: use.password, secondFactor } },
      person,
    )
    use.later(30)
    expect(
      (await use.signIn('phone@example.com', authenticatorCode(old.secret, server.deps.now()))).status,
    ).toBe(200)
    use.later(30)
    const code = authenticatorCode(begun.body.secret, server.deps.now())
    expect((await server.call(api.profile.confirmSecondFactor, { body: { code } }, person)).status).toBe(200)
    const { body: security } = await server.call(api.profile.security, {}, person)
    expect(security.secondFactor.since).toBe(start.toISOString())
    const { text } = await server.outbox.waitFor(person.email, { subject: 'app was replaced' })
    expect(text).toContain('new recovery codes: the earlier ones no longer work')
    use.later(60)
    expect(
      (await use.signIn('phone@example.com', authenticatorCode(old.secret, server.deps.now()))).status,
    ).toBe(401)
    const fresh = authenticatorCode(begun.body.secret, server.deps.now())
    expect((await use.signIn('phone@example.com', fresh)).status).toBe(200)
  })

  test('off takes password and code and logs out other devices; the password alone is enough again', async () => {
    const person = await use.member('off@example.com')
    const { secret } = await use.setUp(person)
    use.later(60)
    const thief = use.personIn(
      await use.signIn('off@example.com', authenticatorCode(secret, server.deps.now())),
    )
    use.later(30)
    const turnOff = (body: object) => server.call(api.profile.turnOffSecondFactor, { body }, person)
    expect((await turnOff({ password: use.password })).status).toBe(400)
    expect((await turnOff({ password: use.password, secondFactor: '000000' })).status).toBe(400)
    const secondFactor = authenticatorCode(secret, server.deps.now())
    expect((await turnOff({ password: use.password, secondFactor })).status).toBe(200)
    expect((await server.call(api.auth.loggedUser, {}, thief)).status).toBe(401)
    expect((await server.call(api.auth.loggedUser, {}, person)).status).toBe(200)
    expect((await use.signIn('off@example.com')).status).toBe(200)
    expect((await turnOff({ password: use.password })).status).toBe(409)
    const { text } = await server.outbox.waitFor('off@example.com', { subject: 'turned off' })
    expect(text).toContain('Your other devices have been logged out.')
  })

  test('off is not for administrators', async () => {
    const person = await use.member('boss@example.com', 'Admin')
    const { secret } = await use.setUp(person)
    use.later(60)
    const secondFactor = authenticatorCode(secret, server.deps.now())
    const refused = await server.call(
      api.profile.turnOffSecondFactor,
      { body: { password: use.password, secondFactor } },
      person,
    )
    expect(refused).toMatchObject({ status: 403, body: { code: 'secondFactor.isRequired' } })
  })

  test('new recovery codes end the old ones', async () => {
    const person = await use.member('renew@example.com')
    const { secret, recoveryCodes } = await use.setUp(person)
    use.later(60)
    const secondFactor = authenticatorCode(secret, server.deps.now())
    const { body } = await server.call(
      api.profile.renewRecoveryCodes,
      { body: { password: use.password, secondFactor } },
      person,
    )
    expect(body.recoveryCodes).toHaveLength(10)
    expect((await use.signIn('renew@example.com', recoveryCodes[0])).status).toBe(401)
    await server.outbox.waitFor(person.email, { subject: 'recovery codes were replaced' })
    expect((await use.signIn('renew@example.com', body.recoveryCodes[0])).status).toBe(200)
  })

  test('leaves only the newest recovery codes when two tabs replace them at once', async () => {
    const person = await use.member('tabs@example.com')
    const { secret } = await use.setUp(person)
    use.later(60)
    const codes = [-15, 15].map((seconds) =>
      authenticatorCode(secret, new Date(+server.deps.now() + seconds * 1000)),
    )
    const renewals = codes.map((secondFactor) => () => {
      const body = { password: use.password, secondFactor }
      return server.call(api.profile.renewRecoveryCodes, { body }, person)
    })
    const answers = await whileLocked(server.deps.db, sql`lock table recovery_codes in share mode`, renewals)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const { secondFactor } = (await server.call(api.profile.security, {}, person)).body
    expect(secondFactor.recoveryCodesLeft).toBe(10)
  })

  test('shows recovery codes as unsaved until their owner confirms the newest, or uses one', async () => {
    const person = await use.member('unseen@example.com')
    const { secret, recoveryCodes: unseen } = await use.setUp(person)
    const areSaved = async () =>
      (await server.call(api.profile.security, {}, person)).body.secondFactor.hasSavedRecoveryCodes
    const confirm = (code: string) =>
      server.call(api.profile.confirmRecoveryCodes, { body: { code } }, person)
    expect(await areSaved()).toBe(false)
    use.later(60)
    const renew = async () => {
      use.later(30)
      const body = { password: use.password, secondFactor: authenticatorCode(secret, server.deps.now()) }
      return (await server.call(api.profile.renewRecoveryCodes, { body }, person)).body.recoveryCodes
    }
    const newest = await renew()
    expect(await confirm(unseen[0]!)).toMatchObject({
      status: 409,
      body: { code: 'secondFactor.codesReplaced' },
    })
    expect(await areSaved()).toBe(false)
    for (let time = 0; time < 2; time++) expect((await confirm(newest[0]!)).status).toBe(200)
    expect(await areSaved()).toBe(true)
    const used = await renew()
    expect(await areSaved()).toBe(false)
    expect((await use.signIn(person.email, used[0])).status).toBe(200)
    expect(await areSaved()).toBe(true)
  })

  test('leaves a code usable when the change that it confirms is refused', async () => {
    const person = await use.member('refused@example.com')
    await use.member('taken@example.com')
    const { secret } = await use.setUp(person)
    use.later(60)
    const proof = { password: use.password, secondFactor: authenticatorCode(secret, server.deps.now()) }
    const changePassword = (newPassword: string) =>
      server.call(api.profile.changePassword, { body: { ...proof, newPassword } }, person)
    expect((await changePassword('password1')).status).toBe(400)
    for (const email of ['refused@example.com', 'taken@example.com'])
      expect((await server.call(api.profile.changeEmail, { body: { ...proof, email } }, person)).status).toBe(
        409,
      )
    expect((await changePassword('twelve wombats under a fig tree')).status).toBe(200)
  })
})
