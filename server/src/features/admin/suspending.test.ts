import { adminRefusals, api } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyAuditLog } from '#platform/security/audit-log.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
let admin: Person
let chief: Person
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  await server.deps.db.deleteFrom('users').execute()
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
  chief = await server.addUser('chief@example.com', { role: 'Super Admin' })
})

const setStatus = (actor: Person, target: { id: string }, isSuspended: boolean, reason?: string) =>
  server.call(
    api.admin.setStatus,
    { params: { userId: target.id }, body: { isSuspended, ...(reason && { reason }) } },
    actor,
  )

describe('suspending', () => {
  test('ends the user’s sessions immediately and can be undone', async () => {
    const ann = await server.addUser('ann@example.com')
    expect((await server.call(api.categories.list, {}, ann)).status).toBe(200)

    const suspended = await setStatus(admin, ann, true, 'Chargebacks')
    expect(suspended).toMatchObject({
      status: 200,
      body: {
        message: 'User suspended successfully!',
        user: { isSuspended: true, suspendedReason: 'Chargebacks' },
      },
    })
    expect((await server.call(api.categories.list, {}, ann)).status).toBe(401)

    expect(await setStatus(admin, ann, false)).toMatchObject({
      body: {
        message: 'User unsuspended successfully!',
        user: { isSuspended: false, suspendedReason: null },
      },
    })
    expect((await server.call(api.categories.list, {}, ann)).status).toBe(401)
    expect((await server.call(api.categories.list, {}, await server.signIn(ann))).status).toBe(200)
  })

  test('again for a different reason is refused, because that reason would be lost', async () => {
    const ann = await server.addUser('ann@example.com')
    await setStatus(admin, ann, true, 'Chargebacks')
    expect(await setStatus(admin, ann, true, 'Chargebacks')).toMatchObject({ status: 200 })
    expect(await setStatus(chief, ann, true, 'Spam')).toMatchObject({
      status: 409,
      body: { code: adminRefusals.alreadySuspended.code },
    })
  })

  test('is for Users, and for Admins when a Super Admin asks', async () => {
    expect(await setStatus(admin, admin, true)).toMatchObject({
      body: { code: adminRefusals.notYourself.code },
    })
    expect(await setStatus(admin, chief, true)).toMatchObject({ status: 403 })
    expect(await setStatus(chief, admin, true)).toMatchObject({ status: 200 })
  })

  test('never suspends the last Super Admin, even if two suspend each other simultaneously', async () => {
    const other = await server.addUser('other@example.com', { role: 'Super Admin' })
    const responses = await Promise.all([setStatus(chief, other, true), setStatus(other, chief, true)])
    expect(responses.map(({ status }) => status)).toEqual([403, 403])
  })

  test.each([
    ['an unknown person', '01a1f98c-b7c0-73be-90be-d80dc65f7534', 404],
    ['no id', 'not-an-id', 400],
  ])('refuses %s', async (_, userId, status) => {
    expect((await setStatus(admin, { id: userId }, true)).status).toBe(status)
  })

  test('leaves an entry in the audit log that only a Super Admin reads', async () => {
    const ann = await server.addUser('ann@example.com')
    await setStatus(admin, ann, true, 'Spam')
    const { body } = await server.call(api.admin.listAudit, { query: {} }, chief)
    expect(body.docs.slice(0, 1)).toMatchObject([
      {
        action: 'admin.suspendUser',
        actor: { email: 'admin@example.com' },
        subject: { email: 'ann@example.com' },
        details: { reason: 'Spam' },
      },
    ])
    expect(await verifyAuditLog(server.deps.db)).toEqual({ entries: body.totalDocs, brokenAt: undefined })
  })
})
