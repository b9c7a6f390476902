import type Stripe from 'stripe'
import { nextPeriodEnd } from './calendar.ts'
import { recurringOf } from '#stripe/objects/catalogue.ts'
import { expireSession } from '#stripe/objects/checkout-sessions.ts'
import { settleDueRefunds } from '#stripe/objects/refunds.ts'
import { debitSettlesAt, settleDueDebits } from './charging.ts'
import { collect, endSubscription, finalizesAfterSeconds, issueInvoice } from './billing.ts'
import { finalize } from './finalizing.ts'
import { expirePendingUpdates } from './pending-updates.ts'
import { itemIn, periodLine, withItem } from './subscription-shape.ts'
import type { World } from '#stripe/store/world.ts'

const renewable: Stripe.Subscription.Status[] = ['active', 'past_due']

/** Runs everything due in order of time, until `target`. */
export function runUntil(world: World, target: number): void {
  for (let steps = 0; steps < 100_000; steps++) {
    const moment = earliest(world)
    if (moment === undefined || moment > target) return
    world.at(moment, () => doDue(world))
  }
  throw new Error('The stand-in kept creating work while its clock moved.')
}

function earliest(world: World): number | undefined {
  const moments = [
    ...world.live('subscription').flatMap(momentsOf),
    ...world.live('invoice').flatMap((row) => dueOf(row) ?? []),
    ...world.live('payment_intent').map((row) => debitSettlesAt(world, row)),
    ...world.live('late refund').map((row) => row.dueAt),
    ...world.live('checkout session').map((row) => row.expires_at),
  ]
  return moments.length === 0 ? undefined : Math.min(...moments)
}

function momentsOf(row: Stripe.Subscription): number[] {
  const moments = renewable.includes(row.status) ? [itemIn(row).current_period_end] : []
  return row.pending_update ? [...moments, row.pending_update.expires_at] : moments
}

function dueOf(invoice: Stripe.Invoice): number | null {
  return invoice.status === 'draft' ? invoice.automatically_finalizes_at : invoice.next_payment_attempt
}

function doDue(world: World): void {
  expirePendingUpdates(world)
  for (const row of world.live('subscription'))
    if (renewable.includes(row.status) && itemIn(row).current_period_end <= world.now()) renew(world, row)
  for (const row of world.live('invoice')) {
    const due = dueOf(row)
    if (due === null || due > world.now()) continue
    collect(world, row.status === 'draft' ? finalize(world, row) : row, { offSession: true })
  }
  settleDueDebits(world)
  settleDueRefunds(world)
  expireSessions(world)
}

/** Starts a new period; its invoice stays a draft for an hour, then it's charged. */
function renew(world: World, subscription: Stripe.Subscription): void {
  if (subscription.cancel_at !== null) {
    endSubscription(world, subscription, 'cancellation_requested')
    return
  }
  const item = itemIn(subscription)
  const start = item.current_period_end
  const end = nextPeriodEnd(subscription.billing_cycle_anchor, recurringOf(item.price), start)
  const change = withItem(subscription, { current_period_start: start, current_period_end: end })
  const renewed = world.change('subscription', subscription.id, change)
  const lines = [periodLine(world, itemIn(renewed))]
  const draft = issueInvoice(world, { subscription: renewed, reason: 'subscription_cycle', lines, at: start })
  world.change('invoice', draft.id, { automatically_finalizes_at: start + finalizesAfterSeconds })
  world.emit('customer.subscription.updated', world.get('subscription', subscription.id), {
    items: subscription.items,
    latest_invoice: subscription.latest_invoice,
  })
}

function expireSessions(world: World): void {
  for (const session of world.live('checkout session'))
    if (session.expires_at <= world.now()) expireSession(world, session)
}
