import { api, paymentRefusals } from '@docketbox/contract'
import { localKeys, startStripeStandIn } from '@docketbox/local/stripe'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { afterTheFile } from '#testing/clean-up.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { startPayingServer } from '#testing/paying.ts'
import { refundWhole } from './refunds/owed/refund-whole.ts'
import { listPayments } from './testing/lists.ts'
import { type FaultyProxy, startFaultyProxy } from './testing/outages/faulty-proxy.ts'

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
  const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }
  await refundWhole.handler(server.deps, { intent: 'pi_1', tries: 0 }, run)
  const { rows } = await sql`
    select data from pgboss.job where name = ${refundWhole.name} and state = 'created'
  `.execute(server.deps.db)
  expect(rows).toEqual([{ data: { intent: 'pi_1', tries: 0 } }])
})

test('a refund that Stripe refuses isn’t made later, once the key may do it', async () => {
  let proxy: FaultyProxy
  const paying = await startPayingServer(undefined, async (standIn) => {
    proxy = await startFaultyProxy(standIn)
    return { host: proxy.host, port: proxy.port }
  })
  const chief = await paying.addUser('chief@example.com', { role: 'Super Admin' })
  const ben = await paying.addUser('ben@example.com')
  await paying.subscribe(ben, 'pro')
  const [payment] = await listPayments(paying, ben)
  const params = { id: payment!._id }
  const refund = () =>
    paying.call(api.payments.refund, { params, body: { amountCents: 100, reason: 'asked' } }, chief)
  proxy!.break('POST /v1/refunds', 'forbidden')
  expect(await refund()).toMatchObject({ status: 500, body: { code: paymentRefusals.providerRefused.code } })
  const limits = await paying.call(api.payments.refundLimits, { params }, chief)
  expect(limits.body.requestedCents).toBe(0)
  const log = await paying.call(api.admin.listAudit, { query: { group: 'payments' } }, chief)
  expect(log.body.docs.map(({ action }) => action)).toEqual(['payments.refundRefused', 'payments.refund'])
  proxy!.heal()
  expect((await refund()).status).toBe(200)
})
