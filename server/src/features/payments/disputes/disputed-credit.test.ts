import { api, type Payment } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { handleEvent } from '../webhook/handle-event.ts'
import { creditAtStripe, untilEndedAtStripe } from '../testing/at-stripe.ts'
import { disputeFirst, findDispute, loseDispute, winAppeal } from '../testing/disputes.ts'
import { listAlerts, listPayments } from '../testing/lists.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('credit-bank@example.com', { role: 'Admin' })
})

let userCount = 0
const history = (person: Person) => listPayments(server, person)
const alertsAbout = async (person: Person) => (await listAlerts(server, admin, person)).join(' ')

/** Subscribes to Pro ($4.99), upgrades ($6.98) and changes back, which leaves $6.98 of credit. */
async function changeBackAndForth() {
  const person = await server.addUser(`changer${++userCount}@example.com`)
  const { customer, subscription } = await server.subscribe(person, 'pro')
  await server.changePlan(person, 'premium')
  await server.changePlan(person, 'pro')
  const id = customer as string
  const credit = () => creditAtStripe(server, id)
  expect(await credit()).toBe(698)
  return { person, customer: id, subscription: subscription as string, credit }
}

test('credit that a lost payment had become is taken back, and given again after an appeal', async () => {
  const { person: ann, credit } = await changeBackAndForth()
  const dispute = await disputeFirst(server, ann)
  expect(await credit()).toBe(698)
  await loseDispute(server, dispute)
  await expect.poll(credit).toBe(199)
  const lost = await server.outbox.waitFor(ann.email, { subject: 'is over' })
  expect(lost.text).toContain('we’re taking back $4.99 of that credit')
  expect(await alertsAbout(ann)).toContain('We’re taking back $4.99 of the credit')
  expect(await alertsAbout(ann)).not.toContain('spent')
  // The upgrade's $6.98 still pay for the plan, and for what's left of the credit.
  const preview = { body: { plan: server.plans.premium } }
  const { body } = await server.call(api.payments.previewChange, preview, await server.signIn(ann))
  expect(body).toMatchObject({ creditCents: 499, alreadyRefundedCents: 0, balanceUsedCents: 199 })
  await winAppeal(server, dispute)
  await expect.poll(credit).toBe(698)
  const won = await server.outbox.waitFor(ann.email, { subject: 'is over', past: 1 })
  expect(won.text).toContain('the $4.99 of credit')
})

test('an upgrade can still be refunded in full after credit was taken back for an earlier payment', async () => {
  const { person: bob, credit } = await changeBackAndForth()
  await loseDispute(server, await disputeFirst(server, bob))
  await expect.poll(credit).toBe(199)
  const upgrade = (await history(bob)).find(({ amount }) => amount === 698)!
  const params = { id: upgrade._id }
  const limits = await server.call(api.payments.refundLimits, { params }, await server.signIn(admin))
  expect(limits.body).toMatchObject({ wholeCents: 698, takenBackCents: 199 })
})

test('only the credit that’s left is taken back, and administrators hear what has been spent', async () => {
  const { person: cy, customer, credit } = await changeBackAndForth()
  const spent = { amount: 500, currency: 'aud' }
  await server.stripe.customers.createBalanceTransaction(customer, spent)
  await loseDispute(server, await disputeFirst(server, cy))
  await expect.poll(credit).toBe(0)
  await expect
    .poll(() => alertsAbout(cy))
    .toContain(
      'We’re taking back $1.98 of the credit it was turned into. The other $3.01 has already been spent or refunded.',
    )
})

test('events that come twice, late and in the wrong order take credit back once', async () => {
  const { person: dee, customer, credit } = await changeBackAndForth()
  const events: Stripe.Event[] = []
  server.setEventsLost(true)
  const stop = server.standIn.onEvent((event) => void events.push(event))
  await loseDispute(server, await disputeFirst(server, dee))
  stop()
  server.setEventsLost(false)
  const again = (turn: string) => async (event: Stripe.Event) =>
    handleEvent(server.deps, { ...event, id: `${event.id}_${turn}` })
  for (const event of events.toReversed()) await again('late')(event)
  await expect.poll(credit).toBe(199)
  const gift = { amount: -1000, currency: 'aud' }
  await server.stripe.customers.createBalanceTransaction(customer, gift)
  await Promise.all(events.map(again('twice')))
  await server.standIn.webhooksSettled()
  expect(await credit()).toBe(1199)
})

test('a lost payment whose time was over takes no credit from later ones', async () => {
  const eve = await server.addUser('changer-later@example.com')
  const { customer } = await server.subscribe(eve, 'pro')
  await server.passTo(server.later(32))
  await server.changePlan(eve, 'premium')
  await server.changePlan(eve, 'pro')
  await loseDispute(server, await disputeFirst(server, eve))
  await server.outbox.waitFor(eve.email, { subject: 'is over' })
  await server.standIn.webhooksSettled()
  expect(await creditAtStripe(server, customer as string)).toBeGreaterThan(600)
  expect(await alertsAbout(eve)).not.toContain('credit')
})

describe('after the bank took back an upgrade, and so ended the plan, the payment before it can be refunded', () => {
  const limitsOf = async ({ _id: id }: Payment) =>
    (await server.call(api.payments.refundLimits, { params: { id } }, await server.signIn(admin))).body
  const refund = async ({ _id: id }: Payment) =>
    server.call(
      api.payments.refund,
      { params: { id }, body: { reason: 'asked' } },
      await server.signIn(admin),
    )
  const loseUpgrade = async (person: Person, subscription: string) => {
    const upgrade = (await history(person)).find(({ amount }) => amount === 698)!
    server.standIn.dispute(upgrade.payment_id!)
    await server.standIn.webhooksSettled()
    const whileOpen = await limitsOf((await history(person)).at(-1)!)
    await loseDispute(server, await findDispute(server, upgrade))
    await untilEndedAtStripe(server, subscription)
    return { whileOpen, first: (await history(person)).at(-1)! }
  }

  test('if it had paid for a part of that', async () => {
    const person = await server.addUser(`changer${++userCount}@example.com`)
    const { subscription } = await server.subscribe(person, 'pro')
    await server.changePlan(person, 'premium')
    const { whileOpen, first } = await loseUpgrade(person, subscription as string)
    expect(whileOpen).toMatchObject({ wholeCents: 0, partCents: 0 })
    expect(await limitsOf(first)).toMatchObject({ wholeCents: 499, partCents: 499, creditedCents: 0 })
    expect(await refund(first)).toMatchObject({ status: 200 })
    await server.standIn.webhooksSettled()
    expect((await history(person)).at(-1)).toMatchObject({ refundedCents: 499 })
  })

  test('if it had become credit, which they still have', async () => {
    const { person, credit, subscription } = await changeBackAndForth()
    const { first } = await loseUpgrade(person, subscription)
    await expect.poll(credit).toBe(499)
    expect(await limitsOf(first)).toMatchObject({ wholeCents: 499, partCents: 0, takenBackCents: 499 })
    expect(await refund(first)).toMatchObject({ status: 200 })
    await server.standIn.webhooksSettled()
    expect((await history(person)).at(-1)).toMatchObject({ refundedCents: 499 })
    await expect.poll(credit).toBe(0)
  })
})
