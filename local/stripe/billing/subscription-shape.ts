import type Stripe from 'stripe'
import { nextPeriodEnd } from './calendar.ts'
import { centsOf, decimal, nameOfPrice, recurringOf } from '#stripe/objects/catalogue.ts'
import { idOf, type DraftLine } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

type Order = {
  customer: string
  price: Stripe.Price
  quantity: number
  metadata: Stripe.Metadata
  method: string | null
  description?: string | null
}

export function makeSubscription(
  world: World,
  { customer, price, quantity, metadata, method, description = null }: Order,
): Stripe.Subscription {
  const now = world.timeOf(customer)
  const id = world.id('sub')
  return world.put('subscription', {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: 'aud',
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: method,
    default_source: null,
    default_tax_rates: [],
    description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [
        itemOf(world, { id, price, quantity, start: now, end: nextPeriodEnd(now, recurringOf(price), now) }),
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: idOf(world.get('customer', customer).test_clock),
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  })
}

type NewItem = { id: string; price: Stripe.Price; quantity: number; start: number; end: number }

function itemOf(world: World, { id, price, quantity, start, end }: NewItem): Stripe.SubscriptionItem {
  return {
    id: world.id('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: start,
    current_period_end: end,
    current_period_start: start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription: id,
    tax_rates: [],
  }
}

export function planOf(price: Stripe.Price): Stripe.Plan {
  const { interval, interval_count } = recurringOf(price)
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: centsOf(price),
    amount_decimal: decimal(centsOf(price)),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval,
    interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

/** The only item of a subscription; more aren't modelled. */
export function itemIn(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  return subscription.items.data[0]!
}

export function withItem(
  subscription: Stripe.Subscription,
  change: Partial<Stripe.SubscriptionItem>,
): Pick<Stripe.Subscription, 'items'> {
  return { items: { ...subscription.items, data: [{ ...itemIn(subscription), ...change }] } }
}

/** The line for a whole period of a subscription. */
export function periodLine(world: World, item: Stripe.SubscriptionItem): DraftLine {
  const { interval, interval_count } = recurringOf(item.price)
  const quantity = item.quantity ?? 1
  const cents = centsOf(item.price)
  const every = interval_count === 1 ? interval : `every ${interval_count} ${interval}s`
  return {
    description: `${quantity} × ${nameOfPrice(world, item.price)} (at $${(cents / 100).toFixed(2)} / ${every})`,
    amount: cents * quantity,
    price: item.price.id,
    quantity,
    proration: false,
    period: { start: item.current_period_start, end: item.current_period_end },
    item: item.id,
  }
}
