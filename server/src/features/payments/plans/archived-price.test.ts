import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { listAlerts, listPayments } from '../testing/lists.ts'
import { publishAll } from './publish-plans.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('admin@example.com', { role: 'Super Admin' })
})

const stateOf = ({ id }: Person) => planStateOf(server.deps, id)
const priceOf = async (plan: string) => {
  const { data } = await server.stripe.prices.list({ product: `plan_${plan.replaceAll('-', '')}` })
  return data[0]!.id
}
const active = (planName: string) => ({ subs_details: { planName, status: 'active' } })

test('subscribers keep their access when their plan’s price is archived and replaced', async () => {
  const ann = await server.addUser('ann@example.com')
  const { subscription } = await server.subscribe(ann, 'pro')
  const old = await priceOf(server.plans.pro)
  await server.stripe.prices.update(old, { active: false })
  const ben = await server.addUser('ben@example.com')
  const open = async () =>
    server.call(api.payments.openCheckout, { body: { plan: server.plans.pro } }, await server.signIn(ben))
  expect((await open()).status).toBe(500)

  await publishAll(server.deps)
  const replaced = await priceOf(server.plans.pro)
  expect(replaced).not.toBe(old)
  // A second night changes nothing.
  await publishAll(server.deps)
  expect(await priceOf(server.plans.pro)).toBe(replaced)
  expect((await open()).status).toBe(200)
  await server.subscribe(ben, 'pro')

  await server.passTo(server.later(32))
  const { items } = await server.stripe.subscriptions.retrieve(subscription as string)
  expect(items.data[0]!.price.id).toBe(old)
  for (const person of [ann, ben]) {
    expect(await stateOf(person)).toMatchObject(active('Pro'))
    expect(await listPayments(server, person)).toMatchObject([
      { planName: 'Pro', status: 'paid', amount: 499 },
      { planName: 'Pro', status: 'paid', amount: 499 },
    ])
    expect(await listAlerts(server, admin, person)).toEqual([])
  }

  expect(await stateOf(ann)).toMatchObject({ subscription: { renewalCents: null } })
  expect(await stateOf(ben)).toMatchObject({ subscription: { renewalCents: 499 } })

  await server.changePlan(ann, 'premium')
  expect(await stateOf(ann)).toMatchObject(active('Premium'))
  await server.changePlan(ann, 'pro')
  expect(await stateOf(ann)).toMatchObject(active('Pro'))
})

test('a price that was archived before we knew it is learnt from Stripe', async () => {
  const cem = await server.addUser('cem@example.com')
  await server.subscribe(cem, 'pro')
  const old = await priceOf(server.plans.pro)
  await server.stripe.prices.update(old, { active: false })
  await server.deps.db.deleteFrom('planPrices').execute()
  await publishAll(server.deps)
  await server.passTo(server.later(32))
  expect(await stateOf(cem)).toMatchObject(active('Pro'))
})

test('administrators learn of a subscription at a price that no plan has had', async () => {
  const dov = await server.addUser('dov@example.com')
  const { subscription } = await server.subscribe(dov, 'pro')
  const { id: product } = await server.stripe.products.create({ name: 'Made in the Dashboard' })
  const { id: price } = await server.stripe.prices.create({
    currency: 'aud',
    unit_amount: 599,
    product,
    recurring: { interval: 'month' },
  })
  const id = subscription as string
  const { items } = await server.stripe.subscriptions.retrieve(id)
  await server.stripe.subscriptions.update(id, {
    items: [{ id: items.data[0]!.id, price }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  })
  await server.standIn.webhooksSettled()
  const [message, ...others] = await listAlerts(server, admin, dov)
  expect(others).toEqual([])
  expect(message).toContain(`none of our plans has its price, ${price}`)
})

test('a plan whose product was archived is for sale again after the next night', async () => {
  const eva = await server.addUser('eva@example.com')
  const body = { plan: server.plans.premium }
  const open = async () => server.call(api.payments.openCheckout, { body }, await server.signIn(eva))
  await server.stripe.products.update(`plan_${server.plans.premium.replaceAll('-', '')}`, { active: false })
  expect((await open()).status).toBe(500)
  await publishAll(server.deps)
  expect((await open()).status).toBe(200)
})

test('a new plan that is published several times at once goes on sale', async () => {
  const plan = { plan: 'Yearly', price: 39.99, months: 12, description: 'x', feature: ['x'] }
  const added = await server.call(api.subscriptions.subscribe, { body: plan }, await server.signIn(admin))
  const names = await Promise.all([publishAll(server.deps), publishAll(server.deps)])
  expect(names.map((all) => all.includes('Yearly'))).toEqual([true, true])
  const fay = await server.addUser('fay@example.com')
  const body = { plan: added.body.plan!._id }
  const { status } = await server.call(api.payments.openCheckout, { body }, await server.signIn(fay))
  expect(status).toBe(200)
})
