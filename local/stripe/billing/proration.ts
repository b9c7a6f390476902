import type Stripe from 'stripe'
import { nextPeriodEnd } from './calendar.ts'
import { centsOf, nameOfPrice, recurringOf } from '#stripe/objects/catalogue.ts'
import { itemIn, periodLine } from './subscription-shape.ts'
import type { DraftLine } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

export type Change = { price: Stripe.Price; at: number }
type Effect = { item: Stripe.SubscriptionItem; lines: DraftLine[]; isNewCycle: boolean }

/** The effect of a price change: the new item and its invoice lines. Stores nothing. */
export function effectOf(world: World, subscription: Stripe.Subscription, { price, at }: Change): Effect {
  const old = itemIn(subscription)
  const rest = { start: at, end: old.current_period_end }
  const share = (rest.end - at) / (old.current_period_end - old.current_period_start)
  const proration = (of: Stripe.Price, sign: 1 | -1, words: string, discountCents = 0): DraftLine => ({
    description: `${words} on ${nameOfPrice(world, of)} after ${dayOf(at)}`,
    amount: sign * Math.round((centsOf(of) - discountCents) * share),
    price: of.id,
    proration: true,
    period: rest,
    item: old.id,
  })
  const credit = proration(old.price, -1, 'Unused time', discountOf(world, subscription, old))
  if (recurringOf(old.price).interval_count === recurringOf(price).interval_count) {
    const debit = proration(price, 1, 'Remaining time')
    return { item: { ...old, price }, lines: [credit, debit], isNewCycle: false }
  }
  const item = {
    ...old,
    price,
    current_period_start: at,
    current_period_end: nextPeriodEnd(at, recurringOf(price), at),
  }
  return { item, lines: [credit, periodLine(world, item)], isNewCycle: true }
}

/** What a promotion code took off what's paid for the current period: what was never paid isn't credited. */
function discountOf(
  world: World,
  { id }: Stripe.Subscription,
  { current_period_start: start }: Stripe.SubscriptionItem,
): number {
  // After a plan change, that change's invoice paid for the rest of the period, in full.
  const paid = world.of('invoice', id).findLast(({ status }) => status === 'paid')
  const isOfPeriod = paid?.lines.data.length === 1 && paid.lines.data[0]!.period.start === start
  return isOfPeriod ? (paid.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0) : 0
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-AU', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
