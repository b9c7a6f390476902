import { api, paymentRefusals } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { createIntent } from '../../months/create-intent.ts'
import { answeredLate } from '../../testing/late-answers.ts'
import { scopeOf } from '../../testing/scope.ts'
import { requestClosing } from './close-withdrawn.ts'
import { openCheckout } from './open-checkout.ts'

let server: PayingServer
let admin: Person
let family: string
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
  const body = { plan: 'Family', price: 0.95, description: 'x', feature: ['x'] }
  family = (await server.call(api.subscriptions.subscribe, { body }, admin)).body.plan!._id
})

const priceOfFamily = async () => {
  const plans = server.deps.db.selectFrom('plans').select('providerPriceId')
  return (await plans.where('id', '=', family).executeTakeFirstOrThrow()).providerPriceId
}
const open = async (person: Person, plan: string) =>
  server.call(api.payments.openCheckout, { body: { plan } }, person)
const chooseMonth = async (person: Person, plan: string) =>
  server.call(api.payments.createIntent, { body: { months: ['Sep'], plan } }, person)
const setOffered = (isOffered: boolean) =>
  server.call(api.subscriptions.setOffered, { params: { planId: family }, body: { isOffered } }, admin)
const refused = { status: 404, body: { code: paymentRefusals.planNotFound.code } }

test('a withdrawn plan can’t be bought on pages and card forms that are already open', async () => {
  await expect.poll(priceOfFamily).not.toBeNull()
  const names = ['ann', 'bob', 'cem', 'dov'] as const
  const [ann, bob, cem, dov] = await Promise.all(names.map((name) => server.addUser(`${name}@example.com`)))
  const [wrong, right] = [await open(ann!, family), await open(bob!, server.plans.pro)]
  const [wrongForm, rightForm] = [await chooseMonth(cem!, family), await chooseMonth(dov!, server.plans.pro)]
  const statusOf = async ({ body }: typeof wrongForm) =>
    (await server.stripe.paymentIntents.retrieve(body.clientSecret.split('_secret_')[0]!)).status

  expect((await setOffered(false)).status).toBe(200)
  await expect.poll(() => statusOf(wrongForm)).toBe('canceled')
  expect(await server.payOn(wrong.body.url)).toBe(410)
  expect(await open(ann!, family)).toMatchObject(refused)
  expect(await chooseMonth(cem!, family)).toMatchObject(refused)
  expect(await server.payOn(right.body.url)).toBe(303)
  expect(await statusOf(rightForm)).toBe('requires_payment_method')

  await setOffered(true)
  expect((await open(ann!, family)).status).toBe(200)
})

test('a plan that’s withdrawn while Stripe opens a page or a card form can’t be bought on them', async () => {
  const eva = await server.addUser('eva@example.com')
  const scope = scopeOf(eva)
  const withdrawnDuring = (call: string) => answeredLate(server, call, () => setOffered(false))
  const refusal = { spec: paymentRefusals.planNotFound }
  const opening = openCheckout(withdrawnDuring('checkout.sessions.create'), scope, family)
  await expect(opening).rejects.toMatchObject(refusal)
  await setOffered(true)
  const order = { months: ['Sep' as const], plan: family }
  const preparing = createIntent(withdrawnDuring('paymentIntents.create'), scope, order)
  await expect(preparing).rejects.toMatchObject(refusal)
})

test('a plan created again, because its price was mistyped, can’t be bought at that price any more', async () => {
  const create = (price: number) => {
    const body = { plan: 'Students', price, description: 'x', feature: ['x'] }
    return server.call(api.subscriptions.subscribe, { body }, admin)
  }
  const students = (await create(0.5)).body.plan!._id
  const buyer = await server.addUser('fay@example.com')
  await expect.poll(async () => (await open(buyer, students)).status).toBe(200)
  const { sessions } = server.stripe.checkout
  const { id } = (await sessions.list()).data.find(({ metadata }) => metadata?.['plan'] === students)!
  // Withdrawn, but the job that closes pages only runs once the plan is on offer again.
  const { db } = server.deps
  const withdrawing = db.updateTable('plans').set({ isActive: false }).where('id', '=', students)
  const withdrawn = await withdrawing.returning(['id', 'providerPriceId']).executeTakeFirstOrThrow()
  expect((await create(5)).body.plan).toMatchObject({ _id: students, priceCents: 500 })
  await requestClosing(server.deps, db, withdrawn)
  await expect.poll(async () => (await sessions.retrieve(id)).status).toBe('expired')
  await expect.poll(async () => (await open(buyer, students)).status).toBe(200)
  const { data } = await server.stripe.prices.list({ product: `plan_${students.replaceAll('-', '')}` })
  expect(data.map(({ unit_amount }) => unit_amount)).toEqual(expect.arrayContaining([50, 500]))
})
