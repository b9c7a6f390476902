import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { findUser } from '#features/auth'
import { inTransaction } from '#platform/database/transaction.ts'
import { isLockAwaited } from '#testing/database/locks.ts'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { linkIn } from '#testing/outbox.ts'
import { emailChanges } from '#testing/auth/email-change.ts'
import { givePassword } from '#testing/auth/password.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})

const password = 'purple wombat sings'
const withPassword = (person: Person) => givePassword(server.deps, person, password)
const signIn = (email: string, given: string) =>
  server.call(api.auth.signIn, { body: { email, password: given } }, undefined, elsewhere())

const emailOf = async (person: Person) => (await findUser(server.deps.db, person.id))!.email

describe('changing the password', () => {
  const change = (person: Person, body: { password?: string; newPassword: string }) =>
    server.call(api.profile.changePassword, { body }, person)

  test.each(['Admin', 'Super Admin'] as const)('an %s needs a password of 15 characters', async (role) => {
    const admin = await withPassword(await server.addUser(`${role.replace(' ', '')}@example.com`, { role }))
    const refused = await change(admin, { password, newPassword: 'fourteen chars' })
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: { newPassword: 'Use at least 15 characters.' } },
    })
    expect((await change(admin, { password, newPassword: 'fifteen letters' })).status).toBe(200)
  })

  test('takes the current one, logs out other devices and mails the owner', async () => {
    const person = await withPassword(await server.addUser('change@example.com'))
    const other = await server.signIn(person)
    const { status, body } = await change(person, { password, newPassword: 'a brand new wombat' })
    expect({ status, body }).toEqual({
      status: 200,
      body: { message: 'Password changed. Your other devices have been logged out.' },
    })
    expect((await server.call(api.auth.loggedUser, {}, other)).status).toBe(401)
    expect((await server.call(api.auth.loggedUser, {}, person)).status).toBe(200)
    expect((await signIn('change@example.com', password)).status).toBe(401)
    expect((await signIn('change@example.com', 'a brand new wombat')).status).toBe(200)
    await server.outbox.waitFor('change@example.com', { subject: 'Your password was changed' })
  })

  test.each([
    ['a wrong present one', 'wrong wombat', 'a brand new wombat', 'password'],
    ['none', undefined, 'a brand new wombat', 'password'],
    ['a well-known new one', password, 'password1', 'newPassword'],
    ['a short new one', password, 'short', 'newPassword'],
  ])('is refused with %s, and no one is logged out', async (what, given, newPassword, field) => {
    const email = `${what.replaceAll(/\W/g, '')}@example.com`
    const person = await withPassword(await server.addUser(email))
    const refused = await change(person, { ...(given && { password: given }), newPassword })
    expect(refused).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
    expect((await server.call(api.auth.loggedUser, {}, person)).status).toBe(200)
  })

  test('is not for an account that has none', async () => {
    const person = await server.addUser('google@example.com')
    expect((await change(person, { newPassword: 'a brand new wombat' })).status).toBe(409)
  })
})

describe('changing the email', () => {
  const { ask, confirm, keep, tokens } = emailChanges(() => server, password)

  test('takes effect when the link mailed to the new address is opened, and both addresses are notified', async () => {
    const person = await withPassword(await server.addUser('old@example.com'))
    expect((await ask(person, 'new@example.com')).status).toBe(200)
    expect((await server.call(api.profile.security, {}, person)).body.waitingEmail).toBe('new@example.com')
    expect((await server.call(api.auth.loggedUser, {}, person)).body.email).toBe('old@example.com')
    const { confirm: token } = await tokens('old@example.com', 'new@example.com')
    expect((await confirm(token)).body).toMatchObject({ email: 'new@example.com', _id: person.id })
    expect((await server.call(api.auth.loggedUser, {}, person)).body.email).toBe('new@example.com')
    expect((await signIn('new@example.com', password)).status).toBe(200)
    expect((await signIn('old@example.com', password)).status).toBe(401)
    await server.outbox.waitFor('old@example.com', { subject: 'was changed' })
    await server.outbox.waitFor('new@example.com', { subject: 'was changed' })
  })

  test('is confirmed again by the same link, in case the first answer was lost', async () => {
    const person = await withPassword(await server.addUser('twice@example.com'))
    await ask(person, 'twice@example.net')
    const { confirm: token } = await tokens('twice@example.com', 'twice@example.net')
    const first = await confirm(token)
    const later = (await signIn('twice@example.net', password)).body as unknown as Person
    expect(await confirm(token)).toMatchObject({ status: 200, body: first.body })
    expect((await server.call(api.auth.loggedUser, {}, later)).status).toBe(200)
    await ask(person, 'twice@example.org')
    await confirm((await tokens('twice@example.net', 'twice@example.org')).confirm)
    expect((await confirm(token)).status).toBe(400)
  })

  test('ends every session except the one that asked for it', async () => {
    const person = await withPassword(await server.addUser('sessions@example.com'))
    const other = (await signIn('sessions@example.com', password)).body as unknown as Person
    await ask(person, 'sessions@example.net')
    expect((await server.call(api.auth.loggedUser, {}, other)).status).toBe(200)
    await confirm((await tokens('sessions@example.com', 'sessions@example.net')).confirm)
    expect((await server.call(api.auth.loggedUser, {}, other)).status).toBe(401)
    expect((await server.call(api.auth.loggedUser, {}, person)).status).toBe(200)
  })

  test('is stopped from the old address, which logs every device out', async () => {
    const person = await withPassword(await server.addUser('stop@example.com'))
    await ask(person, 'thief@example.net')
    const mailed = await tokens('stop@example.com', 'thief@example.net')
    expect((await keep(mailed.keep)).body).toMatchObject({ email: 'stop@example.com' })
    expect((await confirm(mailed.confirm)).status).toBe(400)
    expect((await server.call(api.auth.loggedUser, {}, person)).status).toBe(401)
  })

  test('can be reverted from the old address for a week', async () => {
    const person = await withPassword(await server.addUser('back@example.com'))
    await ask(person, 'taken@example.net')
    const mailed = await tokens('back@example.com', 'taken@example.net')
    await confirm(mailed.confirm)
    expect((await keep(mailed.keep)).status).toBe(200)
    expect(await emailOf(person)).toBe('back@example.com')
    expect((await signIn('taken@example.net', password)).status).toBe(401)
  })

  test.each([
    ['the owner first', 'ann', { isOwnerFirst: true, statuses: [200, 400] }],
    ['the thief first', 'bea', { isOwnerFirst: false, statuses: [200, 200] }],
  ])('is reverted for good if a thief asked for another: %s', async (_, name, { isOwnerFirst, statuses }) => {
    const [own, first] = [`${name}@example.com`, `${name}.thief@example.net`]
    const person = await withPassword(await server.addUser(own))
    await ask(person, first)
    const toOwner = await tokens(own, first)
    await confirm(toOwner.confirm)
    await ask(person, `${name}.thief@example.org`)
    const toThief = await tokens(first, `${name}.thief@example.org`)
    const [one, other] = isOwnerFirst ? [toOwner, toThief] : [toThief, toOwner]
    expect([(await keep(one.keep)).status, (await keep(other.keep)).status]).toEqual(statuses)
    expect((await confirm(toThief.confirm)).status).toBe(400)
    expect(await emailOf(person)).toBe(own)
    for (const email of [own, first]) {
      const { text } = await server.outbox.waitFor(email, { subject: 'was changed back' })
      expect(text).toMatch(new RegExp(`Before: ${first}\\s+Now: ${own}`))
    }
  })

  test('takes the password', async () => {
    const person = await withPassword(await server.addUser('proof@example.com'))
    expect((await ask(person, 'x@example.com', {})).status).toBe(400)
    expect((await ask(person, 'x@example.com', { password: 'wrong wombat' })).status).toBe(400)
  })

  test('of an account without a password takes a fresh log-in', async () => {
    const person = await server.addUser('fresh@example.com')
    expect((await ask(person, 'fresh2@example.com', {})).status).toBe(200)
    server.setNow(new Date(Date.now() + 16 * 60_000))
    expect((await ask(person, 'fresh3@example.com', {})).status).toBe(403)
    server.setNow(new Date())
  })

  test('is refused if the address is taken, now or when the link is opened', async () => {
    const person = await withPassword(await server.addUser('first@example.com'))
    await server.addUser('second@example.com')
    expect((await ask(person, 'Second@example.com')).status).toBe(409)
    expect((await ask(person, 'FIRST@example.com')).status).toBe(409)
    await ask(person, 'third@example.com')
    const { confirm: token } = await tokens('first@example.com', 'third@example.com')
    await server.addUser('third@example.com')
    expect((await confirm(token)).status).toBe(409)
  })

  test('requested by a thief is cancelled when the owner changes or resets the password', async () => {
    const person = await withPassword(await server.addUser('owner@example.com'))
    await ask(person, 'thief1@example.net')
    const first = await tokens('owner@example.com', 'thief1@example.net')
    const newPassword = 'a brand new wombat'
    await server.call(api.profile.changePassword, { body: { password, newPassword } }, person)
    expect((await confirm(first.confirm)).status).toBe(400)

    await ask(person, 'thief2@example.net', { password: newPassword })
    const second = await tokens('owner@example.com', 'thief2@example.net', { toOld: 1 })
    await server.call(
      api.auth.forgetPassword,
      { body: { email: 'owner@example.com' } },
      undefined,
      elsewhere(),
    )
    const mail = await server.outbox.waitFor('owner@example.com', { subject: 'Choose a new' })
    const token = new URLSearchParams(
      new URL(linkIn(mail, 'http://docketbox.test/reset-password')).hash.slice(1),
    ).get('token')!
    const reset = { email: 'owner@example.com', password: 'yet another wombat', token }
    expect((await server.call(api.auth.resetPassword, { body: reset }, undefined, elsewhere())).status).toBe(
      200,
    )
    expect((await confirm(second.confirm)).status).toBe(400)
    expect((await signIn('owner@example.com', 'yet another wombat')).status).toBe(200)
  })

  test('asked for again ends the earlier link', async () => {
    const person = await withPassword(await server.addUser('again@example.com'))
    await ask(person, 'one@example.net')
    const first = await tokens('again@example.com', 'one@example.net')
    await ask(person, 'two@example.net')
    expect((await confirm(first.confirm)).status).toBe(400)
  })
})

describe('a change in progress', () => {
  test.each<[string, (person: Person) => Promise<{ status: number }>]>([
    [
      'password',
      (person) =>
        server.call(
          api.profile.changePassword,
          { body: { password, newPassword: 'a brand new wombat' } },
          person,
        ),
    ],
    [
      'email',
      (person) =>
        server.call(api.profile.changeEmail, { body: { password, email: 'mine@example.net' } }, person),
    ],
    ['account', (person) => server.call(api.account.close, { body: { password } }, person)],
  ])('of the %s is refused once the session has ended', async (what, change) => {
    const { db } = server.deps
    const person = await withPassword(await server.addUser(`${what}.progress@example.com`))
    const before = await findUser(db, person.id)
    const changing = await inTransaction(db, async (db) => {
      await db
        .updateTable('sessions')
        .set({ revokedAt: new Date() })
        .where('ownerId', '=', person.id)
        .execute()
      const response = change(person)
      await expect.poll(() => isLockAwaited(server.deps), { timeout: 20_000 }).toBe(true)
      return { response }
    })
    expect((await changing.response).status).toBe(401)
    expect(await findUser(db, person.id)).toEqual(before)
    expect(
      await db.selectFrom('oneTimeTokens').select('purpose').where('ownerId', '=', person.id).execute(),
    ).toEqual([])
  })
})
