import { argon2Sync, randomUUID } from 'node:crypto'
import { api, authRefusals } from '@docketbox/contract'
import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createSessions } from '#features/sessions'
import { inTransaction } from '#platform/database/transaction.ts'
import { elsewhere, startTestServer, type TestServer } from '#testing/harness.ts'
import { isLockAwaited } from '#testing/database/locks.ts'
import { passwordSignIn } from '#testing/auth/password-sign-in.ts'
import { findUser, updateUser } from '../user-store.ts'

let server: TestServer
const { password, account, signIn } = passwordSignIn(() => server)
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})
beforeEach(() => server.setNow(new Date('2026-03-01T00:00:00Z')))

/** A hash of the password with costs that are too low. */
function outdatedHash(): string {
  const nonce = Buffer.alloc(16, 1)
  const cost = { memory: 8192, passes: 1, parallelism: 1, tagLength: 32 }
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const hash = argon2Sync('argon2id', { ...cost, nonce, message: password })
  return `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(hash)}`
}

function claimsIn(token: string) {
  return JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
}

const events = (ownerId: string) =>
  server.deps.db.selectFrom('securityEvents').select('kind').where('ownerId', '=', ownerId).execute()

describe('signing in', () => {
  test('returns a token for the user’s account', async () => {
    const id = await account('ann@example.com')
    const { status, body } = await signIn('ANN@example.com')
    expect(status).toBe(200)
    expect(body).toMatchObject({ _id: id, role: 'User', subs_details: null, leadsTo: '/subscription' })
    expect(claimsIn(body.token)).toMatchObject({ sub: id, role: 'User', aud: 'docketbox-web' })
    const me = await server.call(api.auth.loggedUser, {}, { id, email: '', role: 'User', token: body.token })
    expect(me).toMatchObject({
      status: 200,
      body: {
        _id: id,
        firstName: 'Ann',
        picture: null,
        subs_details: null,
        subscription: null,
        portal: null,
      },
    })
    expect(JSON.stringify([body, me.body])).not.toMatch(/argon2|hash/i)
  })

  test('takes three statements: for the user, the limits and the session', async () => {
    await account('quick@example.com')
    const query = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => query.mockRestore())
    expect((await signIn('quick@example.com')).status).toBe(200)
    const texts = query.mock.calls.map(([statement]) => JSON.stringify(statement))
    // The job queue runs its own statements.
    expect(texts.filter((text) => !text.includes('pgboss'))).toEqual([
      expect.stringContaining('users'),
      expect.stringContaining('rate_limits'),
      expect.stringContaining('sessions'),
    ])
  })

  test('takes the username too', async () => {
    await account('wombat@example.com')
    expect((await signIn('Wombat')).status).toBe(200)
  })

  test('lasts 12 hours, or 30 days with Remember me', async () => {
    await account('long@example.com')
    const usual = claimsIn((await signIn('long@example.com')).body.token)
    const remembered = claimsIn((await signIn('long@example.com', password, { rememberMe: true })).body.token)
    const now = Date.parse('2026-03-01T00:00:00Z') / 1000
    expect(Number(usual['exp']) - now).toBe(12 * 3600)
    expect(Number(remembered['exp']) - now).toBe(30 * 24 * 3600)
  })

  test('sends administrators to their dashboard and users with a plan to theirs', async () => {
    await account('admin@example.com', { role: 'Admin' })
    // Without a second factor the first thing an administrator does is to set one up.
    expect((await signIn('admin@example.com')).body.leadsTo).toBe('/profile/security')
    const id = await account('trial@example.com')
    const person = await server.signIn({ id, email: 'trial@example.com', role: 'User', token: '' })
    await server.call(api.subscriptions.subscribe, { body: { plan: 'Trial' } }, person)
    const { body } = await signIn('trial@example.com')
    expect(body).toMatchObject({
      leadsTo: '/dashboard',
      subs_details: { planName: 'Trial', status: 'active' },
    })
  })

  test.each([
    ['an unknown address', 'unknown@example.com', password, authRefusals.unknownEmail],
    ['an unknown username', 'unknown', password, authRefusals.unknownEmail],
    ['a wrong password', 'right@example.com', 'wrong wombat sings', authRefusals.wrongPassword],
  ])('names %s', async (_, email, given, { code, message, status }) => {
    if (email.startsWith('right')) await account(email)
    const response = await signIn(email, given)
    expect(response).toMatchObject({ status, body: { code, message } })
  })

  test.each([
    ['an unverified address', { emailVerifiedAt: null }, authRefusals.unverified],
    ['a suspended account', { suspendedAt: new Date() }, authRefusals.suspended],
  ])('reveals %s only with the correct password', async (what, changes, { code, status }) => {
    const email = `${what.split(' ')[1]}@example.com`
    await account(email, changes)
    expect(await signIn(email)).toMatchObject({ status, body: { code } })
    expect(await signIn(email, 'wrong wombat')).toMatchObject({
      body: { code: authRefusals.wrongPassword.code },
    })
  })

  test('needs both fields', async () => {
    const { status, body } = await server.call(
      api.auth.signIn,
      { body: { email: '', password: '' } },
      undefined,
      elsewhere(),
    )
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: 'Email and password are required' })
  })

  test('replaces an outdated hash', async () => {
    const id = await account('old@example.com', { passwordHash: outdatedHash() })
    expect((await signIn('old@example.com')).status).toBe(200)
    const row = await server.deps.db
      .selectFrom('users')
      .select('passwordHash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn('old@example.com')).status).toBe(200)
  })
})

describe('a login in progress', () => {
  test.each([
    ['a new password', { passwordHash: 'new' }, {}],
    [
      'a new password instead of one with an outdated hash',
      { passwordHash: 'new' },
      { passwordHash: outdatedHash() },
    ],
    ['a suspension', { suspendedAt: new Date() }, {}],
  ])('is refused after %s', async (what, change, before) => {
    const email = `progress${what.length}@example.com`
    const id = await account(email, before)
    const past = await events(id)
    const { db } = server.deps
    const login = await inTransaction(db, async (db) => {
      await updateUser(db, id, change, new Date())
      await createSessions(server.deps).endAll(db, id)
      const response = signIn(email)
      await expect.poll(() => isLockAwaited(server.deps), { timeout: 20_000 }).toBe(true)
      return { response }
    })
    expect(await login.response).toMatchObject({
      status: 401,
      body: { code: authRefusals.wrongPassword.code },
    })
    expect(await findUser(db, id)).toMatchObject(change)
    expect(await events(id)).toHaveLength(past.length)
  })
})

describe('signing out', () => {
  test('invalidates the token immediately and leaves other devices logged in', async () => {
    await account('out@example.com')
    const [phone, desk] = [(await signIn('out@example.com')).body, (await signIn('out@example.com')).body]
    const as = (token: string) => ({ id: phone._id, email: '', role: 'User' as const, token })
    expect((await server.call(api.auth.loggedUser, {}, as(phone.token))).status).toBe(200)
    expect((await server.call(api.auth.signOut, {}, as(phone.token))).status).toBe(200)
    expect((await server.call(api.auth.loggedUser, {}, as(phone.token))).status).toBe(401)
    expect((await server.call(api.auth.loggedUser, {}, as(desk.token))).status).toBe(200)
  })

  test('ends a session by its ids once the device is online again, whose user logged out before', async () => {
    await account('offline@example.com')
    const { token, _id: id } = (await signIn('offline@example.com')).body
    const [ann, other] = [{ id, email: '', role: 'User', token } as const, randomUUID()]
    const session = String(claimsIn(token)['sid'])
    const end = (user: string) => server.call(api.auth.endSession, { body: { user, session } })
    expect((await end(other)).status).toBe(200)
    expect((await server.call(api.auth.loggedUser, {}, ann)).status).toBe(200)
    expect((await end(id)).status).toBe(200)
    expect((await server.call(api.auth.loggedUser, {}, ann)).status).toBe(401)
    expect((await end(id)).status).toBe(200)
    expect((await events(id)).filter(({ kind }) => kind === 'signedOut')).toHaveLength(1)
  })
})
