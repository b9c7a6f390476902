import { Script } from 'node:vm'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type StripeStandIn, startStripeStandIn } from '#stripe/index.ts'

let standIn: StripeStandIn
let stripe: Stripe
beforeEach(async () => {
  // In a month of 31 days.
  standIn = await startStripeStandIn({ now: () => new Date('2026-12-01T12:00:00Z') })
  stripe = new Stripe(standIn.secretKey, {
    host: standIn.host,
    port: standIn.port,
    protocol: 'http',
    telemetry: false,
  })
})
afterEach(() => standIn.stop())

const visit = (url: string) => fetch(new URL(url, standIn.url), { redirect: 'manual' })
const send = (url: string, fields: Record<string, string>) =>
  fetch(new URL(url, standIn.url), { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
const card = (number: string) => ({ number, expiry: '12 / 40', cvc: '123', name: 'Ann Lee' })
const good = card('4242 4242 4242 4242')
const types = async () => (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type)

async function openCheckout() {
  const customer = await stripe.customers.create({ email: 'ann@example.com' })
  const product = await stripe.products.create({ name: 'Pro' })
  const price = await stripe.prices.create({
    currency: 'aud',
    unit_amount: 499,
    product: product.id,
    recurring: { interval: 'month' },
  })
  const { id, url } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: 'person-1',
    line_items: [{ price: price.id, quantity: 1 }],
    subscription_data: { metadata: { plan: 'Pro' } },
    success_url: 'http://product.test/done?s={CHECKOUT_SESSION_ID}',
  })
  return { id, customer: customer.id, checkout: new URL(url!).pathname }
}

describe('the page of a checkout session', () => {
  test('says that no money moves, survives a decline, and then subscribes the customer', async () => {
    const { id, customer, checkout } = await openCheckout()
    const page = await (await visit(checkout)).text()
    expect(page).toContain('No money moves')
    expect(page).toContain('ann@example.com')

    const declined = await send(checkout, card('4000 0000 0000 0002'))
    expect(declined.status).toBe(402)
    expect(await declined.text()).toContain('Your card was declined.')

    const paid = await send(checkout, good)
    expect(paid.headers.get('location')).toBe(`http://product.test/done?s=${id}`)
    const session = await stripe.checkout.sessions.retrieve(id, {
      expand: ['subscription.latest_invoice', 'customer'],
    })
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      client_reference_id: 'person-1',
      customer: { id: customer, email: 'ann@example.com' },
      subscription: {
        status: 'active',
        metadata: { plan: 'Pro' },
        latest_invoice: { status: 'paid', amount_paid: 499 },
      },
    })
    expect(await types()).toEqual(
      expect.arrayContaining([
        'checkout.session.completed',
        'customer.subscription.created',
        'invoice.paid',
        'charge.failed',
        'payment_intent.succeeded',
      ]),
    )
    expect((await send(checkout, good)).status).toBe(200)
    expect((await stripe.subscriptions.list()).data).toHaveLength(1)
  })

  test.each([
    ['4242 4242 4242 4241', '12 / 40', 'Your card number is incorrect.'],
    ['4242 4242 4242 4242', '13 / 40', 'expiration month is invalid'],
    ['4242 4242 4242 4242', '01 / 20', 'expiration year is invalid'],
    ['5105 1051 0510 5100', '12 / 40', 'non test card'],
  ])('refuses %s, %s', async (number, expiry, message) => {
    const refused = await send((await openCheckout()).checkout, { ...card(number), expiry })
    expect(refused.status).toBe(402)
    expect((await refused.text()).replaceAll('&#39;', "'")).toContain(message)
  })

  test('uses the customer’s credit first, and needs no payment if it covers the price', async () => {
    const { id, customer, checkout } = await openCheckout()
    await stripe.customers.createBalanceTransaction(customer, { amount: -300, currency: 'aud' })
    expect(await (await visit(checkout)).text()).toMatch(/Subscribe: \$1\.99.*-\$3\.00/s)
    await stripe.customers.createBalanceTransaction(customer, { amount: -300, currency: 'aud' })
    await send(checkout, good)
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['invoice', 'customer'] })
    expect(session).toMatchObject({
      payment_status: 'no_payment_required',
      invoice: { amount_due: 0, starting_balance: 0, ending_balance: -101 },
      customer: { balance: -101 },
    })
  })

  test('takes the customer’s credit with the first attempt, and returns it if the page expires', async () => {
    const { id, customer, checkout } = await openCheckout()
    await stripe.customers.createBalanceTransaction(customer, { amount: -300, currency: 'aud' })
    expect(await (await send(checkout, card('4000 0000 0000 0002'))).text()).toContain('Subscribe: $1.99')
    await stripe.checkout.sessions.expire(id)
    const { data } = await stripe.customers.listBalanceTransactions(customer, { limit: 2 })
    expect(data).toMatchObject([
      { type: 'checkout_session_subscription_payment_canceled', amount: -300, checkout_session: id },
      { type: 'checkout_session_subscription_payment', amount: 300, checkout_session: id },
    ])
  })

  test.each([
    ['approve', 'complete'],
    ['fail', 'open'],
  ])('is sent to the bank if the card requires it: %s leaves it %s', async (outcome, status) => {
    const { id, checkout } = await openCheckout()
    const redirected = await send(checkout, card('4000 0027 6000 3184'))
    const bank = redirected.headers.get('location')!
    expect(await (await visit(bank)).text()).toContain('approve $4.99')
    const secret = new URL(bank, standIn.url).searchParams.get('client_secret')!
    const back = await send(bank, { client_secret: secret, outcome })
    const after = await visit(back.headers.get('location')!)
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe(status)
    expect(after.status).toBe(status === 'complete' ? 303 : 402)
    // Until it's complete, it takes another card.
    const [, action = checkout] = /<form method="post" action="([^"]+)"/.exec(await after.text()) ?? []
    expect((await send(action, good)).status).toBe(status === 'complete' ? 200 : 303)
    expect((await stripe.checkout.sessions.retrieve(id)).status).toBe('complete')
  })

  test('that expired cannot be paid, even from the bank’s page', async () => {
    const { id, checkout } = await openCheckout()
    const bank = (await send(checkout, card('4000 0027 6000 3184'))).headers.get('location')!
    await stripe.checkout.sessions.expire(id)
    expect((await visit(checkout)).status).toBe(410)
    expect(await (await visit(bank)).text()).toContain('Nothing to approve')
    await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 })
  })

  test('expires after a day', async () => {
    const { checkout } = await openCheckout()
    await standIn.advance({ days: 2 })
    expect((await visit(checkout)).status).toBe(410)
    expect(await types()).toContain('checkout.session.expired')
  })
})

describe('the customer portal', () => {
  const configuration = async () => {
    const { id } = await stripe.billingPortal.configurations.create({
      features: {
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true },
      },
    })
    return id
  }
  async function openPortal() {
    await send((await openCheckout()).checkout, good)
    const [subscription] = (await stripe.subscriptions.list()).data
    const { url } = await stripe.billingPortal.sessions.create({
      configuration: await configuration(),
      customer: subscription!.customer as string,
      return_url: 'http://product.test/',
    })
    return { url, id: subscription!.id }
  }

  test('cancels at the end of the period, and resumes', async () => {
    const { url, id } = await openPortal()
    expect(await (await visit(url)).text()).toContain('Cancel subscription')
    await send(`${url}/${id}`, { do: 'cancel' })
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'active',
      cancel_at: expect.any(Number),
      cancel_at_period_end: false,
    })
    expect(await (await visit(url)).text()).toContain('Keep my subscription')
    await send(`${url}/${id}`, { do: 'resume' })
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ cancel_at: null })
  })

  test('takes another card, with which a failing renewal then succeeds', async () => {
    const { url, id } = await openPortal()
    await send(`${url}/card`, card('4000 0000 0000 0341'))
    await standIn.advance({ days: 32 })
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due')
    const { customer } = await stripe.subscriptions.retrieve(id)
    const again = await stripe.billingPortal.sessions.create({
      configuration: await configuration(),
      customer: customer as string,
    })
    await send(`${again.url}/card`, good)
    await standIn.advance({ days: 4 })
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  })

  test('closes after an hour', async () => {
    const { url } = await openPortal()
    await standIn.advance({ seconds: 3700 })
    expect((await visit(url)).status).toBe(410)
  })
})

test('a subscription whose card keeps failing is cancelled after the last try', async () => {
  await send((await openCheckout()).checkout, card('4000 0000 0000 0341'))
  await standIn.advance({ days: 60 })
  const [subscription] = (await stripe.subscriptions.list({ status: 'all' })).data
  expect(subscription).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  })
})

test('the desk skips a month with its renewal, but not for other sites', async () => {
  await send((await openCheckout()).checkout, good)
  const foreign = await fetch(`${standIn.url}/desk/advance`, {
    method: 'POST',
    body: new URLSearchParams({ days: '32' }),
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(foreign.status).toBe(403)
  expect((await stripe.invoices.list()).data).toHaveLength(1)
  const [, days] = /value="(\d+)">Skip a month/.exec(await (await visit('/')).text())!
  await send('/desk/advance', { days: days! })
  const invoices = (await stripe.invoices.list()).data
  expect(invoices.map(({ status }) => status)).toEqual(['paid', 'paid'])
  expect(await (await visit('/')).text()).toContain('ann@example.com')
})

test('the browser script is served for other origins', async () => {
  const script = await fetch(standIn.scriptUrl)
  expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const text = await script.text()
  expect(() => new Script(text)).not.toThrow()
  expect(text).not.toMatch(/^(import|export) /m)
})
