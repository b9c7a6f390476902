import { api, formatCents, paymentRefusals } from '@docketbox/contract'
import { localKeys, startStripeStandIn } from '@docketbox/local/stripe'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { afterTheFile } from '#testing/clean-up.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { returnCredit } from './customers/balance-transactions.ts'
import { findCustomer } from './customers/store.ts'
import { finishPaying } from './months/credit/pay-with-credit.ts'
import { finishRefund } from './refunds/finish-refund.ts'
import { refundPart } from './refunds/owed/refund-part.ts'
import { refundWhole } from './refunds/owed/refund-whole.ts'
import { addRequest } from './refunds/requests-store.ts'
import { creditAtStripe } from './testing/at-stripe.ts'
import { addUserWithCredit } from './testing/credit.ts'
import { listAlerts, listPayments } from './testing/lists.ts'
import { type FaultyProxy, startFaultyProxy } from './testing/outages/faulty-proxy.ts'
import { lookUpOutcome } from './webhook/missed-events/look-up-outcome.ts'

const rolledKey = 'sk_test_rolled_yesterday'

let server: TestServer
let admin: Person
let plan: string
beforeAll(async () => {
  const standIn = await startStripeStandIn()
  afterTheFile(() => standIn.stop())
  const { host, port, scriptUrl } = standIn
  server = await startTestServer(
    { LOG_LEVEL: 'error' },
    { ...localKeys, secretKey: rolledKey, local: { host, port, scriptUrl } },
  )
  admin = await server.addUser('admin@example.com', { role: 'Super Admin' })
  const row = await server.deps.db
    .updateTable('plans')
    .set({ providerPriceId: 'price_1' })
    .where('name', '=', 'Pro')
    .returning('id')
    .executeTakeFirstOrThrow()
  plan = row.id
})

const firstRun = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
const refusalLines = () =>
  server.logged.filter((line) => line.includes('Stripe refused a call')).map((line) => JSON.parse(line))

test('a customer whose call Stripe refuses learns that it’s for us to fix, and we find out why', async () => {
  const ann = await server.addUser('ann@example.com')
  const before = refusalLines().length
  const responses = [
    await server.call(api.payments.openCheckout, { body: { plan } }, ann),
    await server.call(api.payments.createIntent, { body: { months: ['Jul'], plan } }, ann),
    await server.call(api.payments.previewPromotion, { query: { code: 'EOFY20' } }, ann),
  ]
  const { code, message } = paymentRefusals.providerRefused
  for (const response of responses) expect(response).toMatchObject({ status: 500, body: { code, message } })
  expect(message).not.toMatch(/charged|paid|refund/)
  const lines = refusalLines().slice(before)
  expect(lines.map(({ err }) => [err.type, err.statusCode])).toEqual(
    responses.map(() => ['StripeAuthenticationError', 401]),
  )
  expect(lines[0].err.message).toContain('Invalid API Key')
  expect(JSON.stringify(server.logged)).not.toContain(rolledKey)
})

test('an administrator learns where to look', async () => {
  const { status, body } = await server.call(api.payments.listPromotions, {}, admin)
  expect([status, body]).toEqual([
    500,
    { code: paymentRefusals.providerRefused.code, message: expect.stringContaining('payments check') },
  ])
})

test('a refund that we owe waits for a key that Stripe accepts', async () => {
  await refundWhole.handler(server.deps, { intent: 'pi_1', tries: 0, refusals: 0 }, firstRun)
  const { rows } = await sql`
    select data from pgboss.job where name = ${refundWhole.name} and state = 'created'
  `.execute(server.deps.db)
  expect(rows).toEqual([{ data: { intent: 'pi_1', tries: 0, refusals: 0 } }])
})

describe('a restricted key', () => {
  let proxy: FaultyProxy
  let paying: PayingServer
  let chief: Person
  beforeAll(async () => {
    paying = await startPayingServer(undefined, async (standIn) => {
      proxy = await startFaultyProxy(standIn)
      return { host: proxy.host, port: proxy.port }
    })
    chief = await paying.addUser('chief@example.com', { role: 'Super Admin' })
  })
  afterEach(() => proxy.heal())

  const subscribe = async (email: string) => {
    const person = await paying.addUser(email)
    await paying.subscribe(person, 'pro')
    return { person, payment: (await listPayments(paying, person))[0]!._id }
  }

  test('whose refund Stripe refuses doesn’t make it later, once it may', async () => {
    const { payment: id } = await subscribe('ben@example.com')
    const refund = () =>
      paying.call(api.payments.refund, { params: { id }, body: { amountCents: 100, reason: 'asked' } }, chief)
    proxy.break('POST /v1/refunds', 'forbidden')
    expect(await refund()).toMatchObject({
      status: 500,
      body: { code: paymentRefusals.providerRefused.code },
    })
    const limits = await paying.call(api.payments.refundLimits, { params: { id } }, chief)
    expect(limits.body.requestedCents).toBe(0)
    const log = await paying.call(api.admin.listAudit, { query: { group: 'payments' } }, chief)
    expect(log.body.docs.map(({ action }) => action)).toEqual(['payments.refundRefused', 'payments.refund'])
    proxy.heal()
    expect((await refund()).status).toBe(200)
  })

  test.each(['GET', 'POST'])(
    'that may not %s refunds raises an alert about one that we owe, which is tried again tomorrow',
    async (method) => {
      const { person, payment } = await subscribe(`${method.toLowerCase()}@example.com`)
      proxy.break(`${method} /v1/refunds`, 'forbidden')
      const part = refundPart.schema.parse({ payment, amountCents: 100 })
      await refundPart.handler(paying.deps, part, firstRun)
      expect(await listAlerts(paying, chief, person)).toEqual([
        `${person.email}: Stripe refused the refund of $1.00 that we owe: The provided key may not do this. We’ll try again every day.`,
      ])
      const { rows } = await sql`
        select data ->> 'tries' as tries, extract(epoch from start_after - created_on)::int / 3600 as hours
        from pgboss.job where name = ${refundPart.name} and data ->> 'payment' = ${payment}
      `.execute(paying.deps.db)
      expect(rows).toEqual([{ tries: '1', hours: 24 }])
    },
  )

  test('that may not change customers’ credit raises an alert about credit that we owe', async () => {
    const { person, payment } = await subscribe('cat@example.com')
    const customer = await findCustomer(paying.deps.db, person.id)
    const data = { payment, customer: customer!.id, amountCents: 200, returnedCents: 0 }
    proxy.break('POST /v1/customers/:id/balance_transactions', 'forbidden')
    await expect(
      returnCredit.handler(paying.deps, returnCredit.schema.parse(data), { ...firstRun, isLast: true }),
    ).rejects.toMatchObject({ type: 'StripePermissionError' })
    expect(await listAlerts(paying, chief, person)).toEqual([
      'cat@example.com: we’ve tried for twelve days to change their credit by $2.00. The server’s log says why we couldn’t. In Stripe’s Dashboard, check their balance, and change it with the description “Credit returned from a payment”.',
    ])
  })

  test('that may not change customers’ credit raises an alert about months it was to pay for', async () => {
    const cy = await addUserWithCredit(paying, 'cy@example.com', 600)
    proxy.break('POST /v1/customers/:id/balance_transactions', 'forbidden')
    const body = { months: ['Dec' as const], plan: paying.plans.pro }
    const { status } = await paying.call(api.payments.payWithCredit, { body }, cy)
    expect(status).toBe(500)
    const [payment] = await listPayments(paying, cy)
    const afterADay = { ...firstRun, attempt: 31 }
    await expect(
      finishPaying.handler(paying.deps, { payment: payment!._id }, afterADay),
    ).rejects.toMatchObject({ type: 'StripePermissionError' })
    expect(await listAlerts(paying, chief, cy)).toEqual([
      'cy@example.com: we’ve tried for a day to finish a payment with their credit. The server’s log says why we couldn’t. We’ll keep trying for eleven more days.',
    ])
  })

  test('that may not list refunds raises an alert about one that was requested', async () => {
    const { person: flo, payment } = await subscribe('flo@example.com')
    const request = { key: 'refund-flo', amountCents: 100 }
    await addRequest(paying.deps.db, { ...request, paymentId: payment, requestedAt: paying.deps.now() })
    proxy.break('GET /v1/refunds', 'forbidden')
    const data = { ...request, payment, actor: chief.id, refundedCents: 0 }
    await expect(
      finishRefund.handler(paying.deps, finishRefund.schema.parse(data), { ...firstRun, attempt: 31 }),
    ).rejects.toMatchObject({ type: 'StripePermissionError' })
    expect(await listAlerts(paying, chief, flo)).toEqual([
      'flo@example.com: we’ve tried for a day to make the requested refund of $1.00. The server’s log says why we couldn’t. We’ll keep trying for eleven more days.',
    ])
  })

  test('that may not refund leaves credit that was to be refunded with its customer, and administrators learn that', async () => {
    const { person: di } = await subscribe('di@example.com')
    await paying.changePlan(di, 'premium')
    await paying.changePlan(di, 'pro')
    const customer = (await findCustomer(paying.deps.db, di.id))!.id
    const creditCents = await creditAtStripe(paying, customer)
    proxy.break('POST /v1/refunds', 'forbidden')
    const body = { amountCents: creditCents, creditCents, reason: 'asked' }
    const { status } = await paying.call(
      api.payments.refundCredit,
      { params: { userId: di.id }, body },
      await paying.signIn(chief),
    )
    expect(status).toBe(200)
    await expect
      .poll(() => listAlerts(paying, chief, di))
      .toEqual([
        `di@example.com: ${formatCents(creditCents)} of their credit couldn’t be refunded, because it had been spent or Stripe refused. They keep that credit.`,
      ])
    expect(await creditAtStripe(paying, customer)).toBe(creditCents)
  })

  test('that may not list events isn’t an outage, after which outcomes are looked up again', async () => {
    proxy.break('GET /v1/events', 'forbidden')
    await expect(
      lookUpOutcome.handler(paying.deps, { left: 1, minute: 'events' }, firstRun),
    ).rejects.toMatchObject({ type: 'StripePermissionError' })
  })
})
