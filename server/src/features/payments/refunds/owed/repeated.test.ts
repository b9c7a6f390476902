import { HOUR_MS } from '@docketbox/contract/core/units'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Job } from '#platform/jobs/jobs.ts'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { returnCredit } from '../../customers/balance-transactions.ts'
import { endPlan } from '../../plans/ending/end-older-plans.ts'
import { creditAtStripe } from '../../testing/at-stripe.ts'
import { addUserWithCredit } from '../../testing/credit.ts'
import { listPayments } from '../../testing/lists.ts'
import { refundPart, requestRefund } from './refund-part.ts'

/** Jobs that run again when Stripe has forgotten their idempotency keys, as after an outage or in a restored backup. */
let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
const pass = (hours: number) => server.passTo(new Date(+server.deps.now() + hours * HOUR_MS))
const refunds = async (person: Person) =>
  (await listPayments(server, person)).map(({ refundedCents }) => refundedCents)

/** Runs jobs of a kind once more with the data that they were queued with. */
async function repeat({ name, schema, handler }: Job, mentioned: string): Promise<void> {
  const { rows } = await sql<{ data: object }>`
    select data from pgboss.job where name = ${name} and data::text like ${`%${mentioned}%`}
  `.execute(server.deps.db)
  expect(rows).not.toEqual([])
  for (const { data } of rows) await handler(server.deps, schema.parse(data), run)
  await server.standIn.webhooksSettled()
}

test('part of a payment is refunded once, even if the job runs again the next day', async () => {
  const ann = await server.addUser('ann@example.com')
  await server.subscribe(ann, 'pro')
  const [payment] = await listPayments(server, ann)
  await requestRefund(server.deps, server.deps.db, { payment: payment!._id, amountCents: 100 })
  await expect.poll(() => refunds(ann)).toEqual([100])
  await pass(25)
  await repeat(refundPart as unknown as Job, payment!._id)
  expect(await refunds(ann)).toEqual([100])
})

test('an older plan is refunded once, even if the job runs again the next day', async () => {
  const ben = await server.addUser('ben@example.com')
  const { subscription } = await server.subscribe(ben, 'pro')
  await pass(24 * 15)
  await server.subscribe(ben, 'premium')
  await server.outbox.waitFor(ben.email, { subject: 'earlier plan' })
  await server.standIn.webhooksSettled()
  const refunded = await refunds(ben)
  expect(refunded[1]).toBeGreaterThan(0)
  await pass(25)
  await repeat(endPlan as unknown as Job, subscription as string)
  expect(await refunds(ben)).toEqual(refunded)
})

test('credit is returned once, even if the job runs again the next day, and again when it’s owed again', async () => {
  const { customer, id } = await addUserWithCredit(server, 'cat@example.com', 500)
  const creditReturn = { payment: id, customer, amountCents: 200, returnedCents: 0 }
  const book = (requestedAt: Date) =>
    returnCredit.handler(server.deps, returnCredit.schema.parse({ ...creditReturn, requestedAt }), run)
  const requestedAt = server.deps.now()
  await book(requestedAt)
  await pass(25)
  await book(requestedAt)
  expect(await creditAtStripe(server, customer)).toBe(700)
  await book(server.deps.now())
  expect(await creditAtStripe(server, customer)).toBe(900)
})
