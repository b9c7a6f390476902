import { api, type SignUpBody } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setAdministratorStatus } from '#features/admin'
import { createSessions } from '#features/sessions'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { newcomer } from '#testing/auth/newcomer.ts'
import { linkIn } from '#testing/outbox.ts'

let server: TestServer
let chief: Person
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})
beforeEach(async () => {
  server.setNow(new Date())
  chief ??= await server.addUser('chief@example.com', { role: 'Super Admin' })
})

const invite = (email: string, role: 'Admin' | 'Super Admin' = 'Admin') =>
  server.call(api.invitations.create, { body: { email, role } }, chief)

/** Invites a person and reads the token from their mail. */
async function invited(email: string, role: 'Admin' | 'Super Admin' = 'Admin', past = 0) {
  const { body } = await invite(email, role)
  const mail = await server.outbox.waitFor(email, { subject: 'invited', past })
  const link = new URL(linkIn(mail, 'http://docketbox.test/admin-register'))
  expect(link.search).toBe('')
  return { id: body._id, token: new URLSearchParams(link.hash.slice(1)).get('invitation')! }
}

const accept = (email: string, token: string, changes: Partial<SignUpBody> = {}) =>
  server.call(
    api.auth.signUp,
    { body: { ...newcomer(email), role: 'Admin', invitation: token, ...changes } },
    undefined,
    elsewhere(),
  )
const open = (token: string) => server.call(api.invitations.open, { body: { token } }, undefined, elsewhere())

describe('inviting an administrator', () => {
  test('mails a link that gives the role to the invited address only', async () => {
    const { token } = await invited('new.admin@example.com')
    expect((await open(token)).body).toMatchObject({ email: 'new.admin@example.com', role: 'Admin' })
    expect((await accept('else@example.com', token)).status).toBe(403)
    const { status, body } = await accept('New.Admin@example.com', token)
    expect(status).toBe(201)
    expect(body.user).toMatchObject({ role: 'Admin', isActive: false })
    await server.outbox.waitFor('New.Admin@example.com', { subject: 'Verify' })
  })

  test('makes the role it is for, never a higher or a lower one', async () => {
    const { token } = await invited('role@example.com')
    for (const role of ['Super Admin', 'User'] as const) {
      expect((await accept('role@example.com', token, { role })).status).toBe(403)
    }
    const higher = await invited('super@example.com', 'Super Admin')
    const { body } = await accept('super@example.com', higher.token, { role: 'Super Admin' })
    expect(body.user.role).toBe('Super Admin')
  })

  test('works once: of two simultaneous requests, one succeeds', async () => {
    const { token } = await invited('once@example.com')
    const both = await Promise.all([accept('once@example.com', token), accept('once@example.com', token)])
    expect(both.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await open(token)).status).toBe(403)
  })

  test('can’t be prevented by a stranger who signs up with the address first', async () => {
    const email = 'squatted@example.com'
    await server.call(api.auth.signUp, { body: newcomer(email) }, undefined, elsewhere())
    const { token } = await invited(email)
    expect((await accept(email, 'made up')).status).toBe(403)
    expect((await accept(email, token)).body.user).toMatchObject({ role: 'Admin', email })
    expect((await invite(email)).status).toBe(409)
  })

  test('survives an attempt that was refused', async () => {
    const { token } = await invited('weak@example.com')
    expect((await accept('weak@example.com', token, { password: 'password1' })).status).toBe(400)
    expect((await accept('weak@example.com', token)).status).toBe(201)
  })

  test('ends after 72 hours', async () => {
    const { token } = await invited('late@example.com')
    server.setNow(new Date(Date.now() + 72 * 3_600_000 + 1000))
    expect((await open(token)).status).toBe(403)
    expect((await accept('late@example.com', token)).status).toBe(403)
  })

  test('again ends the earlier invitation', async () => {
    const first = await invited('again@example.com')
    const second = await invited('again@example.com', 'Admin', 1)
    expect((await open(first.token)).status).toBe(403)
    expect((await open(second.token)).status).toBe(200)
  })

  test('several times at the same moment leaves one open', async () => {
    const email = 'four@example.com'
    await Promise.all(
      (['Admin', 'Super Admin', 'Admin', 'Super Admin'] as const).map((role) => invite(email, role)),
    )
    const { body } = await server.call(api.invitations.list, { query: { limit: 100 } }, chief)
    const theirs = body.docs.filter((invitation) => invitation.email === email)
    expect(theirs.map(({ status }) => status).toSorted()).toEqual([
      'open',
      'withdrawn',
      'withdrawn',
      'withdrawn',
    ])
  })

  test('is refused for existing accounts and for the role User', async () => {
    await server.addUser('member@example.com')
    expect((await invite('Member@example.com')).status).toBe(409)
    expect((await invite('user@example.com', 'User' as 'Admin')).status).toBe(400)
  })

  test('can be withdrawn only while it is open', async () => {
    const { id, token } = await invited('back@example.com')
    const withdraw = (invitationId: string) =>
      server.call(api.invitations.withdraw, { params: { invitationId } }, chief)
    expect(await withdraw(id)).toMatchObject({ status: 200, body: { status: 'withdrawn' } })
    expect((await open(token)).status).toBe(403)
    // The response may have been lost, or another administrator was faster.
    expect(await withdraw(id)).toMatchObject({ status: 200, body: { status: 'withdrawn' } })
    const used = await invited('joined@example.com')
    await accept('joined@example.com', used.token)
    expect((await withdraw(used.id)).status).toBe(409)
    expect((await withdraw(chief.id)).status).toBe(404)
  })

  test('is withdrawn when its sender is suspended: a thief may have invited themselves', async () => {
    const stolen = await server.addUser('stolen@example.com', { role: 'Super Admin' })
    const body = { email: 'thief@example.com', role: 'Super Admin' } as const
    await server.call(api.invitations.create, { body }, stolen)
    const { token: other } = await invited('colleague@example.com')
    const mail = await server.outbox.waitFor('thief@example.com', { subject: 'invited' })
    const { hash } = new URL(linkIn(mail, 'http://docketbox.test/admin-register'))
    const sessions = createSessions(server.deps)
    await setAdministratorStatus({ ...server.deps, sessions }, stolen.email, true)
    const token = new URLSearchParams(hash.slice(1)).get('invitation')!
    expect((await accept('thief@example.com', token, { role: 'Super Admin' })).status).toBe(403)
    expect((await open(other)).status).toBe(200)
    const list = await server.call(api.invitations.list, { query: {} }, chief)
    expect(list.body.docs).toContainEqual(expect.objectContaining({ ...body, status: 'withdrawn' }))
  })

  test('stays first in the list until it’s closed', async () => {
    const { id } = await invited('patient@example.com')
    for (const email of ['one@example.com', 'two@example.com', 'three@example.com']) {
      const { body } = await invite(email)
      await server.call(api.invitations.withdraw, { params: { invitationId: body._id } }, chief)
    }
    const { body } = await server.call(api.invitations.list, { query: { limit: 100 } }, chief)
    expect(body.docs[0]).toMatchObject({ _id: id })
    const statuses = body.docs.map(({ status }) => status)
    expect(statuses.lastIndexOf('open')).toBe(statuses.filter((status) => status === 'open').length - 1)
  })

  test('is listed, newest first, without its secret, and written into the audit log', async () => {
    const { id } = await invited('listed@example.com')
    const { body } = await server.call(api.invitations.list, { query: { limit: 2 } }, chief)
    expect(body.docs[0]).toMatchObject({ _id: id, email: 'listed@example.com', status: 'open' })
    expect(Object.keys(body.docs[0]!)).not.toContain('tokenHash')
    expect(body.totalPages).toBe(Math.ceil(body.totalDocs / 2))
    const log = await server.call(api.admin.listAudit, { query: {} }, chief)
    expect(log.body.docs[0]).toMatchObject({ action: 'invitations.create', actor: { _id: chief.id } })
  })
})
