import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { handleMissedEvents } from '../../webhook/missed-events/reconciliation.ts'
import { settleCredit } from '../../customers/settle-credit.ts'
import { creditAtStripe } from '../../testing/at-stripe.ts'
import { disputeFirst, loseDispute, winAppeal } from '../../testing/disputes.ts'
import { listAlerts, listPayments } from '../../testing/lists.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('money-back@example.com', { role: 'Admin' })
})

let userCount = 0
const history = (person: Person) => listPayments(server, person)
const first = async (person: Person) => (await history(person)).at(-1)!

async function subscribe() {
  const person = await server.addUser(`mover${++userCount}@example.com`)
  const { customer } = await server.subscribe(person, 'pro')
  const credit = () => creditAtStripe(server, customer as string)
  return { person, credit }
}

test('what a change didn’t credit because of a lost dispute is credited once we win the appeal', async () => {
  const { person: ann, credit } = await subscribe()
  await server.changePlan(ann, 'premium')
  const dispute = await disputeFirst(server, ann)
  await loseDispute(server, dispute)
  await server.changePlan(ann, 'pro')
  await expect.poll(credit).toBe(199)
  await winAppeal(server, dispute)
  await expect.poll(credit).toBe(698)
  const { _id: id } = await first(ann)
  // Its response was lost.
  await settleCredit(server.deps, server.stripe, id)
  expect(await credit()).toBe(698)
  const { text } = await server.outbox.waitFor(ann.email, { subject: '$4.99 in credit' })
  const [change] = await history(ann)
  expect(change!.adjustmentNotes).toMatchObject([
    { amountCents: 199, isCredit: true },
    { amountCents: 499, isCredit: true },
  ])
  expect(text).toContain(
    'when you changed to Pro, your bank had given an earlier payment back to you after a dispute',
  )
  expect((await listAlerts(server, admin, ann)).join(' ')).toContain(
    '$4.99 of credit that they missed out on when they changed plans',
  )
  // All of the payment is credit now, which administrators can refund, but not twice.
  const limits = await server.call(api.payments.refundLimits, { params: { id } }, await server.signIn(admin))
  expect(limits.body).toMatchObject({ partCents: 0, creditedCents: 499 })
  const params = { userId: ann.id }
  const left = await server.call(api.payments.customerCredit, { params }, await server.signIn(admin))
  expect(left.body).toEqual({ creditCents: 698, refundableCents: 698, refundingCents: 0 })
})

test('a change that we hear of after the appeal is credited and noted once', async () => {
  const { person: bea, credit } = await subscribe()
  await server.changePlan(bea, 'premium')
  const dispute = await disputeFirst(server, bea)
  await loseDispute(server, dispute)
  server.setEventsLost(true)
  await server.changePlan(bea, 'pro')
  server.setEventsLost(false)
  await winAppeal(server, dispute)
  await expect.poll(credit).toBe(698)
  await handleMissedEvents(server.deps)
  await server.outbox.waitFor(bea.email, { subject: '$4.99 in credit' })
  const [change] = await history(bea)
  expect(change!.adjustmentNotes.map(({ amountCents }) => amountCents)).toEqual([199, 499])
  expect(await credit()).toBe(698)
})
