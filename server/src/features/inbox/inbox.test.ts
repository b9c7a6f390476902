import { api } from '@docketbox/contract'
import { minimal, spouse } from '@docketbox/contract/lodgement/testing/claims-sample'
import { beforeAll, describe, expect, test } from 'vitest'
import { listLodgements } from '#features/lodgement'
import { duringChange } from '#testing/database/locks.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { deleteExpiredLodgements } from './index.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
  await server.call(api.contact.send, {
    body: { email: 'visitor@example.com', phoneNumber: '0412 345 678', feedback: 'Is there an app?' },
  })
  await server.call(api.lodgement.submit, { body: lodged })
})

const lodged = {
  ...minimal,
  spouseInformation: true,
  spouseDetails: { ...spouse, firstName: 'Kimberley', lastName: 'Leeson', annualIncome: '55001' },
}

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

  test('finds contact messages by part of the email, and knows whose account it is', async () => {
    const find = async (email: string) =>
      (await server.call(api.inbox.listMessages, { query: { email } }, admin)).body.docs
    expect(await find(`${'long.'.repeat(40)}name@example.com`)).toEqual([])
    expect(await find('VISIT')).toMatchObject([{ email: 'visitor@example.com', user: null }])
    expect(await find('%')).toEqual([])
    const visitor = await server.addUser('Visitor@Example.com')
    expect(await find('visitor')).toMatchObject([{ user: visitor.id }])
  })

  test('shows lodgements without their encrypted parts', async () => {
    const matches = await lodgements('ann@')
    expect(matches).toMatchObject([{ fullName: 'Ann Lee', hasSpouse: true, dependents: 2, isDone: false }])
    expect(JSON.stringify(matches)).not.toMatch(/Kimberley|Leeson|1990-02-28|55001|a secret/)
    expect(await lodgements('unknown')).toEqual([])
  })

  test('finds a lodgement by its reference as it’s read out on the phone', async () => {
    const [{ reference } = { reference: '' }] = await lodgements()
    const compact = reference.replace('-', '')
    const spaced = reference.replace('-', ' ').toLowerCase()
    const misheard = compact.replaceAll('0', 'o').replaceAll('1', 'i')
    for (const q of [reference, compact, spaced, misheard, ` ${compact} `])
      expect(await lodgements(q)).toMatchObject([{ reference }])
  })

  test.each(["o'brien", 'O’BRIEN'])('finds a lodgement by %s, whichever apostrophe was typed', async (q) => {
    const { db } = server.deps
    const setName = (fullName: string) => db.updateTable('lodgements').set({ fullName }).execute()
    for (const fullName of ["Siobhán O'Brien", 'Siobhán O’Brien']) {
      await setName(fullName)
      expect(await lodgements(q)).toMatchObject([{ fullName }])
    }
    await setName('Ann Lee')
  })

  test('marks items as done and unmarks them', async () => {
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

  test('lists only what isn’t done, if asked to', async () => {
    for (const endpoint of [api.inbox.listMessages, api.inbox.listLodgements]) {
      const open = async () =>
        (await server.call(endpoint, { query: { isOpen: 'true' } }, admin)).body.docs.map(({ _id }) => _id)
      const [_id] = await open()
      await setDone(_id!, true)
      expect(await open()).not.toContain(_id)
      await setDone(_id!, false)
      expect(await open()).toContain(_id)
    }
    await server.deps.db.deleteFrom('handledItems').execute()
  })

  test('is linked from the audit log, which finds the one message or lodgement', async () => {
    const chief = await server.addUser('chief@example.com', { role: 'Super Admin' })
    await server.call(api.contact.send, {
      body: { email: 'second@example.com', phoneNumber: '0412 345 678', feedback: 'And another?' },
    })
    const [message] = await messages()
    const [lodgement] = await lodgements()
    await setDone(message!._id, true)
    await setDone(lodgement!._id, true)
    const { body } = await server.call(api.admin.listAudit, { query: { group: 'inbox' } }, chief)
    expect(body.docs.slice(0, 2).map(({ shownIn }) => shownIn)).toEqual([
      { screen: 'lodgements', id: lodgement!._id },
      { screen: 'messages', id: message!._id },
    ])
    const one = await server.call(api.inbox.listMessages, { query: { message: message!._id } }, admin)
    expect(one.body.docs).toMatchObject([{ email: 'second@example.com' }])
    for (const { _id } of [message!, lodgement!]) await setDone(_id, false)
    const query = { lodgement: message!._id }
    expect((await server.call(api.inbox.listLodgements, { query }, admin)).body.docs).toEqual([])
  })

  test('can’t mark an item that doesn’t exist', async () => {
    expect(await setDone(admin.id, true)).toMatchObject({ status: 404, body: { code: 'inbox.notFound' } })
  })
})

describe('a lodgement is forgotten', () => {
  const forgetAfter = async (days: number) => {
    const at = new Date(Date.now() + days * 24 * 60 * 60 * 1000)
    const run = { id: '1', attempt: 1, isLast: true, signal: AbortSignal.timeout(5000) }
    await deleteExpiredLodgements.handler({ ...server.deps, now: () => at }, {}, run)
    const { rows } = await listLodgements(server.deps.db, { page: 1, limit: 10 })
    return rows.map(({ fullName }) => fullName)
  }
  const marks = () => server.deps.db.selectFrom('handledItems').select('itemId').execute()

  test('90 days after it was marked as done, with its mark, and the audit log says so', async () => {
    expect(await forgetAfter(91)).toEqual(['Ann Lee'])
    const [lodgement, message] = [(await lodgements())[0]!, (await messages())[0]!]
    await setDone(lodgement._id, true)
    await setDone(message._id, true)
    expect(await forgetAfter(89)).toEqual(['Ann Lee'])
    expect(await forgetAfter(91)).toEqual([])
    expect(await marks()).toEqual([{ itemId: message._id }])
    const last = await server.deps.db
      .selectFrom('auditLog')
      .select(['action', 'details'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(last).toEqual({ action: 'lodgement.forget', details: { count: 1 } })
  })

  test('not if an administrator reopens it at that moment', async () => {
    await server.call(api.lodgement.submit, { body: { ...lodged, fullName: 'Still Needed' } })
    const { _id } = (await lodgements('Still Needed'))[0]!
    await setDone(_id, true)
    const left = await duringChange(
      server.deps,
      () => setDone(_id, false),
      () => forgetAfter(91),
    )
    expect(left).toEqual(['Still Needed'])
    await server.deps.db.deleteFrom('lodgements').execute()
  })

  test('after two years at the latest', async () => {
    await server.call(api.lodgement.submit, { body: { ...lodged, fullName: 'Never Done' } })
    expect(await forgetAfter(729)).toEqual(['Never Done'])
    expect(await forgetAfter(732)).toEqual([])
  })
})
