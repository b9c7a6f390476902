import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTarget, type Target, targets } from './target.ts'

const day = 86_400
const january = Date.UTC(2027, 0, 31, 2) / 1000

/** What the product relies on for subscriptions, from January 2027 on. */
describe.each(targets)('%s', (name) => {
  let target: Target
  let stripe: Target['stripe']
  beforeEach(async () => {
    target = await openTarget(name, january)
    stripe = target.stripe
  }, 60_000)
  afterEach(() => target.close())

  async function subscribe({ card = 'pm_card_visa', price = target.proMonthly } = {}) {
    const { customer, advance } = await target.customerAt(january)
    const method = await stripe.paymentMethods.attach(card, { customer })
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
      default_payment_method: method.id,
      metadata: { owner: 'ann' },
      expand: ['latest_invoice'],
    })
    return { advance, customer, subscription }
  }
  const periodOf = ({ items }: Stripe.Subscription) => items.data[0]!
  const invoicesOf = async (subscription: string) => (await stripe.invoices.list({ subscription })).data

  test('a subscription begins paid, with its period on its item', async () => {
    const { subscription } = await subscribe()
    expect(subscription).toMatchObject({
      status: 'active',
      metadata: { owner: 'ann' },
      cancel_at_period_end: false,
    })
    expect(periodOf(subscription).current_period_start).toBe(january)
    expect(new Date(periodOf(subscription).current_period_end * 1000).toISOString()).toBe(
      '2027-02-28T02:00:00.000Z',
    )
    expect(subscription.latest_invoice).toMatchObject({
      status: 'paid',
      amount_paid: 499,
      billing_reason: 'subscription_create',
      parent: { subscription_details: { subscription: subscription.id, metadata: { owner: 'ann' } } },
    })
  }, 60_000)

  test('it renews: the period moves first, the invoice is paid about an hour later', async () => {
    const { advance, subscription } = await subscribe()
    const end = periodOf(subscription).current_period_end
    await advance(end + 600)
    const renewed = await stripe.subscriptions.retrieve(subscription.id)
    expect(new Date(periodOf(renewed).current_period_end * 1000).toISOString()).toBe(
      '2027-03-31T02:00:00.000Z',
    )
    expect((await invoicesOf(subscription.id))[0]).toMatchObject({
      status: 'draft',
      billing_reason: 'subscription_cycle',
    })
    await advance(end + 2 * 3600)
    expect((await invoicesOf(subscription.id))[0]).toMatchObject({ status: 'paid', amount_paid: 499 })
  }, 120_000)

  test('a renewal that is declined leaves the subscription past due', async () => {
    const { advance, customer, subscription } = await subscribe()
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id })
    await advance(periodOf(subscription).current_period_end + 2 * 3600)
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due')
    const [owed] = await invoicesOf(subscription.id)
    expect(await stripe.invoices.retrieve(owed!.id!)).toMatchObject({ id: owed!.id, status: 'open' })
    const late = await stripe.subscriptions.list({ customer, status: 'past_due' })
    expect(late.data.map(({ id }) => id)).toEqual([subscription.id])
    expect((await invoicesOf(subscription.id))[0]).toMatchObject({ status: 'open', attempt_count: 1 })
  }, 120_000)

  test('cancelled at the period end it stays active until then and ends', async () => {
    const { advance, subscription } = await subscribe()
    const end = periodOf(subscription).current_period_end
    const cancelled = await stripe.subscriptions.update(subscription.id, {
      cancel_at_period_end: true,
      cancellation_details: { comment: 'Too expensive' },
    })
    expect(cancelled).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end })
    expect(cancelled.cancellation_details).toMatchObject({
      comment: 'Too expensive',
      reason: 'cancellation_requested',
    })
    await advance(end + 600)
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: end,
    })
  }, 120_000)

  test('a cancelled subscription can be resumed', async () => {
    const { subscription } = await subscribe()
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
    const resumed = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })
    expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null })
  }, 60_000)

  test('a subscription can be cancelled immediately', async () => {
    const { subscription } = await subscribe()
    expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe('canceled')
    const noted = await stripe.subscriptions.update(subscription.id, { metadata: { note: 'late' } })
    expect(noted).toMatchObject({ status: 'canceled', metadata: { note: 'late' } })
  }, 60_000)

  test('an upgrade to another interval costs what its preview showed', async () => {
    const { advance, subscription } = await subscribe()
    await advance(january + 14 * day)
    const change = {
      items: [{ id: periodOf(subscription).id, price: target.premiumQuarterly.id }],
      proration_behavior: 'always_invoice' as const,
      proration_date: january + 14 * day,
    }
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: change,
    })
    expect(preview.lines.data.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([-250, 1197])
    expect(preview.amount_due).toBe(947)
    const upgraded = await stripe.subscriptions.update(subscription.id, {
      ...change,
      payment_behavior: 'error_if_incomplete',
      expand: ['latest_invoice'],
    })
    expect(upgraded.latest_invoice).toMatchObject({
      status: 'paid',
      amount_paid: 947,
      billing_reason: 'subscription_update',
    })
    expect(periodOf(upgraded)).toMatchObject({
      current_period_start: january + 14 * day,
      price: { id: target.premiumQuarterly.id },
    })
  }, 120_000)

  test('a downgrade leaves the unused part as a balance for later bills', async () => {
    const { advance, customer, subscription } = await subscribe({ price: target.premiumQuarterly })
    await advance(january + 14 * day)
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: periodOf(subscription).id, price: target.proMonthly.id }],
      proration_behavior: 'always_invoice',
      proration_date: january + 14 * day,
      payment_behavior: 'error_if_incomplete',
    })
    const [invoice] = await invoicesOf(subscription.id)
    expect(invoice).toMatchObject({ status: 'paid', amount_due: 0 })
    const { balance } = (await stripe.customers.retrieve(customer)) as Stripe.Customer
    expect(balance).toBe(invoice!.total)
    expect(balance).toBeLessThan(-400)
  }, 120_000)

  test('an upgrade that is declined changes nothing', async () => {
    const { customer, subscription } = await subscribe()
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe.subscriptions.update(subscription.id, { default_payment_method: bad.id })
    const upgrade = stripe.subscriptions.update(subscription.id, {
      items: [{ id: periodOf(subscription).id, price: target.premiumQuarterly.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    })
    await expect(upgrade).rejects.toMatchObject({ statusCode: 402, code: 'card_declined' })
    const after = await stripe.subscriptions.retrieve(subscription.id)
    expect(after).toMatchObject({
      status: 'active',
      items: { data: [{ price: { id: target.proMonthly.id } }] },
    })
  }, 60_000)

  describe('an upgrade with a card that must be authenticated', () => {
    const upgradeWith = async (payment_behavior: 'error_if_incomplete' | 'pending_if_incomplete') => {
      const { advance, customer, subscription } = await subscribe()
      const card = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
      await stripe.subscriptions.update(subscription.id, { default_payment_method: card.id })
      const upgrade = stripe.subscriptions.update(subscription.id, {
        items: [{ id: periodOf(subscription).id, price: target.premiumQuarterly.id }],
        proration_behavior: 'always_invoice',
        payment_behavior,
        expand: ['latest_invoice.confirmation_secret'],
      })
      return { advance, upgrade, retrieve: () => stripe.subscriptions.retrieve(subscription.id) }
    }
    const monthly = () => ({ status: 'active', items: { data: [{ price: { id: target.proMonthly.id } }] } })

    test('is refused, because the customer is there to be asked', async () => {
      const { upgrade, retrieve } = await upgradeWith('error_if_incomplete')
      await expect(upgrade).rejects.toMatchObject({
        statusCode: 402,
        code: 'subscription_payment_intent_requires_action',
      })
      expect(await retrieve()).toMatchObject({ ...monthly(), pending_update: null })
    }, 60_000)

    test('can wait for the authentication, and be given up', async () => {
      const { upgrade, retrieve } = await upgradeWith('pending_if_incomplete')
      const waiting = await upgrade
      expect(waiting).toMatchObject({
        ...monthly(),
        pending_update: { subscription_items: [{ price: { id: target.premiumQuarterly.id } }] },
        latest_invoice: { status: 'open', confirmation_secret: { type: 'payment_intent' } },
      })
      const invoice = waiting.latest_invoice as Stripe.Invoice
      const intent = invoice.confirmation_secret!.client_secret.split('_secret_')[0]!
      expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({ status: 'requires_action' })
      expect(await stripe.invoices.voidInvoice(invoice.id!)).toMatchObject({ status: 'void' })
      expect(await retrieve()).toMatchObject({ ...monthly(), pending_update: null })
      expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({ status: 'canceled' })
    }, 60_000)

    test('is given up after a day at the latest', async () => {
      const { advance, upgrade, retrieve } = await upgradeWith('pending_if_incomplete')
      const { pending_update: pending } = await upgrade
      expect(pending!.expires_at).toBe(january + 23 * 3600)
      await advance(january + day)
      expect(await retrieve()).toMatchObject({ ...monthly(), pending_update: null })
    }, 60_000)
  })

  test('cancelling an ended subscription is refused', async () => {
    const { subscription } = await subscribe()
    await stripe.subscriptions.cancel(subscription.id)
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
  }, 60_000)

  test('events can be listed afterwards', async () => {
    const since = Math.min(january, Math.floor(Date.now() / 1000)) - 60
    const { subscription } = await subscribe()
    const events = await stripe.events.list({
      type: 'customer.subscription.created',
      created: { gte: since },
      limit: 100,
    })
    const about = events.data.find(
      (event) => (event.data.object as Stripe.Subscription).id === subscription.id,
    )
    expect(about).toMatchObject({ object: 'event', livemode: false, type: 'customer.subscription.created' })
  }, 60_000)
})
