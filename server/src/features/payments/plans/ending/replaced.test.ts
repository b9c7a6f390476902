import { api, type Payment } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { insertCustomer } from '../../customers/store.ts'
import { handleMissedEvents } from '../../webhook/missed-events/reconciliation.ts'
import { creditAtStripe, untilEndedAtStripe } from '../../testing/at-stripe.ts'
import { disputeFirst, loseDispute, winAppeal } from '../../testing/disputes.ts'
import { listPayments, listRunningPlans } from '../../testing/lists.ts'
import { endOlderPlans } from './end-older-plans.ts'
import { handleEvent } from '../../webhook/handle-event.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('replaced-desk@example.com', { role: 'Admin' })
})

let userCount = 0
const pass = (days: number) => server.passTo(server.later(days))
const first = async (person: Person) => (await listPayments(server, person)).at(-1)!

async function subscribe(plan: 'pro' | 'premium', card?: string) {
  const person = await server.addUser(`replacer${++userCount}@example.com`)
  const { customer, subscription } = await server.subscribe(person, plan, card)
  const credit = () => creditAtStripe(server, customer as string)
  return { person, credit, subscription: subscription as string }
}

async function refund({ _id: id }: Payment): Promise<void> {
  const body = { reason: 'asked' }
  await server.call(api.payments.refund, { params: { id }, body }, await server.signIn(admin))
}

test('a plan that credit paid for this month makes way for one that was bought before we won the appeal', async () => {
  const { person: bob, credit, subscription } = await subscribe('premium')
  await server.changePlan(bob, 'pro')
  await pass(32)
  expect(await credit()).toBe(199)
  const dispute = await disputeFirst(server, bob)
  const events: Stripe.Event[] = []
  const stop = server.standIn.onEvent((event) => void events.push(event))
  await loseDispute(server, dispute)
  await untilEndedAtStripe(server, subscription)
  const newer = await server.subscribe(bob, 'premium')
  await winAppeal(server, dispute)
  const { text } = await server.outbox.waitFor(bob.email, { subject: 'earlier plan' })
  expect(text).toMatch(/added \$4\.\d\d to your credit/)
  await server.standIn.webhooksSettled()
  expect(await listRunningPlans(server, bob)).toEqual(['Premium'])
  // Nor does it come back for what we hear late, once the newer one has ended too.
  const [newest] = await listPayments(server, bob)
  await refund(newest!)
  await untilEndedAtStripe(server, newer.subscription as string)
  stop()
  for (const event of events) await handleEvent(server.deps, { ...event, id: `${event.id}_late` })
  expect(events.map(({ type }) => type)).toContain('customer.subscription.deleted')
  expect(await listRunningPlans(server, bob)).toEqual([])
})

test('a plan that was partly refunded a moment before it’s replaced returns the rest of its payment', async () => {
  const { person: bea, subscription } = await subscribe('pro')
  const { payment_id } = await first(bea)
  server.setEventsLost(true)
  await server.stripe.refunds.create({ payment_intent: payment_id!, amount: 300 })
  server.setEventsLost(false)
  await server.subscribe(bea, 'premium')
  await untilEndedAtStripe(server, subscription)
  const { text } = await server.outbox.waitFor(bea.email, { subject: 'earlier plan' })
  expect(text).toContain('$1.99')
  await handleMissedEvents(server.deps)
  expect(await first(bea)).toMatchObject({ refundedCents: 499 })
})

test('a refund that the bank returns gives no access to a plan that another one replaced, and isn’t made again', async () => {
  const { person: cy, subscription } = await subscribe('pro', '4000000000005126')
  server.setEventsLost(true)
  await refund(await first(cy))
  await server.passTo(server.later(0.001))
  server.setEventsLost(false)
  await handleMissedEvents(server.deps)
  await untilEndedAtStripe(server, subscription)
  await server.subscribe(cy, 'premium')
  await server.standIn.webhooksSettled()
  const enqueue = vi.spyOn(server.deps.jobs, 'enqueue')
  await pass(1.1)
  const { text } = await server.outbox.waitFor(cy.email, { subject: 'didn’t arrive' })
  expect(text).toContain('We’ll be in touch to arrange another way to pay you.')
  expect(text).not.toContain('access')
  await server.standIn.webhooksSettled()
  expect(await listRunningPlans(server, cy)).toEqual(['Premium'])
  expect(enqueue.mock.calls.filter(([, job]) => job === endOlderPlans)).toEqual([])
  enqueue.mockRestore()
})

test('a plan whose unused time became credit again doesn’t come back for what we hear late', async () => {
  const give = (customer: string, cents: number) =>
    server.stripe.customers.createBalanceTransaction(customer, { amount: -cents, currency: 'aud' })
  const dan = await server.addUser(`replacer${++userCount}@example.com`)
  const { id: customer } = await server.stripe.customers.create({ email: dan.email })
  await insertCustomer(server.deps.db, { ownerId: dan.id, id: customer, seenAt: new Date(0) })
  await give(customer, 300)
  const { subscription } = await server.subscribe(dan, 'pro')
  await pass(20)
  const dispute = await disputeFirst(server, dan)
  const events: Stripe.Event[] = []
  const stop = server.standIn.onEvent((event) => void events.push(event))
  await loseDispute(server, dispute)
  await untilEndedAtStripe(server, subscription as string)
  const newer = await server.subscribe(dan, 'premium')
  await give(customer, 500)
  await winAppeal(server, dispute)
  const { text } = await server.outbox.waitFor(dan.email, { subject: 'earlier plan' })
  expect(text).toMatch(/we’ve added \$1\.\d\d to your credit/)
  await server.standIn.webhooksSettled()
  expect((await first(dan)).refundedCents).toBe(0)
  const [newest] = await listPayments(server, dan)
  await refund(newest!)
  await untilEndedAtStripe(server, newer.subscription as string)
  stop()
  for (const event of events) await handleEvent(server.deps, { ...event, id: `${event.id}_late` })
  expect(await listRunningPlans(server, dan)).toEqual([])
})
