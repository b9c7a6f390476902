import { randomUUID } from 'node:crypto'
import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
let admin: Person
let user: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
  user = await server.addUser('user@example.com')
})

const { subscribe, list, listCreated, setOffered } = api.subscriptions
const create = (plan: string, isActive: boolean) =>
  server.call(subscribe, { body: { plan, price: 9.5, description: 'x', feature: ['x'], isActive } }, admin)
const created = async (name: string) =>
  (await server.call(listCreated, {}, admin)).body.docs.find((plan) => plan.name === name)!
const setTo = (isOffered: boolean, planId: string, person = admin) =>
  server.call(setOffered, { params: { planId }, body: { isOffered } }, person)
const namesOnOffer = async () => (await server.call(list, {}, user)).body.docs.map(({ name }) => name)

test('a created plan can be offered later, and withdrawn if it’s wrong', async () => {
  await create('Family', false)
  const family = await created('Family')
  expect(family).toMatchObject({ priceCents: 950, months: 1, isOffered: false })
  expect(await namesOnOffer()).not.toContain('Family')

  expect((await setTo(true, family._id)).body).toEqual({ ...family, isOffered: true })
  expect(await namesOnOffer()).toContain('Family')
  expect((await setTo(false, family._id)).status).toBe(200)
  expect((await setTo(false, family._id)).status).toBe(200)
  expect(await namesOnOffer()).not.toContain('Family')

  const entries = await server.deps.db
    .selectFrom('auditLog')
    .select(['action', 'actorId'])
    .where('subjectId', '=', family._id)
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual([
    'subscriptions.createPlan',
    'subscriptions.offerPlan',
    'subscriptions.withdrawPlan',
  ])
})

test('a plan whose price was mistyped is created again under its name, unless it’s on offer or was bought', async () => {
  const body = { plan: 'Couples', price: 95, description: 'x', feature: ['x'] }
  const first = await server.call(subscribe, { body }, admin)
  const again = { ...body, plan: 'COUPLES', price: 9.5, months: 3 }
  const taken = { status: 409, body: { code: 'subscriptions.nameTaken' } }
  expect(await server.call(subscribe, { body: again }, admin)).toMatchObject(taken)
  const { _id } = first.body.plan!
  await setTo(false, _id)
  const second = await server.call(subscribe, { body: again }, admin)
  expect(second.body.plan).toMatchObject({ _id, name: 'COUPLES', priceCents: 950, months: 3 })
  expect(await namesOnOffer()).toContain('COUPLES')

  await setTo(false, _id)
  await server.deps.db
    .insertInto('subscriptions')
    .values({
      id: randomUUID(),
      ownerId: user.id,
      planId: _id,
      kind: 'month',
      month: '2026-08-01',
      periodStart: new Date('2026-08-01'),
      periodEnd: new Date('2026-09-01'),
      createdAt: new Date(),
      updatedAt: new Date(),
    })
    .execute()
  expect(await server.call(subscribe, { body }, admin)).toMatchObject(taken)
  expect(await created('COUPLES')).toMatchObject({ priceCents: 950 })
})

test('the plans that come with the product stay on offer, and users can’t withdraw any', async () => {
  await create('Students', true)
  const { _id } = await created('Students')
  expect((await setTo(false, _id, user)).status).toBe(403)
  const pro = (await server.call(list, {}, user)).body.docs.find(({ name }) => name === 'Pro')!
  expect((await setTo(false, pro._id)).status).toBe(404)
  expect(await namesOnOffer()).toEqual(expect.arrayContaining(['Pro', 'Students']))
})
