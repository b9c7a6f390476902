import type Stripe from 'stripe'
import { z } from 'zod'
import { flag, integer, text } from '#stripe/api/accept.ts'
import { collect, finalize, issueInvoice } from './billing.ts'
import { declineFault } from './charging.ts'
import { badRequest, notModelled } from '#stripe/api/fault.ts'
import { type Change, effectOf, pendingLines, takePendingLines } from './proration.ts'
import { itemIn } from './subscription-shape.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

/** The parameters that move a subscription to another price, also for previews. */
export const moving = {
  items: z
    .array(z.strictObject({ id: text.optional(), price: text.optional(), quantity: integer.optional() }))
    .optional(),
  proration_behavior: z.enum(['create_prorations', 'always_invoice', 'none']).default('create_prorations'),
  proration_date: integer.optional(),
}
export const changing = {
  ...moving,
  payment_behavior: z.enum(['allow_incomplete', 'error_if_incomplete']).default('allow_incomplete'),
  off_session: flag.optional(),
}
type Moving = z.output<z.ZodObject<typeof moving>>
type Changing = z.output<z.ZodObject<typeof changing>>

export function changeOf(world: World, subscription: Stripe.Subscription, read: Moving): Change {
  const line = read.items?.[0]
  const item = itemIn(subscription)
  if (!line || read.items!.length > 1) throw notModelled('changing several items at once', 'items')
  if (line.id !== item.id) {
    if (line.id === undefined)
      throw notModelled('adding a second item; name the item to change', 'items[0][id]')
    throw badRequest(`Invalid subscription item: ${line.id}`, 'items[0][id]', 'resource_missing')
  }
  const at = read.proration_date ?? world.timeOf(idOf(subscription.customer))
  if (at < item.current_period_start || at > item.current_period_end) {
    throw badRequest('Cannot specify a proration date outside of the current period.', 'proration_date')
  }
  return {
    price: line.price ? world.get('price', line.price, 'items[0][price]') : item.price,
    quantity: line.quantity ?? item.quantity ?? 1,
    at,
    behaviour: read.proration_behavior,
  }
}

/** Moves a subscription to another price, invoices what's due now and leaves the rest for the next invoice. */
export function changeSubscription(world: World, subscription: Stripe.Subscription, read: Changing): void {
  const change = changeOf(world, subscription, read)
  const { item, lines, isNewCycle } = effectOf(world, subscription, change)
  const customer = world.get('customer', idOf(subscription.customer)!)
  const changed = world.change('subscription', subscription.id, {
    items: { ...subscription.items, data: [item] },
    ...(isNewCycle && { billing_cycle_anchor: change.at }),
    ...(isNewCycle && subscription.cancel_at && { cancel_at: item.current_period_end }),
  })
  const isDueNow = isNewCycle || (change.behaviour === 'always_invoice' && lines.length > 0)
  if (isDueNow) {
    const waiting = pendingLines(world, subscription.id)
    const reason = 'subscription_update'
    const draft = issueInvoice(world, {
      subscription: changed,
      reason,
      lines: [...waiting, ...lines],
      at: world.timeOf(customer.id),
    })
    const isTentative = read.payment_behavior === 'error_if_incomplete'
    const paid = collect(world, finalize(world, draft), { offSession: read.off_session ?? true, isTentative })
    if (isTentative && paid.status !== 'paid') throw undo(world, subscription, customer, paid)
    takePendingLines(world, subscription.id)
  } else if (lines.length > 0) {
    world.put('pending', { id: world.id('ii'), subscription: subscription.id, lines })
  }
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
  const voided_at = world.timeOf(customer.id)
  const voided = world.change('invoice', invoice.id, {
    status: 'void',
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at },
  })
  world.emit('invoice.voided', voided)
  const intent = idOf(invoice.payments?.data[0]?.payment.payment_intent)
  if (!intent)
    return badRequest(
      'This customer has no attached payment source or default payment method.',
      undefined,
      'resource_missing',
    )
  const failed = world.change('payment_intent', intent, {
    status: 'canceled',
    canceled_at: voided_at,
    cancellation_reason: 'void_invoice',
  })
  return declineFault(failed, (all) => all)
}
