import { beforeAll, describe, expect, test } from 'vitest'
import { runningRecurring } from '#features/subscriptions'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { simulate } from './simulate.ts'
import type { Movement } from './stripe-books.ts'

// oxlint-disable node/no-process-env -- `npm run bench -- books` runs more seeds, with more customers, for longer.
const first = Number(process.env['BOOKS_FIRST_SEED'] ?? 1)
const seeds = Array.from({ length: Number(process.env['BOOKS_SEEDS'] ?? 1) }, (_, at) => first + at)
const customers = Number(process.env['BOOKS_CUSTOMERS'] ?? 5)
const days = Number(process.env['BOOKS_DAYS'] ?? 90)

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer(new Date('2027-01-01T00:00:00Z'), undefined, {
    hasWebhooks: false,
  })
})

describe('whatever customers do, and however events arrive', () => {
  test.each(seeds)(
    'the books balance to the cent: seed %i',
    async (seed) => {
      const { owners, movements } = await simulate(server, { seed, customers, days })
      expect(movements.size).toBeGreaterThan(0)
      expect(await wrongPayments(movements)).toEqual([])
      for (const owner of owners) {
        const { cashCents, accessCents, creditCents } = await booksOf(owner, movements)
        expect({ owner, cashCents }).toEqual({ owner, cashCents: accessCents + creditCents })
        expect({ owner, wrong: await wrongAccess(owner) }).toEqual({ owner, wrong: [] })
      }
    },
    // A seed of 200 customers and two years takes minutes.
    3_600_000,
  )
})

/** Payments that differ from what moved at Stripe. */
async function wrongPayments(movements: Map<string, Movement>) {
  const rows = await server.deps.db
    .selectFrom('payments')
    .select(['providerIntentId', 'status', 'amountCents', 'refundedCents'])
    .select('disputedCents')
    .where('providerIntentId', 'in', [...movements.keys()])
    .execute()
  return [...movements].flatMap(([intent, { chargedCents, refundedCents, disputedCents }]) => {
    const row = rows.find(({ providerIntentId }) => providerIntentId === intent)
    const isRight =
      row?.status === 'paid' &&
      row.amountCents === chargedCents &&
      row.refundedCents === refundedCents &&
      row.disputedCents === disputedCents
    return isRight ? [] : [{ intent, expected: { chargedCents, refundedCents, disputedCents }, row }]
  })
}

/**
 * A customer's books: what was charged and neither refunded nor disputed, the access that was granted for it, and the
 * credit that's left. Access is worth what Stripe's paid invoices and the paid months cost, less what went back for it;
 * credit that a refund took back had not been used for any.
 */
async function booksOf(owner: string, movements: Map<string, Movement>) {
  const customer = await server.deps.db
    .selectFrom('providerCustomers')
    .select(['id', 'creditCents'])
    .where('ownerId', '=', owner)
    .executeTakeFirst()
  if (!customer) return { cashCents: 0, accessCents: 0, creditCents: 0 }
  const at = await server.stripe.customers.retrieve(customer.id)
  const creditCents = at.deleted ? 0 : -at.balance
  expect(customer.creditCents).toBe(Math.max(0, creditCents))
  const intents = await server.deps.db
    .selectFrom('payments')
    .select(['providerIntentId', 'kind', 'status', 'amountCents', 'creditCents'])
    .select(['refundedCents', 'disputedCents', 'creditReturnedCents'])
    .where('ownerId', '=', owner)
    .where('status', '=', 'paid')
    .execute()
  const moved = intents.flatMap(({ providerIntentId }) => movements.get(providerIntentId ?? '') ?? [])
  const cashCents = moved.reduce(
    (sum, { chargedCents, refundedCents, disputedCents }) =>
      sum + chargedCents - refundedCents - disputedCents,
    0,
  )
  const invoices = await server.stripe.invoices
    .list({ customer: customer.id, status: 'paid', limit: 100 })
    .autoPagingToArray({ limit: 10_000 })
  const booked = await server.stripe.customers
    .listBalanceTransactions(customer.id, { limit: 100 })
    .autoPagingToArray({ limit: 10_000 })
  const takenBackCents = booked
    .filter(({ metadata }) => metadata?.['takenBack'] ?? metadata?.['creditRefund'])
    .reduce((sum, { amount }) => sum + amount, 0)
  const granted = {
    invoices: invoices.reduce((sum, { total }) => sum + total, 0),
    months: intents
      .filter(({ kind }) => kind === 'months')
      .reduce((sum, { amountCents, creditCents }) => sum + amountCents + creditCents, 0),
    backCents: intents.reduce(
      (sum, { refundedCents, disputedCents, creditReturnedCents }) =>
        sum + refundedCents + disputedCents + creditReturnedCents,
      0,
    ),
  }
  const accessCents = granted.invoices + granted.months - granted.backCents + takenBackCents
  return { cashCents, accessCents, creditCents }
}

/** Access without a payment that wasn't taken back, a month granted twice, or a plan that differs from Stripe's. */
async function wrongAccess(owner: string): Promise<string[]> {
  const { db, now } = server.deps
  const wrong: string[] = []
  const months = await db
    .selectFrom('subscriptions')
    .innerJoin('payments', 'payments.id', 'subscriptions.paymentId')
    .select(['subscriptions.month', 'subscriptions.endedAt', 'payments.status'])
    .select(['payments.amountCents', 'payments.refundedCents', 'payments.disputedCents'])
    .where('subscriptions.ownerId', '=', owner)
    .where('subscriptions.kind', '=', 'month')
    .execute()
  const granted = months.filter(({ endedAt }) => endedAt === null)
  if (new Set(granted.map(({ month }) => month)).size < granted.length) wrong.push('a month twice')
  for (const { month, status, amountCents, refundedCents, disputedCents } of granted) {
    const isTakenBack = amountCents > 0 && refundedCents + disputedCents >= amountCents
    if (status !== 'paid' || isTakenBack) wrong.push(`${month} is granted, but not paid`)
  }
  const running = await runningRecurring(db, owner, now())
  if (running.length > 1) wrong.push('two subscriptions at once')
  for (const { providerSubscriptionId, cancelsAtPeriodEnd } of running) {
    const atStripe = await server.stripe.subscriptions.retrieve(providerSubscriptionId)
    if (!['active', 'past_due'].includes(atStripe.status))
      wrong.push(`${atStripe.status} at Stripe, but running here`)
    if (cancelsAtPeriodEnd !== (atStripe.cancel_at !== null)) wrong.push('cancelled on one side only')
  }
  return wrong
}
