import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterEach, describe, expect, test } from 'vitest'
import { refuseLiveKeys, refuseProduction } from '#http/refuse-production.ts'
import { type StripeStandIn, startStripeStandIn } from './index.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function start(settings: Parameters<typeof startStripeStandIn>[0] = {}) {
  const standIn = await startStripeStandIn(settings)
  cleanups.push(() => standIn.stop())
  return { standIn, stripe: client(standIn) }
}

function client(standIn: StripeStandIn) {
  return new Stripe(standIn.secretKey, {
    host: standIn.host,
    port: standIn.port,
    protocol: 'http',
    telemetry: false,
  })
}

/** A receiver that refuses the first `refusals` deliveries. */
async function receiver(refusals = 0) {
  const received: { body: string; signature: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ body, signature: String(request.headers['stripe-signature']) })
      response.writeHead(received.length <= refusals ? 500 : 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => new Promise((resolve) => server.close(resolve)))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received }
}

const call = (standIn: StripeStandIn, path: string, init: RequestInit = {}, key = standIn.secretKey) =>
  fetch(standIn.url + path, { ...init, headers: { authorization: `Bearer ${key}` } })

describe('the stand-in refuses', () => {
  test('to run in production or beside a live key', () => {
    expect(() => refuseProduction('The Stripe stand-in', 'production')).toThrow(/never runs in production/)
    expect(() => refuseLiveKeys('The Stripe stand-in', { STRIPE_SECRET_KEY: 'sk_live_x' })).toThrow(
      /live key/,
    )
  })

  test.each([
    ['an address it does not know', '/v1/terminal/readers', {}, 404],
    ['an address outside the API', '/nothing', {}, 404],
    [
      'a body that is not a form',
      '/v1/customers',
      { method: 'POST', body: new Blob(['{}'], { type: 'application/json' }) },
      415,
    ],
    ['a parameter it does not model', '/v1/customers?tax_id=1', {}, 400],
    ['an expansion that is none', '/v1/customers?expand[]=data.nonsense', {}, 400],
  ])('%s with an error the SDK understands', async (_, path, init, status) => {
    const { standIn, stripe } = await start()
    await stripe.customers.create({ email: 'ann@example.com' })
    const response = await call(standIn, path, init)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({
      error: expect.objectContaining({ type: 'invalid_request_error', message: expect.any(String) }),
    })
  })

  test('to be reached by another host name', async () => {
    const { standIn } = await start()
    const { request } = await import('node:http')
    const status = await new Promise((resolve) => {
      request(
        { host: standIn.host, port: standIn.port, path: '/', headers: { host: 'evil.example' } },
        (response) => resolve(response.statusCode),
      ).end()
    })
    expect(status).toBe(403)
  })
})

describe('a browser with the publishable key', () => {
  test('reads an intent by its client secret, without private fields, and can confirm it', async () => {
    const { standIn, stripe } = await start()
    const intent = await stripe.paymentIntents.create({
      amount: 499,
      currency: 'aud',
      metadata: { owner: 'ann' },
    })
    const path = `/v1/payment_intents/${intent.id}`
    const seen = await (
      await call(standIn, `${path}?client_secret=${intent.client_secret}`, {}, standIn.publishableKey)
    ).json()
    expect(seen).toMatchObject({ id: intent.id, status: 'requires_payment_method' })
    expect(Object.keys(seen as object)).not.toEqual(expect.arrayContaining(['metadata']))
    expect(seen).not.toHaveProperty('customer')
    const card = 'payment_method_data[type]=card&payment_method_data[card][number]=4242424242424242'
    const body = new URLSearchParams(
      `client_secret=${intent.client_secret}&${card}&payment_method_data[card][exp_month]=12&payment_method_data[card][exp_year]=2040&payment_method_data[card][cvc]=123`,
    )
    const paid = await (
      await call(standIn, `${path}/confirm`, { method: 'POST', body }, standIn.publishableKey)
    ).json()
    expect(paid).toMatchObject({ status: 'succeeded' })
    expect(paid).not.toHaveProperty('metadata')
  })

  test.each([
    ['without the client secret', (id: string) => `/v1/payment_intents/${id}`, 404],
    [
      'with another client secret',
      (id: string) => `/v1/payment_intents/${id}?client_secret=${id}_secret_x`,
      404,
    ],
    ['anything else', () => '/v1/customers', 403],
  ])('is refused %s', async (_, path, status) => {
    const { standIn, stripe } = await start()
    const intent = await stripe.paymentIntents.create({ amount: 499, currency: 'aud' })
    expect((await call(standIn, path(intent.id), {}, standIn.publishableKey)).status).toBe(status)
  })
})

describe('webhooks', () => {
  test('are signed so that the SDK accepts them, and tampering is noticed', async () => {
    const { url, received } = await receiver()
    const { standIn, stripe } = await start({ webhookUrl: url, webhookSecret: 'whsec_test' })
    const intent = await stripe.paymentIntents.create(
      { amount: 499, currency: 'aud' },
      { idempotencyKey: 'one-key' },
    )
    await standIn.webhooksSettled()
    const [{ body, signature }] = received as [{ body: string; signature: string }]
    const event = stripe.webhooks.constructEvent(body, signature, 'whsec_test')
    expect(event).toMatchObject({
      object: 'event',
      type: 'payment_intent.created',
      livemode: false,
      api_version: Stripe.API_VERSION,
      request: { idempotency_key: 'one-key' },
      data: { object: { id: intent.id, amount: 499 } },
    })
    expect(event.id).toMatch(/^evt_/)
    expect(() => stripe.webhooks.constructEvent(body.replace('499', '1'), signature, 'whsec_test')).toThrow(
      /signature/i,
    )
    expect(() => stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow(/signature/i)
  })

  test('are delivered again until they are accepted, with the same id', async () => {
    const { url, received } = await receiver(2)
    const { standIn, stripe } = await start({ webhookUrl: url, retryDelaysMs: [5, 5] })
    await stripe.paymentIntents.create({ amount: 499, currency: 'aud' })
    await standIn.webhooksSettled()
    const ids = received.map(({ body }) => (JSON.parse(body) as { id: string }).id)
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
  })

  test('that were not delivered before a restart are delivered after it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'payments-stand-in-'))
    cleanups.push(() => rm(dataDir, { recursive: true }))
    const { url, received } = await receiver(1)
    const first = await startStripeStandIn({ dataDir, webhookUrl: url, retryDelaysMs: [300] })
    await client(first).customers.create({ email: 'ann@example.com' })
    while (received.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await first.stop()
    const { standIn } = await start({ dataDir, webhookUrl: url, retryDelaysMs: [5] })
    await standIn.webhooksSettled()
    expect(received).toHaveLength(2)
  })
})

test('events are delivered even if the clock jumps by months, and listed for 30 days', async () => {
  const { url, received } = await receiver()
  const { standIn, stripe } = await start({ webhookUrl: url })
  await stripe.customers.create({ email: 'ann@example.com' })
  await standIn.advance({ days: 60 })
  await stripe.customers.create({ email: 'ben@example.com' })
  await standIn.webhooksSettled()
  expect(received).toHaveLength(2)
  await stripe.customers.create({ email: 'cy@example.com' })
  const { data } = await stripe.events.list()
  expect(data.map((event) => (event.data.object as Stripe.Customer).email)).toEqual([
    'cy@example.com',
    'ben@example.com',
  ])
})

test('a restart keeps all payments', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'payments-stand-in-'))
  cleanups.push(() => rm(dataDir, { recursive: true }))
  const first = await startStripeStandIn({ dataDir })
  const { id } = await client(first).paymentIntents.create({
    amount: 499,
    currency: 'aud',
    confirm: true,
    payment_method: 'pm_card_visa',
  })
  await first.advance({ days: 2 })
  await first.stop()
  const { stripe } = await start({ dataDir, port: first.port })
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  const { created } = await stripe.customers.create({ email: 'later@example.com' })
  expect(created).toBeGreaterThan(Date.now() / 1000 + 86_400)
})

test('while it is unreachable the SDK says so', async () => {
  const { standIn, stripe } = await start()
  standIn.setReachable(false)
  await expect(stripe.customers.list({}, { maxNetworkRetries: 0 })).rejects.toMatchObject({
    type: 'StripeConnectionError',
  })
  standIn.setReachable(true)
  await expect(stripe.customers.list()).resolves.toMatchObject({ data: [] })
})
