import { api } from '@docketbox/contract'
import fc from 'fast-check'
import type { Stripe } from 'stripe'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { handleEvent } from './handle-event.ts'

const tables = [
  'subscriptions',
  'paymentMonths',
  'payments',
  'providerSubscriptions',
  'providerIntents',
  'providerRefunds',
  'providerDisputes',
  'providerEvents',
] as const

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

describe('events in any order, each delivered at least once', () => {
  test('lead to the same state', async () => {
    const person = await server.addUser('order@example.com')
    const { db } = server.deps
    const pass = async (days: number) => server.passTo(server.later(days))
    const input = { body: { months: ['Dec' as const], plan: server.plans.pro } }
    const months = await server.call(api.payments.createIntent, input, person)
    const beginning = await snapshot(server)
    await server.pay(months.body.clientSecret, 'pm_card_visa_chargeDeclined')
    await pass(0.1)
    await server.pay(months.body.clientSecret)
    const bought = await server.subscribe(person, 'pro')
    await pass(10)
    await upgradeWithBank(person, bought)
    await pass(5)
    const cancelling = { body: { isCancelled: true } }
    await server.call(api.payments.cancelPlan, cancelling, await server.signIn(person))
    await pass(5)
    await server.call(api.payments.cancelPlan, { body: { isCancelled: false } }, await server.signIn(person))
    await pass(80)
    // The subscription covers the month, so it's refunded automatically.
    await server.outbox.waitFor(person.email, { subject: 'refund from' })
    await server.standIn.webhooksSettled()
    const ending = await essence(server)
    const { data: events, has_more: isMore } = await server.stripe.events.list({ limit: 100 })
    expect(isMore).toBe(false)
    expect(events.length).toBeGreaterThan(30)
    expect(ending.payments.map(({ status }) => status)).toEqual(expect.arrayContaining(['paid']))

    const shuffled = fc.tuple(
      fc.shuffledSubarray(events, { minLength: events.length }),
      fc.subarray(events),
      fc.integer({ min: 1, max: 8 }),
    )
    await fc.assert(
      fc.asyncProperty(shuffled, async ([once, again, atOnce]) => {
        await restore(server, beginning)
        const queue = [...once, ...again].toSorted(
          (a, b) => hash(a.id + once[0]!.id) - hash(b.id + once[0]!.id),
        )
        const work = async () => {
          for (let event = queue.shift(); event; event = queue.shift()) await handleEvent(server.deps, event)
        }
        await Promise.all(Array.from({ length: atOnce }, work))
        expect(await essence(server)).toEqual(ending)
      }),
      { numRuns: 25 },
    )
    expect(await db.selectFrom('providerEvents').select('id').execute()).toHaveLength(events.length)
  }, 120_000)

  test('of a bill that waited for the bank save its lines, total and credit', async () => {
    const person = await server.addUser('waited@example.com')
    const bought = await server.subscribe(person, 'pro')
    const beginning = await snapshot(server)
    const events: Stripe.Event[] = []
    const stop = server.standIn.onEvent((event) => void events.push(event))
    await upgradeWithBank(person, bought)
    stop()
    const ending = await essence(server)
    const upgrade = ending.payments.find(
      ({ ownerId, planName }) => ownerId === person.id && planName === 'Premium',
    )
    expect(upgrade).toMatchObject({ status: 'paid', totalCents: 698, creditCents: 200 })
    expect(upgrade!.lines).toHaveLength(2)
    const paying = [
      'invoice.payment_action_required',
      'invoice_payment.paid',
      'payment_intent.succeeded',
      'invoice.paid',
    ].map((name) => events.find(({ type }) => type === name)!)
    const others = events.filter((event) => !paying.includes(event))
    for (const order of permutationsOf(paying)) {
      await restore(server, beginning)
      for (const event of [...order, ...others]) await handleEvent(server.deps, event)
      const types = order.map(({ type }) => type)
      expect({ types, ...(await essence(server)) }).toEqual({ types, ...ending })
    }
  }, 60_000)
})

/** Upgrades to Premium with $2 of credit and a card that the bank wants to check, which isn't used again. */
async function upgradeWithBank(person: Person, bought: Stripe.Checkout.Session): Promise<void> {
  const [customer, subscription] = [bought.customer as string, bought.subscription as string]
  const payWith = async (card: string) => {
    const { id } = await server.stripe.paymentMethods.attach(card, { customer })
    await server.stripe.subscriptions.update(subscription, { default_payment_method: id })
  }
  await server.stripe.customers.createBalanceTransaction(customer, { amount: -200, currency: 'aud' })
  await payWith('pm_card_authenticationRequired')
  const signedIn = await server.signIn(person)
  const plan = server.plans.premium
  const shown = await server.call(api.payments.previewChange, { body: { plan } }, signedIn)
  const { prorationDate, dueNowCents } = shown.body
  const body = { plan, prorationDate, dueNowCents }
  const { clientSecret } = (await server.call(api.payments.changePlan, { body }, signedIn)).body
  await fetch(`${server.standIn.url}/3ds/${clientSecret!.split('_secret_')[0]}`, {
    method: 'POST',
    body: new URLSearchParams({ client_secret: clientSecret!, outcome: 'approve' }),
  })
  await payWith('pm_card_visa')
  await server.standIn.webhooksSettled()
}

function permutationsOf<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, at) => permutationsOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}

function hash(text: string): number {
  return text.split('').reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 1_000_003, 7)
}

async function snapshot({ deps }: PayingServer) {
  const rows = await Promise.all(tables.map((table) => deps.db.selectFrom(table).selectAll().execute()))
  return tables.map((table, at) => ({ table, rows: rows[at]! }))
}

async function restore({ deps: { db } }: PayingServer, kept: Awaited<ReturnType<typeof snapshot>>) {
  for (const table of tables) await db.deleteFrom(table).execute()
  for (const { table, rows } of kept.toReversed()) {
    if (rows.length > 0)
      await db
        .insertInto(table)
        .values(rows.map(insertable) as never)
        .execute()
  }
}

const generated = new Set(['beganIn', 'datedAt', 'datedOn', 'endedIn', 'state'])

/** A row without what the database works out itself. */
function insertable(row: object): object {
  const rest = Object.fromEntries(Object.entries(row).filter(([column]) => !generated.has(column)))
  return 'lines' in rest ? { ...rest, lines: JSON.stringify(rest['lines']) } : rest
}

/** What must be the same whatever the order. */
async function essence({ deps: { db } }: PayingServer) {
  const payments = await db
    .selectFrom('payments')
    .select([
      'amountCents',
      'totalCents',
      'creditCents',
      'lines',
      'status',
      'method',
      'isLive',
      'refundedCents',
      'planName',
      'ownerId',
      'providerInvoiceId',
      'providerIntentId',
    ])
    .orderBy('providerInvoiceId')
    .execute()
  const subscriptions = await db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.planId')
    .select([
      'plans.name',
      'kind',
      'month',
      'periodStart',
      'periodEnd',
      'cancelsAtPeriodEnd',
      'providerSubscriptionId',
    ])
    .select((eb) => eb('endedAt', 'is not', null).as('isEnded'))
    .orderBy('kind')
    .orderBy('periodStart')
    .execute()
  const months = await db.selectFrom('paymentMonths').select('month').execute()
  return { payments, subscriptions, months }
}
