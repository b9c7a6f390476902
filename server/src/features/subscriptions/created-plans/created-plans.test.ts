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

test('the plans that come with the product stay on offer, and users can’t withdraw any', async () => {
  await create('Students', true)
  const { _id } = await created('Students')
  expect((await setTo(false, _id, user)).status).toBe(403)
  const pro = (await server.call(list, {}, user)).body.docs.find(({ name }) => name === 'Pro')!
  expect((await setTo(false, pro._id)).status).toBe(404)
  expect(await namesOnOffer()).toEqual(expect.arrayContaining(['Pro', 'Students']))
})
