import type Stripe from 'stripe'
import { z } from 'zod'
import { integer, text } from '#stripe/api/accept.ts'
import { collect, finalize, issueInvoice } from './billing.ts'
import { declineFault } from './charging.ts'
import { badRequest, notModelled } from '#stripe/api/fault.ts'
import { type Change, effectOf } from './proration.ts'
import { itemIn } from './subscription-shape.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

/** The parameters that move a subscription to another price, also for previews. */
export const moving = {
  items: z.tuple([z.strictObject({ id: text, price: text })]),
  proration_behavior: z.literal('always_invoice'),
  proration_date: integer.optional(),
}
export const changing = {
  ...z.strictObject(moving).partial().shape,
  payment_behavior: z.literal('error_if_incomplete').optional(),
}
type Moving = Pick<z.output<z.ZodObject<typeof moving>>, 'items' | 'proration_date'>

export function changeOf(
  world: World,
  subscription: Stripe.Subscription,
  { items: [{ id, price: priceId }], proration_date: at = world.now() }: Moving,
): Change {
  const item = itemIn(subscription)
  if (id !== item.id) throw badRequest(`Invalid subscription item: ${id}`, 'items[0][id]', 'resource_missing')
  if (at < item.current_period_start || at > item.current_period_end) {
    throw badRequest('Cannot specify a proration date outside of the current period.', 'proration_date')
  }
  const price = world.get('price', priceId, 'items[0][price]')
  if (price.id === item.price.id) throw notModelled('a change to the same price', 'items[0][price]')
  return { price, at }
}

/** Moves a subscription to another price and charges what's due. A decline changes nothing. */
export function changeSubscription(world: World, subscription: Stripe.Subscription, read: Moving): void {
  const change = changeOf(world, subscription, read)
  const { item, lines, isNewCycle } = effectOf(world, subscription, change)
  const customer = world.get('customer', idOf(subscription.customer)!)
  const changed = world.change('subscription', subscription.id, {
    items: { ...subscription.items, data: [item] },
    ...(isNewCycle && { billing_cycle_anchor: change.at }),
    ...(isNewCycle && subscription.cancel_at && { cancel_at: item.current_period_end }),
  })
  const draft = issueInvoice(world, {
    subscription: changed,
    reason: 'subscription_update',
    lines,
    at: world.now(),
  })
  const paid = collect(world, finalize(world, draft), { offSession: true, isTentative: true })
  if (paid.status !== 'paid') throw undo(world, subscription, customer, paid)
  world.emit('customer.subscription.updated', world.get('subscription', subscription.id), {
    items: subscription.items,
  })
}

/** Undoes a refused change: restores the subscription and voids the invoice. */
function undo(
  world: World,
  before: Stripe.Subscription,
  customer: Stripe.Customer,
  invoice: Stripe.Invoice,
): Error {
  world.put('subscription', before)
  world.change('customer', customer.id, { balance: customer.balance })
  const voided_at = world.now()
  const voided = world.change('invoice', invoice.id, {
    status: 'void',
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at },
  })
  world.emit('invoice.voided', voided)
  const intent = idOf(invoice.payments?.data[0]?.payment.payment_intent)!
  const failed = world.change('payment_intent', intent, {
    status: 'canceled',
    canceled_at: voided_at,
    cancellation_reason: 'void_invoice',
  })
  return declineFault(failed, (all) => all)
}
