import { api } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#platform/database/ids.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
let admin: Person
let chief: Person
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  server.setNow(undefined)
  await server.deps.db.deleteFrom('users').execute()
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
  chief = await server.addUser('chief@example.com', { role: 'Super Admin' })
})

async function addUsers(...emails: string[]): Promise<Person[]> {
  const people: Person[] = []
  for (const email of emails) people.push(await server.addUser(email))
  return people
}

const nextMonth: Record<string, string> = {
  '2027-01-01': '2027-02-01',
  '2027-02-01': '2027-03-01',
  '2027-03-01': '2027-04-01',
  '2027-06-01': '2027-07-01',
}
const startTrial = (person: Person) =>
  server.call(api.subscriptions.subscribe, { body: { plan: 'Trial' } }, person)
const list = (query: { page?: number; limit?: number; plan?: string; email?: string; populate?: 'user' }) =>
  server.call(api.admin.listSubscribers, { query }, admin)
async function emailsOf(query: Parameters<typeof list>[0]): Promise<string[]> {
  const { body } = await list({ ...query, populate: 'user' })
  return body.docs.map(({ user }) => (user as { email: string }).email)
}

describe('the subscriber list', () => {
  test('shows users with their plan, newest first, without administrators', async () => {
    const [ann] = await addUsers('ann@example.com', 'bob@example.com')
    await startTrial(ann!)
    const { body } = await list({ populate: 'user' })
    expect(body).toMatchObject({ totalDocs: 2, totalPages: 1, page: 1 })
    expect(body.docs).toMatchObject([
      { user: { email: 'bob@example.com', status: 'active' }, planName: null, period: null },
      { user: { email: 'ann@example.com' }, planName: 'Trial', period: 'Active' },
    ])
  })

  test('has one person with their plan, for links from other lists', async () => {
    const [ann] = await addUsers('ann@example.com')
    await startTrial(ann!)
    const find = (userId: string) => server.call(api.admin.findSubscriber, { params: { userId } }, admin)
    expect((await find(ann!.id)).body).toMatchObject({
      user: { _id: ann!.id, email: 'ann@example.com' },
      planName: 'Trial',
      period: 'Active',
    })
    expect((await find(crypto.randomUUID())).status).toBe(404)
  })

  test('shows administrators only to a Super Admin', async () => {
    const find = async (person: Person) =>
      (await server.call(api.admin.findSubscriber, { params: { userId: chief.id } }, person)).status
    expect([await find(admin), await find(chief)]).toEqual([404, 200])
  })

  test('returns ids unless users are requested', async () => {
    const [ann] = await addUsers('ann@example.com')
    expect((await list({})).body.docs.map(({ user }) => user)).toEqual([ann!.id])
  })

  test('shows months bought ahead as they run now, and those to come as incoming', async () => {
    const [ann, bob] = await addUsers('ann@example.com', 'bob@example.com')
    server.setNow(new Date('2027-01-16T00:00:00Z'))
    const { id: planId } = await server.deps.db
      .selectFrom('plans')
      .select('id')
      .where('name', '=', 'Pro')
      .executeTakeFirstOrThrow()
    const month = (ownerId: string, first: string) => ({
      id: newId(),
      ownerId,
      planId,
      kind: 'month',
      month: first,
      periodStart: new Date(first),
      periodEnd: new Date(nextMonth[first]!),
      createdAt: new Date(),
      updatedAt: new Date(),
    })
    const bought = ['2027-01-01', '2027-02-01', '2027-06-01'].map((first) => month(ann!.id, first))
    await server.deps.db
      .insertInto('subscriptions')
      .values([...bought, month(bob!.id, '2027-02-01'), month(bob!.id, '2027-03-01')])
      .execute()
    admin = await server.signIn(admin)
    expect((await list({})).body.docs).toMatchObject([
      {
        user: bob!.id,
        planName: 'Pro',
        period: 'Incoming',
        currentPeriodStart: '2027-02-01T00:00:00.000Z',
        currentPeriodEnd: '2027-04-01T00:00:00.000Z',
      },
      { user: ann!.id, planName: 'Pro', period: 'Active', currentPeriodEnd: '2027-03-01T00:00:00.000Z' },
    ])

    await startTrial(await server.signIn(bob!))
    const details = async (userId: string) =>
      (await server.call(api.admin.findSubscriber, { params: { userId } }, admin)).body
    expect(await details(ann!.id)).toMatchObject({
      planName: 'Pro',
      currentPeriodEnd: '2027-03-01T00:00:00.000Z',
      upcoming: { planName: 'Pro', startsAt: '2027-06-01T00:00:00.000Z' },
    })
    expect(await details(bob!.id)).toMatchObject({
      planName: 'Trial',
      period: 'Active',
      upcoming: { planName: 'Pro', startsAt: '2027-02-01T00:00:00.000Z' },
    })
    server.setNow(new Date('2027-04-16T00:00:00Z'))
    admin = await server.signIn(admin)
    expect(await details(ann!.id)).toMatchObject({
      planName: 'Pro',
      period: 'Incoming',
      currentPeriodStart: '2027-06-01T00:00:00.000Z',
      upcoming: null,
    })
  })

  test('takes no order from its caller', async () => {
    await addUsers('zoe@example.com', 'ann@example.com')
    const address = `${server.url}${api.admin.listSubscribers.path}?populate=user&sort=${encodeURIComponent("email%_.*(';--")}`
    const response = await fetch(address, { headers: { authorization: `Bearer ${admin.token}` } })
    expect(await response.json()).toMatchObject({
      docs: [{ user: { email: 'ann@example.com' } }, { user: { email: 'zoe@example.com' } }],
    })
  })

  test('is filtered by plan, and counted by plan', async () => {
    const [ann, bob] = await addUsers('ann@example.com', 'bob@example.com', 'kim@example.com')
    await startTrial(ann!)
    await startTrial(bob!)
    expect(await emailsOf({ plan: 'Trial' })).toEqual(['bob@example.com', 'ann@example.com'])
    expect(await emailsOf({ plan: 'None' })).toEqual(['kim@example.com'])
    expect(await emailsOf({ plan: 'Pro' })).toEqual([])
    const counts = await server.call(api.admin.countSubscribers, {}, admin)
    expect(counts.body).toEqual({ all: 3, withoutPlan: 1, byPlan: [{ planName: 'Trial', total: 2 }] })
  })

  test('finds part of an email in upper or lower case', async () => {
    await addUsers('Ann.Lee@Example.com', 'bob@example.com')
    expect(await emailsOf({ email: 'LEE@ex' })).toEqual(['Ann.Lee@Example.com'])
  })

  test.each(['z', 'QZ', 'qzx'])(
    'finds %j, even if it’s short, newest first and page by page',
    async (email) => {
      await addUsers('aqzx1@example.com', 'bob@example.com', 'aqzx2@example.com', 'aqzx3@example.com')
      expect(await emailsOf({ email, limit: 2 })).toEqual(['aqzx3@example.com', 'aqzx2@example.com'])
      expect(await emailsOf({ email, limit: 2, page: 2 })).toEqual(['aqzx1@example.com'])
      expect(await emailsOf({ email, limit: 2, page: 3 })).toEqual([])
      expect(await emailsOf({ email, plan: 'None', limit: 1 })).toEqual(['aqzx3@example.com'])
    },
  )

  test('says so when a search matches more than it counts, and has no page beyond', async () => {
    const at = server.deps.now()
    const crowd = Array.from({ length: 1_001 }, (_, n) => ({
      id: newId(),
      role: 'User',
      firstName: 'Ann',
      lastName: 'Lee',
      email: `crowd${n}@example.com`,
      username: `crowd${n}`,
      createdAt: at,
      updatedAt: at,
    }))
    await server.deps.db.insertInto('users').values(crowd).execute()
    const last = { email: 'crowd', limit: 20, page: 50 }
    expect((await list(last)).body).toMatchObject({ totalDocs: 1000, totalPages: 50, isCountCapped: true })
    expect(await emailsOf(last)).toHaveLength(20)
    expect(await emailsOf({ ...last, page: 51 })).toEqual([])
  })

  test.each([{ page: '%' }, { page: '1.5' }, { page: '-1' }, { limit: '.*(' }, { populate: '_' }])(
    'refuses %j',
    async (query) => {
      expect((await list(query as object)).status).toBe(400)
    },
  )

  test.each(['%', '_', '.*(', '\\', "' or 1=1 --"])('takes %j literally', async (email) => {
    await addUsers('ann@example.com')
    expect(await list({ email })).toMatchObject({ status: 200, body: { docs: [], totalDocs: 0 } })
  })

  test('refuses a search of 10,000 characters', async () => {
    expect(await list({ email: 'x'.repeat(10_000) })).toMatchObject({
      status: 400,
      body: { fields: { email: 'Use at most 254 characters in a search.' } },
    })
  })

  test('has the same users on its pages whether read from the start or the end, even if created in the same millisecond', async () => {
    server.setNow(new Date())
    await addUsers(...Array.from({ length: 11 }, (_, i) => `user${String(i).padStart(2, '0')}@example.com`))
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => emailsOf({ page, limit: 2 })))
    expect(pages.flat()).toEqual(
      Array.from({ length: 11 }, (_, i) => `user${String(10 - i).padStart(2, '0')}@example.com`),
    )
    expect(await emailsOf({ page: 7, limit: 2 })).toEqual([])
  })

  test('goes out as CSV that no spreadsheet runs', async () => {
    const [ann] = await addUsers('ann@example.com')
    await server.deps.db.updateTable('users').set({ firstName: '=cmd()' }).where('id', '=', ann!.id).execute()
    const { body, headers } = await server.call(api.admin.exportSubscribers, { query: {} }, admin)
    const [heading, line] = body.toString().slice(1).split('\r\n')
    expect(headers.get('content-disposition')).toContain('attachment')
    expect(heading).toMatch(/^first_name,last_name,email/)
    expect(line).toMatch(/^'=cmd\(\),Lee,ann@example\.com/)
  })
})

test('administrators are listed for a Super Admin', async () => {
  const { body } = await server.call(api.admin.listAdministrators, { query: {} }, chief)
  expect(body.docs.map(({ email, role }) => [email, role])).toEqual([
    ['chief@example.com', 'Super Admin'],
    ['admin@example.com', 'Admin'],
  ])
})
