import type Stripe from 'stripe'
import { afterAll, describe, expect, test } from 'vitest'
import { openTarget, targets } from './target.ts'

/** What `npm run admin -- payments` reads and sets up, through the official SDK. */
describe.each(targets)('%s', async (name) => {
  const target = await openTarget(name)
  const { stripe } = target
  afterAll(target.close)

  const url = `https://example.com/contract/${crypto.randomUUID()}`
  const refused = (more: object = {}) =>
    expect.objectContaining({ type: 'StripeInvalidRequestError', ...more })

  test('an account has a country and a currency', async () => {
    const account = await stripe.accounts.retrieveCurrent()
    expect(account).toMatchObject({ object: 'account', charges_enabled: expect.any(Boolean) })
    expect(account.country).toMatch(/^[A-Z]{2}$/)
    expect(account.default_currency).toMatch(/^[a-z]{3}$/)
  })

  test('a default configuration says which payment methods are on', async () => {
    const { data } = await stripe.paymentMethodConfigurations.list()
    const standard = data.find((one) => one.is_default)
    expect(standard).toMatchObject({ object: 'payment_method_configuration', active: true })
    expect(standard?.card?.available).toEqual(expect.any(Boolean))
  })

  test('a webhook endpoint keeps its version, shows its secret once, and can change its events', async () => {
    const api_version = stripe.getApiField('version') as Stripe.WebhookEndpointCreateParams.ApiVersion
    const made = await stripe.webhookEndpoints.create({ url, enabled_events: ['invoice.paid'], api_version })
    expect(made).toMatchObject({ object: 'webhook_endpoint', api_version, status: 'enabled' })
    expect(made.secret).toMatch(/^whsec_/)
    const listed = (await stripe.webhookEndpoints.list({ limit: 100 })).data.find((one) => one.id === made.id)
    expect(listed?.url).toBe(url)
    expect(listed?.secret).toBeUndefined()
    const changed = await stripe.webhookEndpoints.update(made.id, {
      enabled_events: ['invoice.paid', 'refund.failed'],
      disabled: true,
    })
    expect(changed).toMatchObject({ enabled_events: ['invoice.paid', 'refund.failed'], status: 'disabled' })
    await expect(
      stripe.webhookEndpoints.update(made.id, { api_version: '2024-06-20' } as never),
    ).rejects.toEqual(refused({ code: 'parameter_unknown' }))
    expect(await stripe.webhookEndpoints.del(made.id)).toMatchObject({ id: made.id, deleted: true })
    await expect(stripe.webhookEndpoints.retrieve(made.id)).rejects.toEqual(
      refused({ code: 'resource_missing' }),
    )
  })

  test('events can be listed by up to 20 types, and by whether they were delivered', async () => {
    const types = Array.from({ length: 21 }, (_, at) => `invoice.type_${at}`)
    await expect(stripe.events.list({ types })).rejects.toEqual(refused())
    const { data } = await stripe.events.list({ types: ['invoice.paid'], delivery_success: false, limit: 1 })
    expect(data.length).toBeLessThan(2)
  })

  test('a portal session can name its configuration', async () => {
    const features = {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: {
        enabled: true,
        mode: 'at_period_end',
        cancellation_reason: { enabled: false, options: '' },
      },
    } as const
    const metadata = { app: 'contract suite' }
    const made = await stripe.billingPortal.configurations.create({ features, metadata })
    expect(made).toMatchObject({
      object: 'billing_portal.configuration',
      active: true,
      is_default: false,
      features: { subscription_cancel: { cancellation_reason: { enabled: false } } },
    })
    const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
    expect(data.map(({ id }) => id)).toContain(made.id)
    const changed = await stripe.billingPortal.configurations.update(made.id, {
      features: { invoice_history: { enabled: false } },
    })
    expect(changed.features).toMatchObject({
      invoice_history: { enabled: false },
      payment_method_update: { enabled: true },
    })
    const { id: customer } = await stripe.customers.create({ email: 'ann@example.com' })
    const session = await stripe.billingPortal.sessions.create({ customer, configuration: made.id })
    expect(session).toMatchObject({ configuration: made.id, url: expect.stringMatching(/^https?:/) })
    await stripe.billingPortal.configurations.update(made.id, { active: false })
    await expect(stripe.billingPortal.sessions.create({ customer, configuration: made.id })).rejects.toEqual(
      refused(),
    )
  })

  test('a price is found by its lookup key, and its product by an id of ours', async () => {
    const id = `contract_${crypto.randomUUID().replaceAll('-', '')}`
    await expect(stripe.products.retrieve(id)).rejects.toEqual(refused({ code: 'resource_missing' }))
    await stripe.products.create({ id, name: 'Contract suite' })
    expect(await stripe.products.retrieve(id)).toMatchObject({ id, active: true })
    const made = await stripe.prices.create({
      currency: 'aud',
      unit_amount: 499,
      product: id,
      recurring: { interval: 'month' },
      tax_behavior: 'inclusive',
      lookup_key: id,
    })
    const { data } = await stripe.prices.list({ lookup_keys: [id], active: true, limit: 1 })
    expect(data).toMatchObject([{ id: made.id, tax_behavior: 'inclusive', currency: 'aud' }])
  })

  describe('what was archived', () => {
    const sell = async () => {
      const { id: product } = await stripe.products.create({ name: 'Contract suite' })
      const recurring = { interval: 'month' } as const
      const params = {
        currency: 'aud',
        unit_amount: 499,
        product,
        recurring,
        lookup_key: `key_of_${product}`,
      }
      return { product, params, price: (await stripe.prices.create(params)).id }
    }
    const openCheckout = async (price: string) => {
      const { id: customer } = await stripe.customers.create({ email: 'ann@example.com' })
      const success_url = 'https://docketbox.test/subscribed'
      const line_items = [{ price, quantity: 1 }]
      return stripe.checkout.sessions.create({ mode: 'subscription', customer, line_items, success_url })
    }

    test('a price can’t be sold, and keeps its lookup key until that’s transferred', async () => {
      const { params, product, price } = await sell()
      await stripe.prices.update(price, { active: false })
      await expect(openCheckout(price)).rejects.toEqual(refused())
      const lookup_keys = [params.lookup_key]
      expect((await stripe.prices.list({ lookup_keys, active: true })).data).toEqual([])
      expect((await stripe.prices.list({ product })).data).toEqual([])
      expect((await stripe.prices.list({ product, active: false })).data).toMatchObject([{ id: price }])
      await expect(stripe.prices.create(params)).rejects.toEqual(refused())
      const replaced = await stripe.prices.create({ ...params, transfer_lookup_key: true })
      expect((await stripe.prices.list({ lookup_keys, active: true })).data).toMatchObject([
        { id: replaced.id },
      ])
      expect((await openCheckout(replaced.id)).status).toBe('open')
    })

    test('a product leaves its price active, which can’t be sold until the product is active again', async () => {
      const { product, params, price } = await sell()
      await stripe.products.update(product, { active: false })
      const { data } = await stripe.prices.list({
        lookup_keys: [params.lookup_key],
        active: true,
        limit: 1,
        expand: ['data.product'],
      })
      expect(data).toMatchObject([{ id: price, active: true, product: { id: product, active: false } }])
      await expect(openCheckout(price)).rejects.toEqual(refused())
      await stripe.products.update(product, { active: true })
      expect((await openCheckout(price)).status).toBe('open')
    })
  })
})
