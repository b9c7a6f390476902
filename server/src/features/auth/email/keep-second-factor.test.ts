import { api, secondFactorRefusals } from '@docketbox/contract'
import { authenticatorCode } from '@docketbox/testing/people/authenticator'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emailChanges } from '#testing/auth/email-change.ts'
import { passkeyDevice } from '#testing/auth/passkey-device.ts'
import { secondFactors } from '#testing/auth/second-factor.ts'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { linkIn } from '#testing/outbox.ts'

let server: TestServer
let use: ReturnType<typeof secondFactors>
let changes: ReturnType<typeof emailChanges>
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  use = secondFactors(server)
  changes = emailChanges(() => server, use.password)
})
beforeEach(() => server.setNow(new Date('2026-03-01T00:00:00Z')))

const FRESH = 'a green kettle whistles'

async function addPasskey(person: Person, proof: { password?: string; secondFactor?: string } = {}) {
  const device = passkeyDevice()
  const begun = await server.call(
    api.profile.beginPasskey,
    { body: { password: use.password, ...proof } },
    person,
  )
  const added = await server.call(
    api.profile.addPasskey,
    { body: { name: 'Phone', created: device.create(begun.body) } },
    person,
  )
  expect(added.status).toBe(201)
  return { device, recoveryCodes: added.body.recoveryCodes }
}

/** The owner chooses a new password with a mailed link, and logs in. */
async function logInAgain(email: string, secondFactor?: string, past = 0) {
  await server.call(api.auth.forgetPassword, { body: { email } }, undefined, elsewhere())
  const mail = await server.outbox.waitFor(email, { subject: 'Choose a new password', past })
  const link = new URL(linkIn(mail, 'http://docketbox.test/reset-password'))
  const token = new URLSearchParams(link.hash.slice(1)).get('token')!
  const reset = { email, token, password: FRESH }
  expect((await server.call(api.auth.resetPassword, { body: reset }, undefined, elsewhere())).status).toBe(
    200,
  )
  const body = { email, password: FRESH, ...(secondFactor !== undefined && { secondFactor }) }
  return server.call(api.auth.signIn, { body }, undefined, elsewhere())
}

const factorOf = async (person: Person) =>
  (await server.call(api.profile.security, {}, person)).body.secondFactor
const newCode = (secret: string) => {
  use.later(60)
  return authenticatorCode(secret, server.deps.now())
}

describe('“keep my email”', () => {
  test('removes the passkey with which a thief would lock the owner out', async () => {
    const own = 'ann@example.com'
    await use.member(own)
    const thief = use.personIn(await use.signIn(own))
    const links = await changes.move(thief, own, 'ann.thief@example.net')
    await addPasskey(thief)
    expect((await changes.keep(links.keep)).status).toBe(200)
    const login = await logInAgain(own)
    expect(login.status).toBe(200)
    expect(await factorOf(use.personIn(login))).toMatchObject({
      isOn: false,
      passkeys: [],
      recoveryCodesLeft: 0,
    })
    const mail = await server.outbox.waitFor(own, { subject: 'was changed back' })
    expect(mail.text).toContain('removed any passkeys')
  })

  test('removes it from any link to keep the address, however often the thief asked', async () => {
    const own = 'finn@example.com'
    const thief = await use.member(own)
    await changes.ask(thief, 'finn.thief@example.net')
    const first = await changes.tokens(own, 'finn.thief@example.net')
    use.later(60)
    await addPasskey(thief)
    use.later(60)
    await changes.ask(thief, 'finn.thief@example.org')
    const second = await changes.tokens(own, 'finn.thief@example.org', { toOld: 1 })
    expect((await changes.keep(second.keep)).status).toBe(200)
    const login = await logInAgain(own)
    expect(login.status).toBe(200)
    // The first link changes nothing more.
    use.later(60)
    await addPasskey(use.personIn(login), { password: FRESH })
    expect((await changes.keep(first.keep)).status).toBe(200)
    const body = { email: own, password: FRESH }
    const asked = await server.call(api.auth.signIn, { body }, undefined, elsewhere())
    expect(asked.body).toMatchObject({ code: secondFactorRefusals.passkeyNeeded.code })
  })

  test('removes it even once the first link has expired, if it could be pressed when the thief asked again', async () => {
    const own = 'hal@example.com'
    await changes.ask(await use.member(own), 'hal.thief@example.net')
    use.later(7 * 86_400 - 1800)
    const thief = use.personIn(await use.signIn(own))
    await addPasskey(thief)
    use.later(60)
    await changes.ask(thief, 'hal.thief@example.org')
    const second = await changes.tokens(own, 'hal.thief@example.org', { toOld: 1 })
    use.later(3600)
    await changes.keep(second.keep)
    expect((await logInAgain(own)).status).toBe(200)
  })

  test('leaves what the owner has added since they last pressed it', async () => {
    const own = 'gus@example.com'
    const thief = await use.member(own)
    await changes.ask(thief, 'gus.thief@example.net')
    const first = await changes.tokens(own, 'gus.thief@example.net')
    use.later(60)
    await changes.keep(first.keep)
    const person = use.personIn(await logInAgain(own))
    await addPasskey(person, { password: FRESH })
    use.later(60)
    await changes.ask(person, 'gus.thief@example.org', { password: FRESH })
    const second = await changes.tokens(own, 'gus.thief@example.org', { toOld: 1 })
    await changes.keep(second.keep)
    expect((await logInAgain(own, undefined, 1)).body).toMatchObject({
      code: secondFactorRefusals.passkeyNeeded.code,
    })
  })

  test('keeps out a thief who knows the password, even before the owner has chosen another', async () => {
    const own = 'bea@example.com'
    const thief = await use.member(own)
    await changes.ask(thief, 'bea.thief@example.net')
    const links = await changes.tokens(own, 'bea.thief@example.net')
    await changes.keep(links.keep)
    expect((await use.signIn(own)).status).toBe(401)
    expect((await logInAgain(own)).status).toBe(200)
    // Pressed again, it leaves the new password alone.
    expect((await changes.keep(links.keep)).status).toBe(200)
    const body = { email: own, password: FRESH }
    expect((await server.call(api.auth.signIn, { body }, undefined, elsewhere())).status).toBe(200)
  })

  test('removes an app that a thief has put in place of the owner’s, but not the owner’s passkey', async () => {
    const own = 'cleo@example.com'
    const person = await use.member(own)
    const { device } = await addPasskey(person)
    const first = await use.setUp(person)
    use.later(60)
    await changes.ask(person, 'cleo.thief@example.net', {
      password: use.password,
      secondFactor: newCode(first.secret),
    })
    const links = await changes.tokens(own, 'cleo.thief@example.net')
    await changes.confirm(links.confirm)
    const begun = await server.call(
      api.profile.beginSecondFactor,
      { body: { password: use.password, secondFactor: newCode(first.secret) } },
      person,
    )
    const { secret } = begun.body
    const code = newCode(secret)
    const replaced = await server.call(api.profile.confirmSecondFactor, { body: { code } }, person)
    expect(replaced.status).toBe(200)
    await changes.keep(links.keep)
    expect((await logInAgain(own, newCode(secret))).status).toBe(401)
    expect((await logInAgainWith(own, replaced.body.recoveryCodes[0]!)).status).toBe(401)
    const asked = await server.call(
      api.auth.askForPasskey,
      { body: { email: own, password: FRESH } },
      undefined,
      elsewhere(),
    )
    const body = { email: own, password: FRESH, passkey: device.show(asked.body) }
    const login = await server.call(api.auth.signIn, { body }, undefined, elsewhere())
    expect(login.status).toBe(200)
    expect(await factorOf(use.personIn(login))).toMatchObject({
      isOn: true,
      hasApp: false,
      recoveryCodesLeft: 0,
      passkeys: [{ name: 'Phone' }],
    })
  })

  test('leaves the owner’s app and recovery codes, beside which a thief has added a passkey', async () => {
    const own = 'dora@example.com'
    const person = await use.member(own)
    const { secret, recoveryCodes } = await use.setUp(person)
    use.later(60)
    await changes.ask(person, 'dora.thief@example.net', {
      password: use.password,
      secondFactor: newCode(secret),
    })
    const links = await changes.tokens(own, 'dora.thief@example.net')
    await addPasskey(person, { secondFactor: newCode(secret) })
    await changes.keep(links.keep)
    const login = await logInAgain(own, newCode(secret))
    expect(login.status).toBe(200)
    expect(await factorOf(use.personIn(login))).toMatchObject({ hasApp: true, passkeys: [] })
    expect((await logInAgainWith(own, recoveryCodes[0]!)).status).toBe(200)
  })
})

test('an address that can still take the account back hears of changes that a thief makes', async () => {
  const own = 'eve@example.com'
  const thief = await use.member(own)
  await changes.move(thief, own, 'eve.thief@example.net')
  await addPasskey(thief)
  const body = { password: use.password, newPassword: 'eleven green kettles' }
  // Without an app, a fresh login with the passkey proves who they are.
  expect((await server.call(api.profile.changePassword, { body }, thief)).status).toBe(200)
  for (const subject of ['A passkey was added', 'Your password was changed']) {
    const { text } = await server.outbox.waitFor(own, { subject })
    expect(text).toContain('press “keep my email” in the email we sent you')
    expect(text).not.toContain('http://docketbox.test/profile/security')
    expect(text).not.toContain('http://docketbox.test/forgetpassword')
    const thiefs = await server.outbox.waitFor('eve.thief@example.net', { subject })
    expect(thiefs.text).not.toContain('keep my email')
  }
})

const logInAgainWith = (email: string, secondFactor: string) =>
  server.call(api.auth.signIn, { body: { email, password: FRESH, secondFactor } }, undefined, elsewhere())
