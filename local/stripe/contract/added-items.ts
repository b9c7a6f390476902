import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTarget, type Target, targets } from './target.ts'

const january = Date.UTC(2027, 0, 31, 2) / 1000

/** What the product relies on to take back credit for unused time that it has already refunded. */
describe.each(targets)('%s', (name) => {
  let target: Target
  beforeEach(async () => {
    target = await openTarget(name, january)
  }, 60_000)
  afterEach(() => target.close())

  test('a plan change charges an item of its own, with its note, on the same invoice', async () => {
    const { stripe, premiumQuarterly, proMonthly } = target
    const { customer } = await target.customerAt(january)
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer })
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: premiumQuarterly.id }],
      default_payment_method: method.id,
    })
    const change = {
      items: [{ id: subscription.items.data[0]!.id, price: proMonthly.id }],
      proration_behavior: 'always_invoice' as const,
      proration_date: subscription.items.data[0]!.current_period_start,
    }
    const item = {
      price_data: {
        currency: 'aud',
        product: premiumQuarterly.product as string,
        tax_behavior: 'inclusive' as const,
        unit_amount: 500,
      },
      discountable: false,
      metadata: { note: 'refunded' },
    }
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: change,
      invoice_items: [item],
    })
    const changed = await stripe.subscriptions.update(subscription.id, {
      ...change,
      add_invoice_items: [item],
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice'],
    })
    for (const invoice of [preview, changed.latest_invoice as Stripe.Invoice]) {
      const amounts = invoice.lines.data.map(({ amount }) => amount)
      expect(amounts.toSorted((a, b) => a - b)).toEqual([-1197, 499, 500])
      expect(invoice).toMatchObject({ total: -198, amount_due: 0 })
      expect(invoice.lines.data.find(({ amount }) => amount === 500)).toMatchObject({
        metadata: { note: 'refunded' },
        parent: { type: 'invoice_item_details' },
      })
    }
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -198 })
  }, 120_000)
})
