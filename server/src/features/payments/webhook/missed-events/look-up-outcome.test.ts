import { api, paymentRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import { newId } from '#platform/database/ids.ts'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { finishPaying } from '../../months/credit/pay-with-credit.ts'
import { moveMoney } from '../../money-call.ts'
import { finishRefund } from '../../refunds/finish-refund.ts'
import { addRequest } from '../../refunds/requests-store.ts'
import { findLastFetch } from '../../stripe-store.ts'
import { listPayments } from '../../testing/lists.ts'
import { lookUpOutcome } from './look-up-outcome.ts'
import { handleMissedEvents } from './reconciliation.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

test('each outcome that’s unknown is looked up for five minutes, even if another one is already', async () => {
  const unanswered = async () => {
    server.standIn.loseAnswers(({ path }) => path === '/v1/customers')
    const call = moveMoney(server.deps, (stripe, options) => stripe.customers.create({}, options))
    await expect(call).rejects.toMatchObject({ spec: paymentRefusals.outcomeUnknown })
    server.standIn.loseAnswers(() => false)
  }
  const lookUps = async (state: string) => {
    const { rows } = await sql<{ left: number }>`
      select (data ->> 'left')::int as left from pgboss.job
      where name = 'payments.lookUpOutcome' and state = ${state}`.execute(server.deps.db)
    return rows.map(({ left }) => left).toSorted((a, b) => a - b)
  }
  await unanswered()
  // It has looked once, and waits before it looks again.
  await expect.poll(() => lookUps('created'), { timeout: 10_000 }).toHaveLength(1)
  await expect.poll(() => lookUps('completed'), { timeout: 10_000 }).toHaveLength(1)
  const [first] = await lookUps('completed')
  server.setNow(new Date(+server.deps.now() + 4 * 60_000))
  await unanswered()
  await expect.poll(() => lookUps('completed'), { timeout: 10_000 }).toEqual([first, first])
})

const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
const thisMinute = () => String(Math.floor(+server.deps.now() / 60_000))
/** When the jobs of a name run that are waiting, in seconds after they were queued. */
async function waitingFor(name: string): Promise<number[]> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from start_after - created_on)::float as seconds from pgboss.job
    where name = ${name} and state = 'created' order by created_on desc`.execute(server.deps.db)
  return rows.map(({ seconds }) => Math.round(seconds))
}

describe('while Stripe is unavailable', () => {
  const unavailable = async (work: () => Promise<void>) => {
    server.standIn.setReachable(false)
    await work().finally(() => server.standIn.setReachable(true))
  }

  test('outcomes are looked up every 15 seconds, and for five minutes once it’s back', async () => {
    await sql`delete from pgboss.job where name = 'payments.lookUpOutcome'`.execute(server.deps.db)
    const minute = thisMinute()
    await unavailable(() => lookUpOutcome.handler(server.deps, { left: 1, minute }, run))
    expect(await waitingFor('payments.lookUpOutcome')).toEqual([15])
    const { rows } = await sql<{ data: object }>`
      select data from pgboss.job where name = 'payments.lookUpOutcome' and state = 'created'`.execute(
      server.deps.db,
    )
    expect(rows).toEqual([{ data: { left: 24, minute } }])
  })

  test('payments with credit and refunds are finished every 15 seconds', async () => {
    const ann = await server.addUser('unfinished@example.com')
    const { customer } = await server.subscribe(ann, 'pro')
    const [bill] = await listPayments(server, ann)
    const [now, key] = [server.deps.now(), 'refund-unfinished']
    await addRequest(server.deps.db, { key, paymentId: bill!._id, amountCents: 100, requestedAt: now })
    const refund = { payment: bill!._id, actor: ann.id, refundedCents: 0, amountCents: 100, key }
    await unavailable(() => finishRefund.handler(server.deps, refund, run))
    expect(await waitingFor('payments.finishRefund')).toEqual([15])

    await server.stripe.customers.createBalanceTransaction(customer as string, {
      amount: -900,
      currency: 'aud',
    })
    await server.standIn.webhooksSettled()
    const id = newId()
    await server.deps.db
      .insertInto('payments')
      .values({
        id,
        ownerId: ann.id,
        buyerName: 'Ann Lee',
        buyerEmail: ann.email,
        kind: 'months',
        planId: server.plans.pro,
        planName: 'Pro',
        months: ['2026-09-01'],
        amountCents: 0,
        creditCents: 499,
        status: 'open',
        statusAt: now,
        isLive: true,
        createdAt: now,
        updatedAt: now,
      })
      .execute()
    await unavailable(() => finishPaying.handler(server.deps, { payment: id }, run))
    expect(await waitingFor('payments.finishPaying')).toEqual([15])
  })
})

describe('looking up an outcome', () => {
  /** Buys a month whose events get lost. */
  const buyJuly = async (person: Person) => {
    const input = { body: { months: ['Jul' as const], plan: server.plans.pro } }
    const { body } = await server.call(api.payments.createIntent, input, await server.signIn(person))
    server.setEventsLost(true)
    await server.pay(body.clientSecret)
    server.setEventsLost(false)
  }
  const planOf = async ({ id }: Person) => (await planStateOf(server.deps, id)).subs_details?.planName

  test('lists only the events since shortly before, and leaves others to the night', async () => {
    const [bea, cem] = [await server.addUser('bea@example.com'), await server.addUser('cem@example.com')]
    await handleMissedEvents(server.deps)
    await buyJuly(bea)
    await server.passTo(server.later(1))
    await buyJuly(cem)
    const fetchedAt = await findLastFetch(server.deps.db)
    await lookUpOutcome.handler(server.deps, { left: 0, minute: thisMinute() }, run)
    expect([await planOf(bea), await planOf(cem)]).toEqual([undefined, 'Pro'])
    expect(await findLastFetch(server.deps.db)).toEqual(fetchedAt)
    await handleMissedEvents(server.deps)
    expect(await planOf(bea)).toBe('Pro')
  })

  test('doesn’t slow down because an event can’t be handled', async () => {
    const { db } = server.deps
    const dov = await server.addUser('dov@example.com')
    await buyJuly(dov)
    const [event] = (await server.stripe.events.list({ types: ['payment_intent.succeeded'], limit: 1 })).data
    await sql`alter table provider_events add constraint broken check (id <> ${sql.lit(event!.id)})`.execute(
      db,
    )
    await sql`delete from pgboss.job where name = 'payments.lookUpOutcome'`.execute(db)
    await lookUpOutcome.handler(server.deps, { left: 9, minute: thisMinute() }, run)
    expect(await waitingFor('payments.lookUpOutcome')).toEqual([15])
    await expect(lookUpOutcome.handler(server.deps, { left: 0, minute: thisMinute() }, run)).rejects.toThrow(
      'Some events couldn’t be handled yet.',
    )
    await sql`alter table provider_events drop constraint broken`.execute(db)
  })
})
