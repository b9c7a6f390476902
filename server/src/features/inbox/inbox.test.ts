import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
  await server.call(api.contact.send, {
    body: { email: 'visitor@example.com', phoneNumber: '0412 345 678', feedback: 'Is there an app?' },
  })
  await server.call(api.lodgement.submit, {
    body: {
      fullName: 'Ann Lee',
      email: 'ann@example.com',
      phoneNumber: '0412 345 678',
      myGovPassword: 'a secret',
      confirmMyGovPassword: 'a secret',
      dependents: '2',
      spouseInformation: true,
      spouseDetails: {
        firstName: 'Kimberley',
        lastName: 'Leeson',
        dateOfBirth: '1990-02-28',
        annualIncome: '55001',
      },
    },
  })
})

const messages = async () => (await server.call(api.inbox.listMessages, { query: {} }, admin)).body.docs
const lodgements = async (q?: string) =>
  (await server.call(api.inbox.listLodgements, { query: { ...(q && { q }) } }, admin)).body.docs
const setDone = (itemId: string, isDone: boolean) =>
  server.call(api.inbox.setDone, { params: { itemId }, body: { isDone } }, admin)

describe('the inbox of administrators', () => {
  test('shows contact messages', async () => {
    expect(await messages()).toMatchObject([
      { email: 'visitor@example.com', feedback: 'Is there an app?', isDone: false },
    ])
  })

  test('shows lodgements, and nothing of what is sealed', async () => {
    const found = await lodgements('ann@')
    expect(found).toMatchObject([{ fullName: 'Ann Lee', hasSpouse: true, dependents: 2, isDone: false }])
    expect(JSON.stringify(found)).not.toMatch(/Kimberley|Leeson|1990-02-28|55001|a secret/)
    expect(await lodgements('nobody')).toEqual([])
  })

  test('marks what was dealt with, and takes the mark back', async () => {
    for (const list of [messages, lodgements]) {
      const { _id } = (await list())[0]!
      expect(await setDone(_id, true)).toMatchObject({ status: 200, body: { _id, isDone: true } })
      expect((await setDone(_id, true)).status).toBe(200)
      expect(await list()).toMatchObject([{ isDone: true }])
      await setDone(_id, false)
      expect(await list()).toMatchObject([{ isDone: false }])
    }
    const audited = await server.deps.db.selectFrom('auditLog').select('action').orderBy('id').execute()
    expect(audited.map(({ action }) => action)).toEqual([
      'inbox.markDone',
      'inbox.reopen',
      'inbox.markDone',
      'inbox.reopen',
    ])
  })

  test('marks nothing that is not there', async () => {
    expect(await setDone(admin.id, true)).toMatchObject({ status: 404, body: { code: 'inbox.notFound' } })
  })
})
