import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#platform/database/ids.ts'
import { audit, type AuditEntry } from '#platform/security/audit-log.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { inTransaction } from '#platform/database/transaction.ts'

let server: TestServer
let chief: Person
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  chief = await server.addUser('chief@example.com', { role: 'Super Admin' })
  ann = await server.addUser('ann@example.com')
  await note('auth.changePassword', ann.id, ann.id)
  await note('payments.refund', chief.id, null)
  await note('admin.suspendUser', chief.id, ann.id)
})

const note = (action: AuditEntry['action'], actorId: string | null, subjectId: string | null) =>
  inTransaction(server.deps.db, (db) => audit(db, { at: server.deps.now(), action, actorId, subjectId }))
const ask = (query: object, person = chief) => server.call(api.admin.listAudit, { query }, person)
const actions = async (query: object) => (await ask(query)).body.docs.map(({ action }) => action)

describe('the audit log', () => {
  test('is filtered by slice', async () => {
    expect(await actions({ group: 'auth' })).toEqual(['auth.changePassword'])
    expect(await actions({ group: 'inbox' })).toEqual([])
    expect((await ask({ group: 'everything' })).status).toBe(400)
  })

  test('can be filtered by a user as actor or subject, in upper or lower case', async () => {
    expect(await actions({ email: ' Ann@Example.com' })).toEqual(['admin.suspendUser', 'auth.changePassword'])
    expect(await actions({ email: 'chief@example.com', group: 'payments' })).toEqual(['payments.refund'])
    expect(await actions({ email: '%@example.com' })).toEqual([])
  })

  test('can be filtered by what was affected, such as a payment', async () => {
    const payment = crypto.randomUUID()
    await note('payments.refund', chief.id, payment)
    expect((await ask({ target: payment })).body).toMatchObject({
      totalDocs: 1,
      docs: [{ action: 'payments.refund', subject: { _id: payment, email: null } }],
    })
    expect(await actions({ target: ann.id, group: 'auth' })).toEqual(['auth.changePassword'])
    expect(await actions({ target: ann.id, email: chief.email })).toEqual(['admin.suspendUser'])
    expect((await ask({ target: 'something' })).status).toBe(400)
  })

  test('about a user has what was done with their payments', async () => {
    const bea = await server.addUser('bea@example.com')
    const { db } = server.deps
    const id = newId()
    const at = server.deps.now()
    await db
      .insertInto('payments')
      .values({
        id,
        ownerId: bea.id,
        kind: 'months',
        planName: 'Pro',
        amountCents: 499,
        buyerName: 'Bea Lee',
        buyerEmail: bea.email,
        status: 'open',
        statusAt: at,
        isLive: false,
        createdAt: at,
        updatedAt: at,
      })
      .execute()
    await note('payments.refund', chief.id, id)
    expect(await actions({ target: bea.id })).toEqual(['payments.refund'])
    expect(await actions({ email: bea.email })).toEqual(['payments.refund'])
  })

  test('pages through the matches', async () => {
    const { body } = await ask({ email: 'ann@example.com', limit: 1, page: 2 })
    expect(body).toMatchObject({ totalDocs: 2, totalPages: 2, page: 2, isCountCapped: false })
    expect(body.docs).toMatchObject([{ action: 'auth.changePassword' }])
  })

  test('narrowed down is for Super Admins only', async () => {
    const admin = await server.addUser('admin@example.com', { role: 'Admin' })
    for (const person of [ann, admin])
      expect((await ask({ email: 'ann@example.com' }, person)).status).toBe(403)
  })
})
