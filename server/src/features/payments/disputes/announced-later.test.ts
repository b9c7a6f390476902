import { api } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { beforeAll, expect, test } from 'vitest'
import type { Deps } from '#platform/config/deps.ts'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { creditAtStripe } from '../testing/at-stripe.ts'
import { disputeFirst, loseDispute, winAppeal } from '../testing/disputes.ts'
import { listAlerts, listPayments } from '../testing/lists.ts'
import { handleEvent } from '../webhook/handle-event.ts'
import { announceDecision } from './announce.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('late-news@example.com', { role: 'Admin' })
})

const run = { id: '1', attempt: 2, isLast: false, signal: new AbortController().signal }
const first = async (person: Person) => (await listPayments(server, person)).at(-1)!
const alertsAbout = async (person: Person) => (await listAlerts(server, admin, person)).join(' ')

async function subscribe(email: string) {
  const person = await server.addUser(email)
  const { customer } = await server.subscribe(person, 'pro')
  await server.changePlan(person, 'premium')
  return { person, credit: () => creditAtStripe(server, customer as string) }
}

/** A bank's decision, as an event that hasn't arrived yet. */
async function eventOf(decide: () => Promise<void>): Promise<Stripe.Event> {
  const events: Stripe.Event[] = []
  const stop = server.standIn.onEvent((event) => void events.push(event))
  server.setEventsLost(true)
  await decide()
  server.setEventsLost(false)
  stop()
  return events.findLast(({ type }) => type.startsWith('charge.dispute.'))!
}

/** Handles an event. @returns what its announcement does, as often as it's called. */
async function handleSilently(event: Stripe.Event): Promise<() => Promise<void>> {
  const held: unknown[] = []
  const enqueue: Deps['jobs']['enqueue'] = async (db, job, data, options) => {
    if (job.name === announceDecision.name) held.push(data)
    else await server.deps.jobs.enqueue(db, job, data, options)
  }
  await handleEvent({ ...server.deps, jobs: { ...server.deps.jobs, enqueue } }, event)
  expect(held).toHaveLength(1)
  const stored: unknown = JSON.parse(JSON.stringify(held[0]))
  return () => announceDecision.handler(server.deps, announceDecision.schema.parse(stored), run)
}

test('a decision counts even if Stripe can’t be asked about the credit, and is announced once it can', async () => {
  const { person: ann } = await subscribe('ann@example.com')
  const dispute = await disputeFirst(server, ann)
  const event = await eventOf(() => loseDispute(server, dispute))
  const unreachable = {
    list: () => {
      throw new Error('Stripe can’t be reached.')
    },
  }
  const client = async (): Promise<Stripe> =>
    Object.create(server.stripe, { invoices: { value: unreachable } })
  await handleEvent({ ...server.deps, payments: { ...server.deps.payments, client } }, event)
  expect(await first(ann)).toMatchObject({ disputeState: 'lost' })
  await server.outbox.waitFor(ann.email, { subject: 'is over' })
  expect(await alertsAbout(ann)).toContain('we lost the dispute about $4.99')
})

test('a bank’s question is passed on without asking Stripe whose payment it’s about', async () => {
  const { person: dov } = await subscribe('dov@example.com')
  const { payment_id: intent } = await first(dov)
  const event = await eventOf(async () => server.standIn.dispute(intent!, 'inquiry'))
  const unreachable = {
    retrieve: () => {
      throw new Error('Stripe can’t be reached.')
    },
  }
  const client = async (): Promise<Stripe> =>
    Object.create(server.stripe, { paymentIntents: { value: unreachable } })
  await handleEvent({ ...server.deps, payments: { ...server.deps.payments, client } }, event)
  expect(await alertsAbout(dov)).toContain(`payment ${intent}: the bank is asking about $4.99`)
})

test('a loss names the credit that was taken back before it was announced, once', async () => {
  const { person: bob, credit } = await subscribe('bob@example.com')
  await server.changePlan(bob, 'pro')
  const dispute = await disputeFirst(server, bob)
  const announce = await handleSilently(await eventOf(() => loseDispute(server, dispute)))
  await expect.poll(credit).toBe(199)
  await announce()
  await announce()
  const { text } = await server.outbox.waitFor(bob.email, { subject: 'is over' })
  expect(text).toContain('we’re taking back $4.99 of that credit')
  expect(await alertsAbout(bob)).toContain('We’re taking back $4.99 of the credit')
  expect(await alertsAbout(bob)).not.toContain('spent')
  await winAppeal(server, dispute)
  const won = await server.outbox.waitFor(bob.email, { subject: 'is over', past: 1 })
  expect(won.text).toContain('the $4.99 of credit')
})

test('a win notes what plan changes didn’t credit, even if they’ve been credited by then, once', async () => {
  const { person: cyd, credit } = await subscribe('cyd@example.com')
  const dispute = await disputeFirst(server, cyd)
  await loseDispute(server, dispute)
  await server.changePlan(cyd, 'pro')
  await expect.poll(credit).toBe(199)
  const announce = await handleSilently(await eventOf(() => winAppeal(server, dispute)))
  await expect.poll(credit).toBe(698)
  await announce()
  await announce()
  await server.outbox.waitFor(cyd.email, { subject: '$4.99 in credit' })
  expect(await alertsAbout(cyd)).toContain('$4.99 of credit that they missed out on')
  const [change] = await listPayments(server, cyd)
  expect(change!.adjustmentNotes.map(({ amountCents }) => amountCents)).toEqual([199, 499])
})

test('a dispute that arrives before its payment has one alert, which says what happened', async () => {
  const early = await server.addUser('early@example.com')
  const events: Stripe.Event[] = []
  const stop = server.standIn.onEvent((event) => void events.push(event))
  server.setEventsLost(true)
  const body = { months: ['Jul' as const], plan: server.plans.pro }
  const { clientSecret } = (await server.call(api.payments.createIntent, { body }, early)).body
  await server.pay(clientSecret, 'pm_card_createDispute')
  server.setEventsLost(false)
  stop()
  for (const type of ['charge.dispute.created', 'payment_intent.succeeded'])
    await handleEvent(
      server.deps,
      events.find((event) => event.type === type)!,
    )
  expect(await listAlerts(server, admin, early)).toEqual([
    expect.stringContaining('The bank has taken it back and access has stopped.'),
  ])
})
