import { api, type SecurityEventKind } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { secondFactors } from '#testing/auth/second-factor.ts'

let server: TestServer
let use: ReturnType<typeof secondFactors>
beforeAll(async () => {
  // Silent: security events are logged all the same.
  server = await startTestServer({ TRUST_PROXY: 'true', LOG_LEVEL: 'silent' })
  use = secondFactors(server)
})
beforeEach(() => void (server.logged as string[]).splice(0))

type Line = { event: string; user: string | null; time: number; level: number; [field: string]: unknown }
const lines = () =>
  server.logged.map((line) => JSON.parse(line) as Line).filter((line) => line['log'] === 'security')
const logged = (event: string) => lines().filter((line) => line.event === event)

const signIn = (email: string, password: string) =>
  server.call(api.auth.signIn, { body: { email, password } }, undefined, {
    ...elsewhere(),
    'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36',
  })
const list = async (person: Person, page = 1) =>
  (await server.call(api.profile.securityEvents, { query: { page, limit: 3 } }, person)).body
const kinds = async (person: Person): Promise<SecurityEventKind[]> =>
  (await server.call(api.profile.securityEvents, { query: { limit: 100 } }, person)).body.docs.map(
    ({ kind }) => kind,
  )

describe('what happens to the security of an account', () => {
  test('is logged and listed for its owner: logins, failed ones, and logouts', async () => {
    const ann = await use.member('ann@example.com')
    await signIn('ann@example.com', 'wrong wombat')
    const { body } = await signIn('ann@example.com', use.password)
    const desk = use.personIn({ body })
    await server.call(api.auth.signOut, {}, desk)
    expect(logged('signInFailed')).toMatchObject([{ user: ann.id, source: expect.any(String) }])
    expect(logged('signedIn').at(-1)).toMatchObject({ user: ann.id, session: expect.any(String), level: 30 })
    expect(logged('signedOut')).toMatchObject([{ user: ann.id }])
    expect(logged('sessionEnded')).toMatchObject([{ user: ann.id, session: expect.any(String) }])
    expect((await kinds(ann)).slice(0, 3)).toEqual(['signedOut', 'signedIn', 'signInFailed'])
    expect((await list(ann)).docs[1]).toMatchObject({ kind: 'signedIn', device: 'Chrome on Windows' })
  })

  test('is listed by page, and for no one else', async () => {
    const bob = await use.member('bob@example.com')
    for (let i = 0; i < 4; i++) await signIn('bob@example.com', `wrong ${i} wombat`)
    const [first, second] = [await list(bob), await list(bob, 2)]
    // The user was added with a session, and logged in once more.
    expect([first.totalDocs, first.totalPages, first.docs.length]).toEqual([6, 2, 3])
    expect(second.docs.map(({ kind }) => kind)).toEqual(['signInFailed', 'signedIn', 'signedIn'])
    const other = await use.member('other@example.com')
    expect(await kinds(other)).toEqual(['signedIn', 'signedIn'])
  })

  test('includes resets, new passwords and the second factor', async () => {
    const cat = await use.member('cat@example.com')
    await server.call(api.auth.forgetPassword, { body: { email: cat.email } }, undefined, elsewhere())
    await server.outbox.waitFor(cat.email, { subject: 'Choose a new password' })
    const body = { password: use.password, newPassword: 'a brand new wombat' }
    await server.call(api.profile.changePassword, { body }, cat)
    await server.call(api.profile.changePassword, { body: { ...body, password: 'wrong wombat' } }, cat)
    const dan = await use.member('dan@example.com')
    await use.setUp(dan)
    await use.signIn('dan@example.com', '000000')
    expect(await kinds(cat)).toEqual(['passwordChanged', 'resetRequested', 'signedIn', 'signedIn'])
    expect((await kinds(dan)).slice(0, 2)).toEqual(['secondFactorFailed', 'twoStepTurnedOn'])
    for (const event of ['resetRequested', 'passwordChanged', 'twoStepTurnedOn', 'secondFactorFailed'])
      expect(logged(event)).toHaveLength(1)
  })

  test('is logged with the reason when a right password isn’t enough', async () => {
    const eve = await use.member('eve@example.com')
    await server.deps.db
      .updateTable('users')
      .set({ suspendedAt: new Date() })
      .where('id', '=', eve.id)
      .execute()
    expect((await signIn('eve@example.com', use.password)).status).toBe(403)
    expect(logged('signInFailed')).toMatchObject([{ user: eve.id, reason: 'auth.suspended' }])
  })

  test('is logged without names, addresses or networks', async () => {
    await use.member('canary@example.com')
    await signIn('canary@example.com', 'wrong wombat')
    await signIn('canary.unknown@example.com', 'wrong wombat')
    expect(logged('unknownName')).toMatchObject([{ user: null }])
    expect(lines().length).toBeGreaterThan(2)
    expect(server.logged.join('')).not.toMatch(/canary|wombat|10\.\d+\.\d+|Chrome/)
  })
})

describe('what administrators do', () => {
  test('is always logged, and so are denied calls', async () => {
    const admin = await server.addUser('admin@example.com', { role: 'Admin' })
    const user = await server.addUser('user@example.com')
    await server.call(api.admin.listSubscribers, { query: {} }, admin)
    const suspension = { params: { userId: user.id }, body: { isSuspended: true } }
    expect((await server.call(api.admin.setStatus, suspension, user)).status).toBe(403)
    expect((await server.call(api.admin.setStatus, suspension, admin)).status).toBe(200)
    await server.call(api.auth.loggedUser, {}, { ...user, token: 'a.b.c' })
    const call = 'PATCH /api/admin/users/:userId/status'
    expect(logged('administratorAction')).toMatchObject([
      { user: admin.id, call: 'GET /api/subscriptions' },
      { user: admin.id, call, subject: user.id },
    ])
    expect(logged('suspended')).toMatchObject([{ user: user.id, actor: admin.id }])
    expect(logged('accessDenied')).toMatchObject([
      { user: user.id, call, reason: 'common.notAllowed' },
      { user: null, call: 'GET /api/loggeduser', reason: 'common.signInRequired' },
    ])
  })
})
