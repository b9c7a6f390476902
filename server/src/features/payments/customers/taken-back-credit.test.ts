import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { creditAtStripe } from '../testing/at-stripe.ts'
import { addCredit, addUserWithCredit } from '../testing/credit.ts'
import { listPayments } from '../testing/lists.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('taken-back-desk@example.com', { role: 'Admin' })
})

const refund = async (id: string) => {
  const input = { params: { id }, body: { reason: 'asked' } }
  return server.call(api.payments.refund, input, await server.signIn(admin))
}
const limitsOf = async (id: string) =>
  (await server.call(api.payments.refundLimits, { params: { id } }, await server.signIn(admin))).body

test('a full refund takes back only the credit that came from its payment', async () => {
  const ann = await server.addUser('ann@example.com')
  const { customer } = await server.subscribe(ann, 'pro')
  await server.changePlan(ann, 'premium')
  await server.changePlan(ann, 'pro')
  const credit = () => creditAtStripe(server, customer as string)
  expect(await credit()).toBe(698)
  const payments = await listPayments(server, ann)
  const [upgrade, first] = [698, 499].map((cents) => payments.find(({ amount }) => amount === cents)!._id)
  expect(await limitsOf(upgrade!)).toMatchObject({ wholeCents: 698, takenBackCents: 199 })
  await refund(upgrade!)
  await expect.poll(credit).toBe(499)
  await server.standIn.webhooksSettled()
  expect(await planStateOf(server.deps, ann.id)).toMatchObject({ subs_details: { status: 'cancelled' } })
  // The rest is worth its credit, so both come back together.
  expect(await limitsOf(first!)).toMatchObject({ wholeCents: 499, partCents: 0, takenBackCents: 499 })
  await refund(first!)
  await expect.poll(credit).toBe(0)
  await server.standIn.webhooksSettled()
  const refunded = (await listPayments(server, ann)).map(({ refundedCents }) => refundedCents)
  expect(refunded.toSorted((a, b) => a - b)).toEqual([0, 499, 698])
})

test('a full refund leaves the credit that had paid a part of the plan', async () => {
  const bob = await addUserWithCredit(server, 'bob@example.com', 500)
  await server.subscribe(bob, 'premium')
  await server.changePlan(bob, 'pro')
  const credit = () => creditAtStripe(server, bob.customer)
  expect(await credit()).toBe(698)
  await refund((await listPayments(server, bob)).at(-1)!._id)
  await expect.poll(credit).toBe(500)
})

test('credit that was spent counts as spent after a partial refund', async () => {
  const cas = await server.addUser('cas@example.com')
  const { customer } = await server.subscribe(cas, 'premium')
  await server.passTo(server.later(45))
  await server.changePlan(cas, 'pro')
  const premium = (await listPayments(server, cas)).at(-1)!._id
  const whole = { wholeCents: 1097, takenBackCents: await creditAtStripe(server, customer as string) }
  const partly = { params: { id: premium }, body: { amountCents: 100, reason: 'asked' } }
  await server.call(api.payments.refund, partly, await server.signIn(admin))
  await server.standIn.webhooksSettled()
  expect(await limitsOf(premium)).toMatchObject(whole)
  await addCredit(server, customer as string, -100)
  const { wholeCents, partCents } = await limitsOf(premium)
  expect(wholeCents).toBe(partCents)
})
