import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { untilEndedAtStripe } from '../../testing/at-stripe.ts'
import { disputeFirst } from '../../testing/disputes.ts'
import { listPayments } from '../../testing/lists.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('unsuspending@example.com', { role: 'Admin' })
})

const setSuspended = async ({ id }: Person, isSuspended: boolean) => {
  const input = { params: { userId: id }, body: { isSuspended } }
  await server.call(api.admin.setStatus, input, await server.signIn(admin))
}
/** Suspends a person until their plan is cancelled at Stripe. @returns the mail they get when they're unsuspended. */
const suspendAndBack = async (person: Person, subscription: string) => {
  await setSuspended(person, true)
  const isEnding = async () => {
    const { cancel_at, ended_at } = await server.stripe.subscriptions.retrieve(subscription)
    return (cancel_at ?? ended_at) !== null
  }
  await expect.poll(isEnding).toBe(true)
  await server.standIn.webhooksSettled()
  await setSuspended(person, false)
  return (await server.outbox.waitFor(person.email, { subject: 'no longer suspended' })).text
}
const subscribe = async (person: Person, card?: string) =>
  (await server.subscribe(person, 'pro', card)).subscription as string

test('the mail after a suspension leads to “Keep my plan”', async () => {
  const ann = await server.addUser('kept@example.com')
  expect(await suspendAndBack(ann, await subscribe(ann))).toMatch(/ends on 1 Aug 2026.*Keep my plan/)
})

test('the mail doesn’t mention “Keep my plan” while a bank decides on a payment of the plan', async () => {
  const ben = await server.addUser('disputing@example.com')
  const subscription = await subscribe(ben)
  await server.passTo(server.later(32))
  await disputeFirst(server, ben)
  const text = await suspendAndBack(ben, subscription)
  expect(text).toContain('Your plan ends on 1 Sep 2026 and won’t renew.')
  expect(text).not.toContain('Keep my plan')
})

test('the mail doesn’t mention “Keep my plan” if the plan is over at Stripe and continues because its refund failed', async () => {
  const cho = await server.addUser('refunded@example.com')
  const subscription = await subscribe(cho, '4000000000005126')
  const [payment] = await listPayments(server, cho)
  const input = { params: { id: payment!._id }, body: { reason: 'asked' } }
  await server.call(api.payments.refund, input, await server.signIn(admin))
  await untilEndedAtStripe(server, subscription)
  await server.passTo(server.later(1))
  const text = await suspendAndBack(cho, subscription)
  expect(text).toContain('and won’t renew.')
  expect(text).not.toContain('Keep my plan')
})

test('the mail names no day in the past while the renewal is being paid', async () => {
  const dan = await server.addUser('renewing@example.com')
  const subscription = await subscribe(dan)
  const { periodEnd } = await server.deps.db
    .selectFrom('subscriptions')
    .select('periodEnd')
    .where('ownerId', '=', dan.id)
    .executeTakeFirstOrThrow()
  await server.passTo(new Date(+periodEnd + 60_000))
  const text = await suspendAndBack(dan, subscription)
  expect(text).toMatch(/a renewal payment that’s under way may still go through.*Keep my plan/)
  expect(text).not.toContain('ends on')
})
