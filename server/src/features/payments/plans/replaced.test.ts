import { api } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { listPayments } from '../testing/lists.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('replaced-desk@example.com', { role: 'Admin' })
})

let userCount = 0
const pass = (days: number) => server.passTo(new Date(server.deps.now().getTime() + days * 86_400_000))
const first = async (person: Person) => (await listPayments(server, person)).at(-1)!

async function subscribe(plan: 'pro' | 'premium', card?: string) {
  const person = await server.addUser(`replacer${++userCount}@example.com`)
  const { customer, subscription } = await server.subscribe(person, plan, card)
  const credit = async () =>
    0 - ((await server.stripe.customers.retrieve(customer as string)) as Stripe.Customer).balance
  return { person, credit, subscription: subscription as string }
}

async function answer(dispute: string, evidence: Stripe.DisputeUpdateParams.Evidence): Promise<void> {
  await server.stripe.disputes.update(dispute, { evidence, submit: true })
  await server.standIn.webhooksSettled()
}

/** The bank takes a person's first payment back for good. @returns the dispute. */
async function loseFirst(person: Person): Promise<string> {
  const { payment_id: payment_intent } = await first(person)
  server.standIn.dispute(payment_intent!)
  await server.standIn.webhooksSettled()
  const { id } = (await server.stripe.disputes.list({ payment_intent })).data[0]!
  await answer(id, { uncategorized_text: 'losing_evidence' })
  return id
}

async function winAppeal(dispute: string): Promise<void> {
  await answer(dispute, { appeal: { card: { reason_for_filing: 'They used it daily' } } })
  server.standIn.decideAppeal(dispute, 'won')
  await server.standIn.webhooksSettled()
}

async function untilEnded(subscription: string): Promise<void> {
  const status = async () => (await server.stripe.subscriptions.retrieve(subscription)).status
  await expect.poll(status).toBe('canceled')
  await server.standIn.webhooksSettled()
}

const runningPlans = async ({ id }: Person) =>
  (
    await server.deps.db
      .selectFrom('subscriptions')
      .innerJoin('plans', 'plans.id', 'subscriptions.planId')
      .select('plans.name')
      .where('ownerId', '=', id)
      .where('endedAt', 'is', null)
      .execute()
  ).map(({ name }) => name)

test('a plan that credit paid for this month makes way for one that was bought before we won the appeal', async () => {
  const { person: bob, credit, subscription } = await subscribe('premium')
  await server.changePlan(bob, 'pro')
  await pass(32)
  expect(await credit()).toBe(199)
  const dispute = await loseFirst(bob)
  await untilEnded(subscription)
  await server.subscribe(bob, 'premium')
  await winAppeal(dispute)
  const { text } = await server.outbox.waitFor(bob.email, { subject: 'earlier plan' })
  expect(text).toMatch(/kept \$4\.\d\d as credit/)
  await server.standIn.webhooksSettled()
  expect(await runningPlans(bob)).toEqual(['Premium'])
})

test('a refund that the bank returns promises no access to a plan that another one replaced', async () => {
  const { person: cy, subscription } = await subscribe('pro', '4000000000005126')
  const params = { id: (await first(cy))._id }
  await server.call(api.payments.refund, { params, body: { reason: 'asked' } }, await server.signIn(admin))
  await untilEnded(subscription)
  await server.subscribe(cy, 'premium')
  await pass(1.1)
  const { text } = await server.outbox.waitFor(cy.email, { subject: 'didn’t arrive' })
  expect(text).toContain('We’ll be in touch to arrange another way to pay you.')
  expect(text).not.toContain('access')
})
