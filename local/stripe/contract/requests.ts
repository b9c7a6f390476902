import { afterAll, describe, expect, test } from 'vitest'
import { needsStandIn } from './calls.ts'
import { openTarget, refusedWith, STAND_IN, targets } from './target.ts'

/** What holds for every request, and the pages people are sent to, driven through the official SDK. */
describe.each(targets)('%s', async (name) => {
  const isReal = name !== STAND_IN
  const target = await openTarget(name)
  const { stripe } = target
  afterAll(target.close)

  describe('a request with an idempotency key', () => {
    const params = { amount: 700, currency: 'aud' }

    test('is answered once and replayed after', async () => {
      const idempotencyKey = crypto.randomUUID()
      const first = await stripe.paymentIntents.create(params, { idempotencyKey })
      const again = await stripe.paymentIntents.create(params, { idempotencyKey })
      expect(again.id).toBe(first.id)
      const { headers } = again.lastResponse
      expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
      expect(headers).toMatchObject({
        'idempotent-replayed': 'true',
        'original-request': first.lastResponse.requestId,
      })
    })

    test.skipIf(isReal)(
      'is answered with the same error even after Stripe’s own (needs the stand-in)',
      async () => {
        needsStandIn()
        const options = { idempotencyKey: crypto.randomUUID() }
        target.standIn!.failCalls(({ path }) => path === '/v1/payment_intents')
        const failed = refusedWith('StripeAPIError', { statusCode: 500 })
        await expect(stripe.paymentIntents.create(params, options)).rejects.toEqual(failed)
        target.standIn!.failCalls(() => false)
        const again = stripe.paymentIntents.create(params, options)
        await expect(again).rejects.toMatchObject({ headers: { 'idempotent-replayed': 'true' } })
      },
    )

    test('is refused again in the same way, whatever has changed since', async () => {
      const { id } = await stripe.paymentIntents.create(params)
      const idempotencyKey = crypto.randomUUID()
      const refund = () => stripe.refunds.create({ payment_intent: id }, { idempotencyKey })
      await expect(refund()).rejects.toEqual(refusedWith('StripeInvalidRequestError', { statusCode: 400 }))
      await stripe.paymentIntents.confirm(id, {
        payment_method: 'pm_card_visa',
        return_url: 'https://docketbox.example/complete',
      })
      await expect(refund()).rejects.toMatchObject({ headers: { 'idempotent-replayed': 'true' } })
    })

    test('may correct a parameter that was refused', async () => {
      const options = { idempotencyKey: crypto.randomUUID() }
      const misspelt = stripe.paymentIntents.create({ ...params, amuont: 700 } as typeof params, options)
      await expect(misspelt).rejects.toEqual(
        refusedWith('StripeInvalidRequestError', { code: 'parameter_unknown' }),
      )
      expect(await stripe.paymentIntents.create(params, options)).toMatchObject({ amount: 700 })
    })

    test.skipIf(isReal)('is carried out again after a day (needs the clock of the stand-in)', async () => {
      const idempotencyKey = crypto.randomUUID()
      const first = await stripe.paymentIntents.create(params, { idempotencyKey })
      await target.standIn!.advance({ days: 1 })
      const again = await stripe.paymentIntents.create(params, { idempotencyKey })
      expect(again.id).not.toBe(first.id)
    })

    test('is refused with other parameters', async () => {
      const idempotencyKey = crypto.randomUUID()
      await stripe.paymentIntents.create(params, { idempotencyKey })
      await expect(
        stripe.paymentIntents.create({ ...params, amount: 701 }, { idempotencyKey }),
      ).rejects.toEqual(refusedWith('StripeIdempotencyError', { statusCode: 400 }))
    })

    test.skipIf(isReal)(
      'is refused while the first is in progress (needs the stand-in’s latency)',
      async () => {
        needsStandIn()
        const idempotencyKey = crypto.randomUUID()
        target.standIn!.setLatency(150)
        const both = await Promise.allSettled(
          [1, 2].map(() => stripe.paymentIntents.create(params, { idempotencyKey, maxNetworkRetries: 0 })),
        )
        target.standIn!.setLatency(0)
        expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
        const refused = both.find((one) => one.status === 'rejected')
        expect(refused?.reason).toMatchObject({ statusCode: 409 })
      },
    )
  })

  describe('keys', () => {
    test('that are wrong are refused', async () => {
      await expect(target.as('sk_test_unknown').customers.list()).rejects.toEqual(
        refusedWith('StripeAuthenticationError', { statusCode: 401 }),
      )
    })

    test('and objects that do not exist are named', async () => {
      await expect(stripe.customers.retrieve('cus_unknown')).rejects.toEqual(
        refusedWith('StripeInvalidRequestError', { code: 'resource_missing', statusCode: 404 }),
      )
      await expect(stripe.checkout.sessions.list({ customer: 'cus_unknown' })).rejects.toEqual(
        refusedWith('StripeInvalidRequestError', { code: 'resource_missing', param: 'customer' }),
      )
    })
  })

  describe('a checkout session', () => {
    const params = async () => ({
      mode: 'subscription' as const,
      customer: (await stripe.customers.create({ email: 'ann@example.com' })).id,
      line_items: [{ price: target.proMonthly.id, quantity: 1 }],
      metadata: { plan: 'Pro' },
      success_url: 'https://example.com/success',
    })

    test('has a page people can open, until it expires', async () => {
      const input = await params()
      const session = await stripe.checkout.sessions.create(input)
      expect(session).toMatchObject({
        object: 'checkout.session',
        status: 'open',
        payment_status: 'unpaid',
        customer: input.customer,
        metadata: { plan: 'Pro' },
        amount_total: 499,
      })
      expect((await fetch(session.url!, { redirect: 'manual' })).status).toBeLessThan(400)
      expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' })
      const { data: items } = await stripe.checkout.sessions.listLineItems(session.id)
      expect(items).toMatchObject([{ amount_total: 499, quantity: 1, price: { id: target.proMonthly.id } }])
      const listed = { customer: input.customer, status: 'open' as const }
      expect((await stripe.checkout.sessions.list(listed)).data.map(({ id }) => id)).toEqual([session.id])
      expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({
        status: 'expired',
        url: null,
      })
      expect((await stripe.checkout.sessions.list(listed)).data).toEqual([])
      await expect(stripe.checkout.sessions.expire(session.id)).rejects.toEqual(
        refusedWith('StripeInvalidRequestError', { statusCode: 400 }),
      )
    })

    test('of a customer that does not exist is refused', async () => {
      const unknown = { ...(await params()), customer: 'cus_unknown' }
      await expect(stripe.checkout.sessions.create(unknown)).rejects.toEqual(
        refusedWith('StripeInvalidRequestError', { code: 'resource_missing', param: 'customer' }),
      )
    })
  })

  test('a customer’s balance changes by transactions, which can be listed', async () => {
    const { id } = await stripe.customers.create({ email: 'ann@example.com', name: 'Ann Lee' })
    const credit = { amount: -698, currency: 'aud', metadata: { payment: '1' } }
    expect(await stripe.customers.createBalanceTransaction(id, credit)).toMatchObject({
      object: 'customer_balance_transaction',
      type: 'adjustment',
      ending_balance: -698,
      metadata: { payment: '1' },
    })
    await stripe.customers.createBalanceTransaction(id, { amount: 98, currency: 'aud' })
    expect(await stripe.customers.retrieve(id)).toMatchObject({ name: 'Ann Lee', balance: -600 })
    await stripe.customers.update(id, { email: 'lee@example.com', name: 'Ann Li' })
    expect(await stripe.customers.retrieve(id)).toMatchObject({ email: 'lee@example.com', name: 'Ann Li' })
    const { data } = await stripe.customers.listBalanceTransactions(id)
    expect(data.map(({ amount, ending_balance }) => [amount, ending_balance])).toEqual([
      [98, -600],
      [-698, -698],
    ])
  })

  test.skipIf(isReal)(
    'the customer portal refuses sessions until its settings are saved (needs an account without any)',
    async () => {
      needsStandIn()
      const { id: customer } = await stripe.customers.create({ email: 'ann@example.com' })
      await expect(stripe.billingPortal.sessions.create({ customer })).rejects.toEqual(
        refusedWith('StripeInvalidRequestError', { statusCode: 400 }),
      )
    },
  )
})
