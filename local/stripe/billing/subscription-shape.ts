import type Stripe from 'stripe'
import { nextPeriodEnd } from './calendar.ts'
import { centsOf, intervalOf, nameOfPrice, recurringOf } from '#stripe/objects/catalogue.ts'
import type { DraftLine } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

type Order = { customer: string; price: Stripe.Price; metadata: Stripe.Metadata; method: string }

export function makeSubscription(
  world: World,
  { customer, price, metadata, method }: Order,
): Stripe.Subscription {
  const now = world.now()
  const id = world.id('sub')
  const item = {
    id: world.id('si'),
    object: 'subscription_item',
    created: now,
    current_period_end: nextPeriodEnd(now, recurringOf(price), now),
    current_period_start: now,
    metadata: {},
    price,
    quantity: 1,
    subscription: id,
  } as Stripe.SubscriptionItem
  return world.put('subscription', {
    id,
    object: 'subscription',
    billing_cycle_anchor: now,
    // The default since 2025. Its prorations differ from classic ones only after several changes within a period.
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: 'aud',
    customer,
    default_payment_method: method,
    ended_at: null,
    items: {
      object: 'list',
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    metadata,
    pending_update: null,
    start_date: now,
    status: 'incomplete',
  } as unknown as Stripe.Subscription)
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
  const cents = centsOf(item.price)
  return {
    description: `1 × ${nameOfPrice(world, item.price)} (at $${(cents / 100).toFixed(2)} / ${intervalOf(item.price)})`,
    amount: cents,
    price: item.price.id,
    proration: false,
    period: { start: item.current_period_start, end: item.current_period_end },
    item: item.id,
  }
}
