import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, flag, metadata, paging, text } from '#stripe/api/accept.ts'
import { collect, endSubscription, issueInvoice } from '#stripe/billing/billing.ts'
import { finalize } from '#stripe/billing/finalizing.ts'
import { badRequest, missing, notModelled } from '#stripe/api/fault.ts'
import { listOf } from '#stripe/api/list.ts'
import { priceForSale } from './catalogue.ts'
import { methodById, attach } from './payment-methods.ts'
import { get, post, remove, type Route } from '#stripe/api/route.ts'
import { changeSubscription, changing } from '#stripe/billing/subscription-changes.ts'
import { makeSubscription, periodLine, itemIn } from '#stripe/billing/subscription-shape.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

export const subscriptionRoutes: Route[] = [
  post('/v1/subscriptions', ({ world, input }) => {
    const read = accept(input, {
      customer: text,
      items: z.tuple([z.strictObject({ price: text })]),
      default_payment_method: text,
      metadata: metadata.optional(),
    })
    const customer = world.get('customer', read.customer, 'customer')
    const price = priceForSale(world, read.items[0].price, 'items[0][price]')
    const method = methodById(world, read.default_payment_method, 'default_payment_method')
    const subscription = makeSubscription(world, {
      customer: customer.id,
      price,
      metadata: read.metadata ?? {},
      method: attach(world, method, customer.id).id,
    })
    world.emit('customer.subscription.created', subscription)
    const lines = [periodLine(world, itemIn(subscription))]
    const order = { subscription, reason: 'subscription_create', lines, at: world.now() } as const
    collect(world, finalize(world, issueInvoice(world, order)), { offSession: false })
    const created = world.get('subscription', subscription.id)
    if (created.status !== 'active') throw notModelled('a first payment that fails', 'default_payment_method')
    return created
  }),
  get('/v1/subscriptions', ({ world, input }) => {
    const { customer, status, ...page } = accept(input, {
      ...paging,
      customer: text.optional(),
      status: z.enum(['all', 'active', 'canceled', 'past_due', 'unpaid']).optional(),
    })
    const rows = world
      .all('subscription')
      .filter((row) => customer === undefined || row.customer === customer)
      .filter((row) => status === 'all' || (status ? row.status === status : row.status !== 'canceled'))
    return listOf('/v1/subscriptions', rows, page)
  }),
  get('/v1/subscriptions/:id', ({ world, params }) => world.get('subscription', params['id']!)),
  post('/v1/subscriptions/:id', ({ world, params, input }) => {
    const subscription = world.get('subscription', params['id']!)
    if (subscription.status === 'canceled' && Object.keys(input).some((name) => name !== 'metadata'))
      throw badRequest('A canceled subscription can only update its cancellation_details and metadata.')
    const read = accept(input, {
      ...changing,
      cancel_at: z
        .literal('')
        .transform(() => null)
        .optional(),
      cancel_at_period_end: flag.optional(),
      cancellation_details: z.strictObject({ comment: text }).optional(),
      default_payment_method: text.optional(),
      metadata: metadata.optional(),
    })
    if (!read.items && read.add_invoice_items.length > 0)
      throw notModelled('added items without a change of price', 'add_invoice_items')
    if (!read.items) return amend(world, subscription, read)
    if (read.metadata) throw notModelled('metadata with a change of price', 'metadata')
    if (read.cancel_at !== undefined || read.cancellation_details || read.default_payment_method)
      throw badRequest('This parameter isn’t supported by pending updates.', 'payment_behavior')
    changeSubscription(world, subscription, { ...read, items: read.items })
    return world.get('subscription', subscription.id)
  }),
  remove('/v1/subscriptions/:id', ({ world, params, input }) => {
    const { cancellation_details: details } = accept(input, {
      cancellation_details: z.strictObject({ comment: text }).optional(),
    })
    const subscription = world.get('subscription', params['id']!)
    if (subscription.status === 'canceled') throw missing('subscription', subscription.id)
    return endSubscription(world, subscription, 'cancellation_requested', details?.comment)
  }),
]

type Amendment = {
  /** The time it ends, as a cancellation in the portal sets it; null resumes it. */
  cancel_at?: number | null | undefined
  cancel_at_period_end?: boolean | undefined
  /** Only stored together with a cancellation. */
  cancellation_details?: { comment: string } | undefined
  default_payment_method?: string | undefined
  metadata?: Record<string, string> | undefined
}

/** Changes that move no money: cancellation, payment method and metadata. */
export function amend(world: World, subscription: Stripe.Subscription, read: Amendment): Stripe.Subscription {
  const change: Partial<Stripe.Subscription> = {}
  const end = endAfter(subscription, read)
  const isChanged =
    end?.cancel_at !== subscription.cancel_at ||
    end.cancel_at_period_end !== subscription.cancel_at_period_end
  if (end && isChanged) {
    const isResumed = end.cancel_at === null
    Object.assign(change, {
      ...end,
      canceled_at: isResumed ? null : world.now(),
      cancellation_details: {
        comment: (!isResumed && read.cancellation_details?.comment) || null,
        reason: isResumed ? null : 'cancellation_requested',
      },
    })
  }
  if (read.default_payment_method) {
    const method = methodById(world, read.default_payment_method, 'default_payment_method')
    change.default_payment_method = attach(world, method, idOf(subscription.customer)!).id
  }
  if (read.metadata) change.metadata = { ...subscription.metadata, ...read.metadata }
  const names = Object.keys(change) as (keyof Stripe.Subscription)[]
  if (names.length === 0) return subscription
  const changed = world.change('subscription', subscription.id, change)
  const previous = Object.fromEntries(names.map((name) => [name, subscription[name]]))
  world.emit('customer.subscription.updated', changed, previous)
  return changed
}

/** The end after an update; undefined if the update doesn't affect it. */
function endAfter(
  subscription: Stripe.Subscription,
  { cancel_at, cancel_at_period_end: isAtPeriodEnd }: Amendment,
): Pick<Stripe.Subscription, 'cancel_at' | 'cancel_at_period_end'> | undefined {
  if (cancel_at !== undefined) return { cancel_at, cancel_at_period_end: false }
  if (isAtPeriodEnd === undefined || isAtPeriodEnd === subscription.cancel_at_period_end) return undefined
  return {
    cancel_at: isAtPeriodEnd ? itemIn(subscription).current_period_end : null,
    cancel_at_period_end: isAtPeriodEnd,
  }
}
