import type Stripe from 'stripe'
import { centsOf, decimal } from '#stripe/objects/catalogue.ts'
import { idOf, type DraftLine } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

export type InvoiceOrder = {
  subscription: Stripe.Subscription
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  lines: DraftLine[]
  at: number
  id: string
  /** The discount of a promotion code on its only line. */
  discountCents?: number
}

/** A draft invoice, not stored yet; also used for previews. */
export function draftInvoice(
  world: World,
  { subscription, reason, lines, at, id, discountCents = 0 }: InvoiceOrder,
): Stripe.Invoice {
  const customer = world.get('customer', idOf(subscription.customer)!)
  const subtotal = lines.reduce((sum, line) => sum + line.amount, 0)
  const total = subtotal - discountCents
  const discounts = discountCents === 0 ? [] : [{ amount: discountCents, discount: world.id('di') }]
  const { due } = applyBalance(total, customer.balance)
  return {
    id,
    object: 'invoice',
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: at,
    currency: 'aud',
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    discounts: discounts.map(({ discount }) => discount),
    ending_balance: null,
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
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payments: { object: 'list', data: [], has_more: false, url: '/v1/invoice_payments' },
    period_end: at,
    period_start: Math.min(...lines.map((line) => line.period.start)),
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal,
    total,
    total_discount_amounts: discounts,
  } as unknown as Stripe.Invoice
}

/** What a customer with a balance has to pay of a total, and the balance that's left. */
export function applyBalance(total: number, balance: number): { due: number; endingBalance: number } {
  const owed = total + balance
  return owed <= 0 || isTooSmall(owed) ? { due: 0, endingBalance: owed } : { due: owed, endingBalance: 0 }
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
  const price = priceOf(world, line)
  return {
    id: world.id('il'),
    object: 'line_item',
    amount: line.amount,
    currency: 'aud',
    description: line.description,
    invoice,
    livemode: false,
    metadata: line.metadata ?? {},
    parent:
      line.proration || line.item === undefined
        ? {
            // Prorations are items added to the invoice, not part of the subscription's own.
            invoice_item_details: {
              invoice_item: world.id('ii'),
              proration: line.proration,
              proration_details: null,
              subscription,
            },
            subscription_item_details: null,
            type: 'invoice_item_details',
          }
        : {
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: null,
              proration: false,
              proration_details: null,
              subscription,
              subscription_item: line.item,
            },
            type: 'subscription_item_details',
          },
    period: line.period,
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: decimal(price.cents),
    },
    quantity: 1,
    subscription,
    subtotal: line.amount,
  } as Stripe.InvoiceLineItem
}

function priceOf(world: World, { price }: DraftLine): { id: string; product: string; cents: number } {
  if (typeof price !== 'string') return { id: world.id('price'), ...price }
  const known = world.get('price', price)
  return { id: known.id, product: idOf(known.product)!, cents: centsOf(known) }
}
