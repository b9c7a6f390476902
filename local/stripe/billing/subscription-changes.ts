import type Stripe from 'stripe'
import { z } from 'zod'
import { flag, integer, text } from '#stripe/api/accept.ts'
import { addedItems, addedLines } from './added-items.ts'
import { collect, defaultMethod, issueInvoice, voidInvoice } from './billing.ts'
import { actionFault, declineFault } from './charging.ts'
import { badRequest, notModelled } from '#stripe/api/fault.ts'
import { finalize } from './finalizing.ts'
import { intentIdOf } from './intent-shape.ts'
import { priceForSale } from '#stripe/objects/catalogue.ts'
import { applyChange, discardPendingUpdate, holdChange } from './pending-updates.ts'
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
  add_invoice_items: addedItems,
  payment_behavior: z.enum(['error_if_incomplete', 'pending_if_incomplete']).optional(),
  off_session: flag.default(false),
}
type Moving = Pick<z.output<z.ZodObject<typeof moving>>, 'items' | 'proration_date'>
type Changing = Moving & {
  add_invoice_items: z.output<typeof addedItems>
  payment_behavior?: 'error_if_incomplete' | 'pending_if_incomplete' | undefined
  off_session: boolean
  cancel_at_period_end?: boolean | undefined
}

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
  const price = priceForSale(world, priceId, 'items[0][price]')
  if (price.id === item.price.id) throw notModelled('a change to the same price', 'items[0][price]')
  return { price, at }
}

/**
 * Moves a subscription to another price and charges what's due. Unless that's paid, nothing changes: the update is
 * refused, or pending until its invoice is paid.
 */
export function changeSubscription(world: World, subscription: Stripe.Subscription, read: Changing): void {
  if (!read.payment_behavior) throw notModelled('a change that applies without payment', 'payment_behavior')
  if (read.payment_behavior === 'pending_if_incomplete' && isDebited(world, subscription))
    throw badRequest(
      'Pending updates aren’t supported when bank debits are used as the payment method for the subscription.',
      'payment_behavior',
    )
  discardPendingUpdate(world, subscription)
  const before = world.get('subscription', subscription.id)
  const change = changeOf(world, before, read)
  const { item, lines, isNewCycle } = effectOf(world, before, change)
  const pending = {
    billing_cycle_anchor: isNewCycle ? change.at : null,
    cancel_at_period_end: read.cancel_at_period_end ?? null,
    subscription_items: [item],
  }
  const added = addedLines(world, item, read.add_invoice_items)
  const all = { lines: [...lines, ...added], at: world.now() }
  const order = { subscription: before, reason: 'subscription_update', ...all } as const
  const draft = issueInvoice(world, order)
  const invoice = collect(world, finalize(world, draft), {
    offSession: read.off_session,
    isTentative: true,
  })
  if (invoice.status === 'paid') applyChange(world, before, pending)
  else if (read.payment_behavior === 'pending_if_incomplete') holdChange(world, before, pending, invoice)
  else throw refuse(world, before, invoice)
}

function isDebited(world: World, subscription: Stripe.Subscription): boolean {
  const method = defaultMethod(world, idOf(subscription.customer)!, subscription)
  return method !== null && world.get('PaymentMethod', method).type === 'au_becs_debit'
}

/** Undoes a refused change: restores the subscription and voids the invoice. */
function refuse(world: World, before: Stripe.Subscription, invoice: Stripe.Invoice): Error {
  const id = intentIdOf(invoice)!
  const intent = world.get('payment_intent', id)
  world.put('subscription', before)
  voidInvoice(world, invoice)
  const fault = intent.status === 'requires_action' ? actionFault : declineFault
  return fault(world.get('payment_intent', id))
}
