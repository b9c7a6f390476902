import { api, authRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { linkIn } from '#testing/outbox.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})

const forget = (email: string) =>
  server.call(api.auth.forgetPassword, { body: { email } }, undefined, elsewhere())
const reset = (email: string, token: string, password = 'a brand new wombat') =>
  server.call(api.auth.resetPassword, { body: { email, token, password } }, undefined, elsewhere())
const signIn = (email: string, password: string) =>
  server.call(api.auth.signIn, { body: { email, password } }, undefined, elsewhere())

async function mailedToken(email: string, past = 0): Promise<string> {
  await forget(email)
  const mail = await server.outbox.waitFor(email, { subject: 'Choose a new password', past })
  const link = new URL(linkIn(mail, 'http://docketbox.test/reset-password'))
  expect(link.search).toBe('')
  const inside = new URLSearchParams(link.hash.slice(1))
  expect(inside.get('email')).toBe(email)
  return inside.get('token')!
}

describe('a forgotten password', () => {
  test('is replaced with the mailed link; every session ends, no new one starts, and the owner gets a mail', async () => {
    const ann = await server.addUser('ann@example.com')
    expect((await server.call(api.auth.loggedUser, {}, ann)).status).toBe(200)
    const token = await mailedToken('ann@example.com')
    const { status, body } = await reset('ann@example.com', token)
    expect(status).toBe(200)
    expect(body).toEqual({ message: 'Password reset successfully!' })
    expect((await server.call(api.auth.loggedUser, {}, ann)).status).toBe(401)
    expect((await signIn('ann@example.com', 'a brand new wombat')).status).toBe(200)
    await server.outbox.waitFor('ann@example.com', { subject: 'Your password was changed' })
  })

  test('gets the same answer for an address that is not known, and no mail', async () => {
    await server.addUser('known@example.com')
    const unknown = await forget('unknown@example.com')
    const known = await forget('known@example.com')
    expect(unknown.status).toBe(200)
    expect(unknown.body).toEqual(known.body)
    expect(known.body).toEqual({ message: 'Password reset email sent. Check your inbox.' })
    await server.outbox.waitFor('known@example.com')
    expect(server.outbox.sent.map(({ to }) => to)).not.toContain('unknown@example.com')
  })

  test('cannot be used to flood a mailbox', async () => {
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push((await forget('flood@example.com')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })

  test('verifies the address that the link was mailed to', async () => {
    const { id } = await server.addUser('unverified@example.com')
    await server.deps.db.updateTable('users').set({ emailVerifiedAt: null }).where('id', '=', id).execute()
    await reset('unverified@example.com', await mailedToken('unverified@example.com'))
    expect((await signIn('unverified@example.com', 'a brand new wombat')).status).toBe(200)
  })

  test('ends the waiting after failed attempts', async () => {
    await server.addUser('waits@example.com')
    for (let i = 0; i < 6; i++) await signIn('waits@example.com', `wrong ${i} guess`)
    await reset('waits@example.com', await mailedToken('waits@example.com'))
    expect((await signIn('waits@example.com', 'a brand new wombat')).status).toBe(200)
  })
})

describe('a reset link', () => {
  const refused = { status: 400, body: { message: 'This reset link is invalid or has expired.' } }

  test('works once; of two simultaneous requests, one succeeds', async () => {
    await server.addUser('once@example.com')
    const token = await mailedToken('once@example.com')
    const passwords = ['a brand new wombat', 'another new wombat']
    const both = await Promise.all(passwords.map((password) => reset('once@example.com', token, password)))
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(both.filter(({ status }) => status === 400)).toHaveLength(1)
    expect(await reset('once@example.com', token, 'yet another wombat')).toMatchObject(refused)
  })

  test('succeeds again with the same password, in case the first response was lost', async () => {
    const { id } = await server.addUser('lost@example.com')
    const token = await mailedToken('lost@example.com')
    await reset('lost@example.com', token)
    const later = (await signIn('lost@example.com', 'a brand new wombat')).body as unknown as Person
    expect((await reset('lost@example.com', token)).status).toBe(200)
    expect((await server.call(api.auth.loggedUser, {}, later)).status).toBe(200)
    // It can't be used to guess the password.
    expect((await reset('lost@example.com', token, 'what a thief guesses')).status).toBe(400)
    const { points } = await server.deps.db
      .selectFrom('rateLimits')
      .select('points')
      .where('key', '=', `failures/password:${id}:used link`)
      .executeTakeFirstOrThrow()
    expect(points).toBe(2)
  })

  test('stops working once another one was used', async () => {
    await server.addUser('two@example.com')
    const first = await mailedToken('two@example.com')
    const second = await mailedToken('two@example.com', 1)
    expect((await reset('two@example.com', second)).status).toBe(200)
    expect(await reset('two@example.com', first, 'another new wombat')).toMatchObject(refused)
  })

  test('works for its own address only, and never without a token', async () => {
    await server.addUser('mine@example.com')
    await server.addUser('yours@example.com')
    const token = await mailedToken('mine@example.com')
    expect(await reset('yours@example.com', token)).toMatchObject(refused)
    expect(await reset('mine@example.com', '')).toMatchObject(refused)
    const none = await server.call(
      api.auth.resetPassword,
      { body: { email: 'mine@example.com', password: 'a brand new wombat' } as never },
      undefined,
      elsewhere(),
    )
    expect(none).toMatchObject(refused)
    expect((await reset('mine@example.com', token)).status).toBe(200)
  })

  test('is not the verification link', async () => {
    const { id } = await server.addUser('other@example.com')
    await server.deps.db.updateTable('users').set({ emailVerifiedAt: null }).where('id', '=', id).execute()
    await server.call(
      api.auth.resendVerification,
      { params: { email: 'other@example.com' }, query: {} },
      undefined,
      elsewhere(),
    )
    const mail = await server.outbox.waitFor('other@example.com', { subject: 'Verify' })
    const token = new URL(linkIn(mail, 'http://docketbox.test/verify')).searchParams.get('token')!
    expect(await reset('other@example.com', token)).toMatchObject(refused)
  })

  test('ends after half an hour', async () => {
    await server.addUser('slow@example.com')
    const token = await mailedToken('slow@example.com')
    server.setNow(new Date(Date.now() + 30 * 60_000 + 1000))
    expect(await reset('slow@example.com', token)).toMatchObject(refused)
    server.setNow(new Date())
  })

  test('survives a password that is refused', async () => {
    await server.addUser('retry@example.com')
    const token = await mailedToken('retry@example.com')
    const weak = await reset('retry@example.com', token, 'password1')
    expect(weak).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } })
    expect(authRefusals.badReset.message).not.toBe((weak.body as { message: string }).message)
    expect((await reset('retry@example.com', token)).status).toBe(200)
  })
})
