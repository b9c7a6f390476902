import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTarget, type Target, targets } from './target.ts'

/** What holds for every request, and the pages people are sent to, driven through the official SDK. */
describe.each(targets)('%s', (name) => {
  const isReal = name !== 'the stand-in'
  let target: Target
  let stripe: Target['stripe']
  beforeAll(async () => {
    target = await openTarget(name)
    stripe = target.stripe
  }, 60_000)
  afterAll(() => target.close())

  const refusedWith = (type: string, more: object = {}) => expect.objectContaining({ type, ...more })

  describe('a request with an idempotency key', () => {
    const params = { amount: 700, currency: 'aud' }

    test('is answered once and replayed after', async () => {
      const idempotencyKey = crypto.randomUUID()
      const first = await stripe.paymentIntents.create(params, { idempotencyKey })
      const again = await stripe.paymentIntents.create(params, { idempotencyKey })
      expect(again.id).toBe(first.id)
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
    })
  })

  describe('a payment link', () => {
    test('has an address people can open', async () => {
      const link = await stripe.paymentLinks.create({
        line_items: [{ price: target.proMonthly.id, quantity: 1 }],
        metadata: { plan: 'Pro' },
        after_completion: { type: 'redirect', redirect: { url: 'https://example.com/success' } },
      })
      expect(link).toMatchObject({ object: 'payment_link', active: true, metadata: { plan: 'Pro' } })
      expect((await fetch(link.url, { redirect: 'manual' })).status).toBeLessThan(400)
    })
  })

  test('the customer portal has an address', async () => {
    const customer = await stripe.customers.create({ email: 'ann@example.com' })
    const portal = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: 'https://example.com/',
    })
    expect(portal.url).toMatch(/^https?:/)
  })
})
