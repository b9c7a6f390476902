import type Stripe from 'stripe'
import { nextPeriodEnd } from './calendar.ts'
import { centsOf, nameOfPrice, recurringOf } from '#stripe/objects/catalogue.ts'
import { itemIn, periodLine, planOf } from './subscription-shape.ts'
import type { DraftLine } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

export type Change = {
  price: Stripe.Price
  quantity: number
  at: number
  behaviour: 'create_prorations' | 'always_invoice' | 'none'
}
export type Effect = { item: Stripe.SubscriptionItem; lines: DraftLine[]; isNewCycle: boolean }

/** The effect of a price change: the new item and its invoice lines. Stores nothing. */
export function effectOf(world: World, subscription: Stripe.Subscription, change: Change): Effect {
  const old = itemIn(subscription)
  const { price, quantity, at } = change
  const isNewCycle = !hasSameInterval(old.price, price)
  const period = isNewCycle
    ? { current_period_start: at, current_period_end: nextPeriodEnd(at, recurringOf(price), at) }
    : { current_period_start: old.current_period_start, current_period_end: old.current_period_end }
  const item = { ...old, ...period, price, plan: planOf(price), quantity }
  const isSame = old.price.id === price.id && (old.quantity ?? 1) === quantity
  if (isSame && !isNewCycle) return { item, lines: [], isNewCycle }

  const rest = { start: at, end: old.current_period_end }
  const share = (rest.end - at) / (old.current_period_end - old.current_period_start)
  const proration = (of: Stripe.Price, many: number, sign: 1 | -1, words: string): DraftLine => ({
    description: `${words} on ${many > 1 ? `${many} × ` : ''}${nameOfPrice(world, of)} after ${dayOf(at)}`,
    amount: sign * Math.round(centsOf(of) * many * share),
    price: of.id,
    quantity: many,
    proration: true,
    period: rest,
    item: old.id,
  })
  const isProrated = change.behaviour !== 'none'
  const credit = isProrated ? [proration(old.price, old.quantity ?? 1, -1, 'Unused time')] : []
  if (isNewCycle) return { item, lines: [...credit, periodLine(world, item)], isNewCycle }
  const debit = isProrated ? [proration(price, quantity, 1, 'Remaining time')] : []
  return { item, lines: [...credit, ...debit], isNewCycle }
}

function hasSameInterval(a: Stripe.Price, b: Stripe.Price): boolean {
  const [one, other] = [recurringOf(a), recurringOf(b)]
  return one.interval === other.interval && one.interval_count === other.interval_count
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-AU', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

/** Proration lines for the next invoice. */
export function pendingLines(world: World, subscription: string): DraftLine[] {
  return world
    .all('pending')
    .flatMap((pending) => (pending.subscription === subscription ? pending.lines : []))
}

export function takePendingLines(world: World, subscription: string): DraftLine[] {
  const lines = pendingLines(world, subscription)
  for (const pending of world.all('pending').filter((row) => row.subscription === subscription))
    world.remove('pending', pending.id)
  return lines
}

/** The lines of the invoice due at the end of the current period. */
export function renewalLines(
  world: World,
  subscription: Stripe.Subscription,
  item = itemIn(subscription),
): DraftLine[] {
  const start = item.current_period_end
  const end = nextPeriodEnd(anchorOf(subscription, item), recurringOf(item.price), start)
  return [
    ...pendingLines(world, subscription.id),
    periodLine(world, { ...item, current_period_start: start, current_period_end: end }),
  ]
}

function anchorOf(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): number {
  const isNewCycle = item.current_period_start > itemIn(subscription).current_period_start
  return isNewCycle ? item.current_period_start : subscription.billing_cycle_anchor
}
