import { api, type ChangePreview, paymentRefusals } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { creditAtStripe } from '../../testing/at-stripe.ts'
import { listPayments } from '../../testing/lists.ts'
import { scopeOf } from '../../testing/scope.ts'
import { changePlan } from './change-plan.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('racing-desk@example.com', { role: 'Admin' })
})

const preview = async (person: Person, plan: string) =>
  (await server.call(api.payments.previewChange, { body: { plan } }, await server.signIn(person))).body

/** Refunds a part of a person's first payment. */
async function refundFirst(person: Person, amountCents: number) {
  const { _id: id } = (await listPayments(server, person)).at(-1)!
  const body = { amountCents, reason: 'asked' }
  return server.call(api.payments.refund, { params: { id }, body }, await server.signIn(admin))
}
const refundedOf = async (person: Person) =>
  (await listPayments(server, person)).reduce((sum, { refundedCents }) => sum + refundedCents, 0)

/** Changes a person's plan to Pro, and does something else while Stripe makes the change. */
async function changeDuring(person: Person, meanwhile: (price: ChangePreview) => Promise<void>) {
  const price = await preview(person, server.plans.pro)
  const update: Stripe['subscriptions']['update'] = async (...parameters) => {
    await meanwhile(price)
    return server.stripe.subscriptions.update(...parameters)
  }
  const subscriptions = Object.create(server.stripe.subscriptions, { update: { value: update } })
  const client = () =>
    Promise.resolve(Object.create(server.stripe, { subscriptions: { value: subscriptions } }))
  const deps = { ...server.deps, payments: { ...server.deps.payments, client } }
  await changePlan(deps, scopeOf(person), { plan: server.plans.pro, ...price })
  await server.standIn.webhooksSettled()
}

test('a refund that’s requested while the plan changes isn’t made, because the change credits the money', async () => {
  const ann = await server.addUser('ann@example.com')
  const { customer } = await server.subscribe(ann, 'premium')
  let refunded: unknown
  await changeDuring(ann, async () => {
    refunded = await refundFirst(ann, 1000)
  })
  expect(refunded).toMatchObject({ status: 409, body: { code: paymentRefusals.planChanging.code } })
  expect(await creditAtStripe(server, customer as string)).toBe(698)
  expect(await refundedOf(ann)).toBe(0)
  const { code } = paymentRefusals.alreadyCredited
  expect(await refundFirst(ann, 1000)).toMatchObject({ status: 409, body: { code } })
})

test('nor is one that’s requested once another tab’s change has failed meanwhile', async () => {
  const cat = await server.addUser('cat@example.com')
  await server.subscribe(cat, 'premium')
  let refunded: unknown
  await changeDuring(cat, async ({ prorationDate, dueNowCents }) => {
    const outdated = { plan: server.plans.pro, prorationDate, dueNowCents: dueNowCents + 1 }
    await expect(changePlan(server.deps, scopeOf(cat), outdated)).rejects.toMatchObject({
      spec: paymentRefusals.previewOutdated,
    })
    refunded = await refundFirst(cat, 1000)
  })
  expect(refunded).toMatchObject({ status: 409, body: { code: paymentRefusals.planChanging.code } })
  expect(await refundedOf(cat)).toBe(0)
})

test('a refund is made once both tabs’ changes are over, whichever began first', async () => {
  const dan = await server.addUser('dan@example.com')
  await server.subscribe(dan, 'premium')
  const first = Promise.withResolvers<void>()
  let second: Promise<void> | undefined
  const failed = changeDuring(dan, async () => {
    server.setNow(new Date(+server.deps.now() + 1_000))
    second = changeDuring(dan, async () => {
      first.reject(new Error('declined'))
      await failed.catch(() => undefined)
      throw new Error('declined, too')
    })
    await first.promise
  })
  await expect(failed).rejects.toThrow('declined')
  await expect(second).rejects.toThrow('declined, too')
  expect((await refundFirst(dan, 300)).status).toBe(200)
})

test('a plan change that waits for the bank is given up once what it credits is refunded', async () => {
  const bob = await server.addUser('bob@example.com')
  const { customer, subscription } = await server.subscribe(bob, 'pro')
  const card = { customer: customer as string }
  const { id } = await server.stripe.paymentMethods.attach('pm_card_authenticationRequired', card)
  await server.stripe.subscriptions.update(subscription as string, { default_payment_method: id })
  const plan = server.plans.premium
  const { prorationDate, dueNowCents } = await preview(bob, plan)
  const body = { plan, prorationDate, dueNowCents }
  const { body: begun } = await server.call(api.payments.changePlan, { body }, await server.signIn(bob))
  expect((await refundFirst(bob, 300)).status).toBe(200)
  const confirmed = new URLSearchParams({ client_secret: begun.clientSecret!, outcome: 'approve' })
  const page = `${server.standIn.url}/3ds/${begun.clientSecret!.split('_secret_')[0]}`
  await fetch(page, { method: 'POST', body: confirmed })
  await server.standIn.webhooksSettled()
  expect((await listPayments(server, bob)).map(({ status }) => status)).toEqual(['canceled', 'paid'])
  expect(await preview(bob, plan)).toMatchObject({ alreadyRefundedCents: 300, dueNowCents: 998 })
})
