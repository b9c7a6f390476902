import type Stripe from 'stripe'
import { decimal } from '#stripe/objects/catalogue.ts'
import { idOf, type DraftLine } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

export type InvoiceOrder = {
  subscription: Stripe.Subscription
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming'
  lines: DraftLine[]
  at: number
  id: string
}

/** A draft invoice, not stored yet; also used for previews. */
export function draftInvoice(
  world: World,
  { subscription, reason, lines, at, id }: InvoiceOrder,
): Stripe.Invoice {
  const customer = world.get('customer', idOf(subscription.customer)!)
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const owed = total + customer.balance
  const { start: period_start, end: period_end } = {
    start: Math.min(...lines.map((line) => line.period.start)),
    end: at,
  }
  return {
    id,
    object: 'invoice',
    account_country: 'AU',
    account_name: 'Local Stripe stand-in',
    account_tax_ids: null,
    amount_due: isTooSmall(owed) ? 0 : Math.max(0, owed),
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: isTooSmall(owed) ? 0 : Math.max(0, owed),
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: at,
    currency: 'aud',
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: lines.map((line) => lineOf(world, line, id, subscription.id)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    payments: { object: 'list', data: [], has_more: false, url: '/v1/invoice_payments' },
    period_end,
    period_start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: idOf(customer.test_clock),
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
}

/** A debt below the minimum card charge is added to the customer's balance. */
export function isTooSmall(owed: number): boolean {
  return owed > 0 && owed < 50
}

function lineOf(
  world: World,
  line: DraftLine,
  invoice: string,
  subscription: string,
): Stripe.InvoiceLineItem {
  const price = world.get('price', line.price)
  const details = {
    invoice_item: null,
    proration: line.proration,
    proration_details: line.proration ? { credited_items: null } : null,
  }
  return {
    id: world.id('il'),
    object: 'line_item',
    amount: line.amount,
    currency: 'aud',
    description: line.description,
    discount_amounts: [],
    discountable: !line.proration,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: { ...details, subscription, subscription_item: line.item },
      type: 'subscription_item_details',
    },
    period: line.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product)! },
      type: 'price_details',
      unit_amount_decimal: decimal(price.unit_amount ?? 0),
    },
    quantity: line.quantity,
    quantity_decimal: decimal(line.quantity),
    subscription,
    subtotal: line.amount,
    taxes: [],
  }
}
