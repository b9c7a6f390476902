import { api } from '@docketbox/contract'
import { HOUR_MS } from '@docketbox/contract/core/units'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { findDispute, loseDispute, winAppeal } from '../../testing/disputes.ts'
import { listAlerts, listPayments } from '../../testing/lists.ts'
import { refundPart } from './refund-part.ts'

let server: PayingServer
let admin: Person
beforeAll(async () => {
  server = await startPayingServer()
  admin = await server.addUser('refused-desk@example.com', { role: 'Admin' })
})

afterEach(() => server.standIn.setBalanceEmpty(false))

const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }

/** As if the process had stopped once it had queued the next try of a refund. */
async function interruptTry(payment: string): Promise<void> {
  await sql`insert into pgboss.job (name, data, singleton_key, state, started_on)
    select name, data, singleton_key, 'active', now() from pgboss.job
    where name = 'payments.refundPart' and state = 'created' and data ->> 'payment' = ${payment}
  `.execute(server.deps.db)
}

/** The refunds of a payment that we'll try later. */
async function owedLater(payment: string): Promise<object[]> {
  const { rows } = await sql<{ data: { payment: string; tries: number } }>`
    select data from pgboss.job where name = 'payments.refundPart' and state = 'created'
  `.execute(server.deps.db)
  return rows.map(({ data }) => data).filter((data) => data.payment === payment)
}

test('money that we owe while our balance is empty raises an alert, and is refunded on a later day', async () => {
  const ann = await server.addUser('ann@example.com')
  await server.subscribe(ann, 'pro')
  server.standIn.setBalanceEmpty(true)
  await server.subscribe(ann, 'premium')
  const { _id: payment } = (await listPayments(server, ann)).at(-1)!
  await expect.poll(() => owedLater(payment)).toMatchObject([{ tries: 1 }])
  expect(await listAlerts(server, admin, ann)).toEqual([
    'ann@example.com: Stripe refused the refund of $4.99 that we owe: Insufficient funds in your Stripe balance to refund this amount. We’ll try again every day.',
  ])
  server.standIn.setBalanceEmpty(false)
  await refundPart.handler(server.deps, refundPart.schema.parse((await owedLater(payment))[0]), run)
  await server.standIn.webhooksSettled()
  expect((await listPayments(server, ann)).map(({ refundedCents }) => refundedCents)).toEqual([0, 499])
  expect(await listAlerts(server, admin, ann)).toEqual([])
})

test('money that Stripe has refused to refund for a month isn’t tried again, and administrators learn that', async () => {
  const ben = await server.addUser('ben@example.com')
  await server.subscribe(ben, 'pro')
  const { _id: payment } = (await listPayments(server, ben))[0]!
  server.standIn.setBalanceEmpty(true)
  const part = { payment, amountCents: 100 }
  await refundPart.handler(server.deps, refundPart.schema.parse({ ...part, tries: 60, refusals: 28 }), run)
  expect(await owedLater(payment)).toMatchObject([{ tries: 61, refusals: 29 }])
  await sql`delete from pgboss.job where name = 'payments.refundPart'`.execute(server.deps.db)
  await refundPart.handler(server.deps, refundPart.schema.parse({ ...part, tries: 61, refusals: 29 }), run)
  expect(await owedLater(payment)).toEqual([])
  expect(await listAlerts(server, admin, ben)).toEqual([
    'ben@example.com: Stripe refused the refund of $1.00 that we owe: Insufficient funds in your Stripe balance to refund this amount. We’ve tried for a month, and won’t try again. Pay it another way.',
  ])
})

test('months that a plan covered before we heard of their dispute are refunded if we win the appeal', async () => {
  const cai = await server.addUser('cai@example.com')
  const body = { months: ['Aug' as const, 'Sep' as const], plan: server.plans.pro }
  await server.pay((await server.call(api.payments.createIntent, { body }, cai)).body.clientSecret)
  const [months] = await listPayments(server, cai)
  server.setEventsLost(true)
  server.standIn.dispute(months!.payment_id!)
  const dispute = await findDispute(server, months!)
  server.setEventsLost(false)
  await server.subscribe(cai, 'premium')
  const tryAgain = async (tried = {}) => {
    const [owed] = await owedLater(months!._id)
    await sql`delete from pgboss.job where name = 'payments.refundPart'`.execute(server.deps.db)
    await refundPart.handler(server.deps, refundPart.schema.parse({ ...owed!, ...tried }), run)
    await server.standIn.webhooksSettled()
  }
  await expect.poll(() => owedLater(months!._id)).toMatchObject([{ tries: 1, refusals: 0 }])
  await server.passTo(new Date(+server.deps.now() + HOUR_MS))
  await loseDispute(server, dispute)
  expect((await listPayments(server, cai))[1]).toMatchObject({ disputeState: 'lost' })
  // An appeal may be won years later.
  await tryAgain({ tries: 1000 })
  expect(await owedLater(months!._id)).toMatchObject([{ tries: 1001, refusals: 0 }])
  await interruptTry(months!._id)
  await winAppeal(server, dispute)
  const { text } = await server.outbox.waitFor(cai.email, { subject: 'is over', past: 1 })
  expect(text).toContain('We still owe you $9.98 of it, which we couldn’t refund while it was disputed.')
  expect(text).toContain('We’ll email you once we’ve refunded it.')
  expect(text).not.toContain('has ended')
  const alerts = (await listAlerts(server, admin, cai)).join(' ')
  expect(alerts).toContain('We still owe them $9.98 of it, and will try to refund it within a day.')
  server.standIn.setBalanceEmpty(true)
  await tryAgain()
  expect(await owedLater(months!._id)).toMatchObject([{ tries: 1002, refusals: 1 }])
  server.standIn.setBalanceEmpty(false)
  await tryAgain()
  await server.outbox.waitFor(cai.email, { subject: '$9.98 refund' })
  expect(await owedLater(months!._id)).toEqual([])
  expect((await listPayments(server, cai)).map(({ refundedCents }) => refundedCents)).toEqual([0, 998])
})
