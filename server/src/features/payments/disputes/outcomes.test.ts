import { api, type MonthName, paths } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { beforeAll, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { untilEndedAtStripe } from '../testing/at-stripe.ts'
import {
  appealDispute,
  disputeFirst,
  findDispute,
  loseDispute,
  winAppeal,
  winDispute,
} from '../testing/disputes.ts'
import { listAlerts, listPayments, listRunningPlans } from '../testing/lists.ts'
import { handleEvent } from '../webhook/handle-event.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('appeals@example.com', { role: 'Admin' })
})

let userCount = 0
const addUser = () => server.addUser(`disputer${++userCount}@example.com`)
const planOf = (person: Person) => planStateOf(server.deps, person.id)
const latest = async (person: Person) => (await listPayments(server, person))[0]!
const refundsOf = async (person: Person) =>
  (await listPayments(server, person)).map(({ refundedCents }) => refundedCents)
const alertsAbout = (person: Person) => listAlerts(server, admin, person)
const active = { subs_details: { status: 'active' } }
const closed = { subs_details: { status: 'cancelled' } }

async function buy(month: MonthName, card?: string): Promise<Person> {
  const person = await addUser()
  await buyMonths(person, [month], card)
  return person
}

async function buyMonths(person: Person, months: MonthName[], card?: string): Promise<void> {
  const body = { months, plan: server.plans.pro }
  const { clientSecret } = (await server.call(api.payments.createIntent, { body }, person)).body
  await server.pay(clientSecret, card)
}

const disputeOf = async (person: Person) => findDispute(server, await latest(person))

test('a dispute that’s lost and then won on appeal gives back the rest of the month', async () => {
  const ada = await addUser()
  const session = await server.subscribe(ada, 'pro', '4000000000000259')
  const dispute = await disputeOf(ada)
  await loseDispute(server, dispute)
  expect(await planOf(ada)).toMatchObject(closed)
  await untilEndedAtStripe(server, session.subscription as string)
  await appealDispute(server, dispute)
  expect(await latest(ada)).toMatchObject({ disputeState: 'lost' })
  server.standIn.decideAppeal(dispute, 'won')
  await server.standIn.webhooksSettled()
  expect(await latest(ada)).toMatchObject({ disputeState: 'won' })
  expect(await planOf(ada)).toMatchObject({ ...active, subscription: { isRenewing: false } })
  const { text } = await server.outbox.waitFor(ada.email, { subject: 'is over', past: 1 })
  expect(text).toContain('Your access is back until 1 Aug 2026. It won’t renew.')
})

test('a dispute about what a partial refund left is about that amount, also once it’s won', async () => {
  const una = await addUser()
  await buyMonths(una, ['Jul', 'Aug'])
  const params = { id: (await latest(una))._id }
  const body = { amountCents: 300, reason: 'asked' }
  await server.call(api.payments.refund, { params, body }, await server.signIn(admin))
  await server.standIn.webhooksSettled()
  const dispute = await disputeFirst(server, una)
  expect(await alertsAbout(una)).toEqual([expect.stringContaining('has disputed $6.98')])
  await winDispute(server, dispute)
  const { text } = await server.outbox.waitFor(una.email, { subject: 'about your $9.98 payment is over' })
  expect(text).toContain('closed the dispute about $6.98 for Pro')
  // The alert that asks for evidence is gone.
  expect(await alertsAbout(una)).toEqual([expect.stringContaining('we won the dispute about $6.98')])
})

test('the state of a dispute is Stripe’s, in whatever order its events arrive', async () => {
  server.setEventsLost(true)
  const events: Stripe.Event[] = []
  const stop = server.standIn.onEvent((event) => void events.push(event))
  const bob = await buy('Jul', 'pm_card_createDispute')
  server.setEventsLost(false)
  const { data } = await server.stripe.disputes.list({ limit: 1 })
  await loseDispute(server, data[0]!.id)
  await winAppeal(server, data[0]!.id)
  stop()
  const again = (event: Stripe.Event) => handleEvent(server.deps, { ...event, id: `${event.id}_again` })
  for (const event of events.filter(({ type }) => !type.startsWith('charge.dispute.'))) await again(event)
  for (const event of events.filter(({ type }) => type.startsWith('charge.dispute.')).toReversed())
    await again(event)
  expect(await latest(bob)).toMatchObject({ status: 'paid', disputeState: 'won' })
  expect(await planOf(bob)).toMatchObject(active)
})

test('a month that a dispute has stopped can be told apart from one that was cancelled', async () => {
  const fay = await buy('Jul')
  expect(await planOf(fay)).toMatchObject({ ...active, isDisputed: false })
  await disputeFirst(server, fay)
  expect(await planOf(fay)).toMatchObject({ ...closed, isDisputed: true })
})

test('a dispute that the bank prevented by returning the money ends the access', async () => {
  const cyd = await buy('Jul')
  server.standIn.dispute((await latest(cyd)).payment_id!, 'resolution')
  await server.standIn.webhooksSettled()
  expect(await latest(cyd)).toMatchObject({ disputeState: 'lost' })
  expect(await planOf(cyd)).toMatchObject(closed)
  await server.outbox.waitFor(cyd.email, { subject: 'is over' })
})

test('a dispute that the bank prevented without taking any money changes nothing', async () => {
  const dee = await buy('Jul')
  server.standIn.dispute((await latest(dee)).payment_id!, 'block')
  await server.standIn.webhooksSettled()
  expect(await latest(dee)).toMatchObject({ disputeState: null })
  expect(await planOf(dee)).toMatchObject(active)
  expect(await alertsAbout(dee)).toEqual([])
})

test('a month that was bought again before we won the appeal is paid for once', async () => {
  const flo = await addUser()
  await buyMonths(flo, ['Aug', 'Sep'], 'pm_card_createDispute')
  const dispute = await disputeOf(flo)
  await loseDispute(server, dispute)
  await buyMonths(flo, ['Aug'])
  await appealDispute(server, dispute)
  server.standIn.decideAppeal(dispute, 'won')
  await expect.poll(() => refundsOf(flo)).toEqual([0, 499])
  const { text } = await server.outbox.waitFor(flo.email, { subject: 'is over', past: 1 })
  expect(text).toContain('You’ve paid for the same time again since then, so we’re refunding $4.99.')
  expect(text).toContain('You can use the rest of what you paid for until 30 Sep 2026.')
  expect((await alertsAbout(flo)).join(' ')).toContain('so we’re refunding $4.99')
})

test('months that a plan covers by the time we win are refunded', async () => {
  const hal = await addUser()
  await buyMonths(hal, ['Aug', 'Sep'], 'pm_card_createDispute')
  await server.subscribe(hal, 'premium')
  await winDispute(server, await findDispute(server, (await listPayments(server, hal)).at(-1)!))
  await expect.poll(() => refundsOf(hal)).toEqual([0, 998])
  const { text } = await server.outbox.waitFor(hal.email, { subject: 'is over' })
  expect(text).toContain('You’ve paid for the same time again since then, so we’re refunding $9.98.')
  expect((await alertsAbout(hal)).join(' ')).toContain('so we’re refunding $9.98')
  expect(await listRunningPlans(server, hal)).toEqual(['Premium'])
})

// Last, because it's weeks later.
test('a dispute that’s won after the month has passed says that there’s nothing to restore', async () => {
  const eli = await buy('Jul', 'pm_card_createDispute')
  await server.passTo(server.later(35))
  await winDispute(server, await disputeOf(eli))
  const { text } = await server.outbox.waitFor(eli.email, { subject: 'is over' })
  expect(text).toContain('What you paid for has ended in the meantime')
  expect(text).toContain(paths.contact)
  expect(text).not.toMatch(/again|renew/)
  expect((await alertsAbout(eli)).join(' ')).toContain('there was no access to restore')
})

/** Their plan ended with a lost dispute, they bought another one, and we won the appeal. */
async function winAppealAfterAnotherPlan(card?: string): Promise<Person> {
  const person = await addUser()
  const session = await server.subscribe(person, 'pro', card)
  server.standIn.dispute((await latest(person)).payment_id!, 'chargeback')
  await server.standIn.webhooksSettled()
  const dispute = await disputeOf(person)
  await loseDispute(server, dispute)
  await untilEndedAtStripe(server, session.subscription as string)
  await server.passTo(server.later(10))
  await server.subscribe(person, 'premium')
  await appealDispute(server, dispute)
  server.standIn.decideAppeal(dispute, 'won')
  await server.outbox.waitFor(person.email, { subject: 'earlier plan' })
  await server.standIn.webhooksSettled()
  return person
}

test('a plan that an appeal gives back makes way for one that was bought meanwhile', async () => {
  const fay = await winAppealAfterAnotherPlan()
  const { text } = await server.outbox.waitFor(fay.email, { subject: 'is over', past: 1 })
  expect(text).toContain('You have another plan now, so we won’t restart the earlier one.')
  expect(text).not.toContain('You have the access')
  expect((await alertsAbout(fay)).join(' ')).toContain('They have another plan now')
  expect(await listRunningPlans(server, fay)).toEqual(['Premium'])
})

test('a plan that an appeal gives back makes way even if the bank returns the refund for its unused time', async () => {
  const gil = await winAppealAfterAnotherPlan('4000000000005126')
  await server.passTo(server.later(1.1))
  const { text } = await server.outbox.waitFor(gil.email, { subject: 'didn’t arrive' })
  expect(text).not.toContain('access')
  expect(await listRunningPlans(server, gil)).toEqual(['Premium'])
})
