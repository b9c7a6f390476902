import { api, paymentRefusals } from '@docketbox/contract'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})
afterEach(() => server.setEventsLost(false))

const open = async (person: Person) =>
  server.call(api.payments.openCheckout, { body: { plan: server.plans.pro } }, await server.signIn(person))
const customerOf = async ({ id }: Person) => {
  const customers = server.deps.db.selectFrom('providerCustomers').where('ownerId', '=', id)
  return (await customers.select('id').executeTakeFirstOrThrow()).id
}
const planOf = (person: Person) => planStateOf(server.deps, person.id)
const subscriptionsOf = async (person: Person) => {
  const customer = await customerOf(person)
  return (await server.stripe.subscriptions.list({ customer, status: 'all' })).data
}

test('a plan that was paid for isn’t sold again before its events arrive, and starts soon after', async () => {
  const ann = await server.addUser('ann@example.com')
  const { body } = await open(ann)
  server.setEventsLost(true)
  await server.payOn(body.url)
  expect(await planOf(ann)).toMatchObject({ subs_details: null })
  const refused = { status: 409, body: { code: paymentRefusals.planStarting.code } }
  expect(await open(ann)).toMatchObject(refused)
  await expect.poll(() => planOf(ann)).toMatchObject({ subs_details: { planName: 'Pro', status: 'active' } })
  expect(await subscriptionsOf(ann)).toHaveLength(1)
})

test('a plan isn’t sold again while a bank debit is pending that we haven’t heard of', async () => {
  const bob = await server.addUser('bob@example.com')
  const { body } = await open(bob)
  server.setEventsLost(true)
  await server.payOn(body.url, '000123456')
  const refused = { status: 409, body: { code: paymentRefusals.debitUnderWay.code } }
  expect(await open(bob)).toMatchObject(refused)
  expect(await subscriptionsOf(bob)).toHaveLength(1)
})

test('a plan that ended before its events arrived can be bought again', async () => {
  const cem = await server.addUser('cem@example.com')
  const { body } = await open(cem)
  server.setEventsLost(true)
  await server.payOn(body.url)
  const [subscription] = await subscriptionsOf(cem)
  await server.stripe.subscriptions.cancel(subscription!.id)
  await server.standIn.webhooksSettled()
  expect((await open(cem)).status).toBe(200)
})
