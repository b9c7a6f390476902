import type Stripe from 'stripe'
import { subscriptionOf, voidInvoice } from './billing.ts'
import { intentIdOf } from './intent-shape.ts'
import { itemIn } from './subscription-shape.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

type Pending = Pick<
  Stripe.Subscription.PendingUpdate,
  'billing_cycle_anchor' | 'cancel_at_period_end' | 'subscription_items'
>

const EXPIRES_AFTER_SECONDS = 23 * 3600

export function applyChange(
  world: World,
  { id }: Stripe.Subscription,
  { billing_cycle_anchor, cancel_at_period_end, subscription_items }: Pending,
): void {
  const before = world.get('subscription', id)
  const [item] = subscription_items!
  const isNewCycle = billing_cycle_anchor !== null
  const isResumed = cancel_at_period_end === false && before.cancel_at !== null
  const changed = world.change('subscription', id, {
    items: { ...before.items, data: [item!] },
    pending_update: null,
    ...(isNewCycle && { billing_cycle_anchor }),
    ...(isNewCycle && before.cancel_at && { cancel_at: item!.current_period_end }),
    ...(isResumed && {
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { reason: null } as Stripe.Subscription.CancellationDetails,
    }),
  })
  if (before.pending_update) world.emit('customer.subscription.pending_update_applied', changed)
  world.emit('customer.subscription.updated', changed, { items: before.items })
}

/** Holds a change until its invoice is paid, for at most 23 hours. Until then the subscription stays unchanged. */
export function holdChange(
  world: World,
  before: Stripe.Subscription,
  pending: Pending,
  invoice: Stripe.Invoice,
): void {
  const held = world.change('subscription', before.id, {
    pending_update: {
      ...pending,
      discount: null,
      discounts: null,
      expires_at: Math.min(itemIn(before).current_period_end, world.now() + EXPIRES_AFTER_SECONDS),
      metadata: null,
      trial_end: null,
      trial_from_plan: null,
    },
  })
  world.emit('customer.subscription.updated', held, { pending_update: null })
  const intent = world.get('payment_intent', intentIdOf(invoice)!)
  if (intent.status === 'requires_action') world.emit('invoice.payment_action_required', invoice)
  const tried = { attempted: true, attempt_count: invoice.attempt_count + 1 }
  world.emit('invoice.payment_failed', world.change('invoice', invoice.id, tried))
}

/** Applies the pending change of the subscription whose invoice has just been paid. */
export function applyPendingUpdate(world: World, invoice: Stripe.Invoice): void {
  const subscription = pendingOn(world, invoice)
  if (subscription) applyChange(world, subscription, subscription.pending_update!)
}

export function discardPendingUpdate(world: World, subscription: Stripe.Subscription): void {
  const invoice = subscription.pending_update && idOf(subscription.latest_invoice)
  if (invoice) dropChange(world, voidInvoice(world, world.get('invoice', invoice)))
}

/** Drops the pending change that a voided invoice was for. */
export function dropChange(world: World, invoice: Stripe.Invoice): void {
  const subscription = pendingOn(world, invoice)
  if (!subscription) return
  const { pending_update } = subscription
  const changed = world.change('subscription', subscription.id, { pending_update: null })
  world.emit('customer.subscription.updated', changed, { pending_update })
}

export function expirePendingUpdates(world: World): void {
  for (const row of world.live('subscription')) {
    if (!row.pending_update || row.pending_update.expires_at > world.now()) continue
    discardPendingUpdate(world, row)
    world.emit('customer.subscription.pending_update_expired', world.get('subscription', row.id))
  }
}

function pendingOn(world: World, invoice: Stripe.Invoice): Stripe.Subscription | undefined {
  const subscription = subscriptionOf(world, invoice)
  const isPending = subscription?.pending_update && idOf(subscription.latest_invoice) === invoice.id
  return isPending ? subscription : undefined
}
