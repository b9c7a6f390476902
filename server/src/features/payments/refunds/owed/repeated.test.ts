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

/** How many refunds of a payment wait for the next day. */
async function waiting(payment: string): Promise<number> {
  const { rows } = await sql`
    select 1 from pgboss.job where name = 'payments.refundPart' and state = 'created'
    and data::text like ${`%${payment}%`}
  `.execute(server.deps.db)
  return rows.length
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

test('a refund that was made on a later try isn’t made again by another one', async () => {
  const dan = await server.addUser('dan@example.com')
  await server.subscribe(dan, 'pro')
  const [payment] = await listPayments(server, dan)
  const part = { payment: payment!._id, amountCents: 100, requestedAt: server.deps.now() }
  const make = async (tries: number) => {
    await refundPart.handler(server.deps, refundPart.schema.parse({ ...part, tries }), run)
    await server.standIn.webhooksSettled()
  }
  await make(1)
  await make(2)
  await pass(25)
  await make(0)
  expect(await refunds(dan)).toEqual([100])
})

test('an older plan whose refund Stripe refused is refunded once, even if it’s ended again the next day', async () => {
  const end = async (email: string) => {
    const person = await server.addUser(email)
    const { subscription } = await server.subscribe(person, 'pro')
    await pass(24 * 20)
    server.standIn.setBalanceEmpty(true)
    await server.subscribe(person, 'premium')
    const { _id: payment } = (await listPayments(server, person))[1]!
    await expect.poll(() => waiting(payment)).toBe(1)
    server.standIn.setBalanceEmpty(false)
    await pass(25)
    return {
      person,
      refund: () => repeat(refundPart as unknown as Job, payment),
      endAgain: () => repeat(endPlan as unknown as Job, subscription as string),
    }
  }
  const eve = await end('eve@example.com')
  await eve.refund()
  const refunded = await refunds(eve.person)
  expect(refunded[1]).toBeGreaterThan(0)
  await eve.endAgain()
  expect(await refunds(eve.person)).toEqual(refunded)

  const fin = await end('fin@example.com')
  await fin.endAgain()
  const afterEnding = await refunds(fin.person)
  expect(afterEnding[1]).toBeGreaterThan(0)
  await fin.refund()
  expect(await refunds(fin.person)).toEqual(afterEnding)
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
