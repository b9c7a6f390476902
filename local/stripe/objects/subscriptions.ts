import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, flag, integer, metadata, paging, text } from '#stripe/api/accept.ts'
import { collect, endSubscription, finalize, intentFor, issueInvoice } from '#stripe/billing/billing.ts'
import { recurringOf } from './catalogue.ts'
import { merged } from './customers.ts'
import { badRequest, notModelled } from '#stripe/api/fault.ts'
import { listOf } from '#stripe/api/list.ts'
import { methodById, attach } from './payment-methods.ts'
import { get, post, remove, type Route } from '#stripe/api/route.ts'
import { changeSubscription, changing } from '#stripe/billing/subscription-changes.ts'
import { makeSubscription, periodLine, itemIn } from '#stripe/billing/subscription-shape.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

const creating = {
  customer: text,
  items: z.array(z.strictObject({ price: text, quantity: integer.optional() })),
  default_payment_method: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  collection_method: z.literal('charge_automatically').optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete'])
    .default('allow_incomplete'),
}

type Start = {
  customer: string
  price: Stripe.Price
  quantity: number
  metadata: Stripe.Metadata
  method: string | null
}

/** Creates a subscription and its first invoice, not paid yet. */
export function beginSubscription(
  world: World,
  start: Start & { description?: string | null },
): { subscription: Stripe.Subscription; invoice: Stripe.Invoice } {
  const subscription = makeSubscription(world, start)
  world.emit('customer.subscription.created', subscription)
  const at = world.timeOf(start.customer)
  const draft = issueInvoice(world, {
    subscription,
    reason: 'subscription_create',
    lines: [periodLine(world, itemIn(subscription))],
    at,
  })
  return { subscription, invoice: finalize(world, draft) }
}

export const subscriptionRoutes: Route[] = [
  post('/v1/subscriptions', ({ world, input }) => {
    const read = accept(input, creating)
    const customer = world.get('customer', read.customer, 'customer')
    const line = read.items[0]
    if (!line) throw badRequest('Missing required param: items.', 'items', 'parameter_missing')
    if (read.items.length > 1) throw notModelled('subscriptions of several items', 'items')
    const price = world.get('price', line.price, 'items[0][price]')
    recurringOf(price)
    const method = read.default_payment_method
      ? attach(world, methodById(world, read.default_payment_method, 'default_payment_method'), customer.id)
          .id
      : null
    const hasMethod = method !== null || customer.invoice_settings.default_payment_method !== null
    if (!hasMethod && read.payment_behavior !== 'default_incomplete') {
      throw badRequest(
        'This customer has no attached payment source or default payment method.',
        undefined,
        'resource_missing',
      )
    }
    const { subscription, invoice } = beginSubscription(world, {
      customer: customer.id,
      price,
      quantity: line.quantity ?? 1,
      metadata: read.metadata ?? {},
      method,
      description: read.description ?? null,
    })
    if (read.payment_behavior === 'default_incomplete') intentFor(world, invoice)
    else collect(world, invoice, { offSession: read.off_session ?? false })
    return world.get('subscription', subscription.id)
  }),
  get('/v1/subscriptions', ({ world, input }) => {
    const { customer, status, price, ...page } = accept(input, {
      ...paging,
      customer: text.optional(),
      price: text.optional(),
      status: text.optional(),
    })
    const rows = world.all('subscription').filter((row) => {
      const hasStatus =
        status === 'all' || (status === undefined ? row.status !== 'canceled' : row.status === status)
      return (
        hasStatus && (!customer || row.customer === customer) && (!price || itemIn(row).price.id === price)
      )
    })
    return listOf('/v1/subscriptions', rows, page)
  }),
  get('/v1/subscriptions/:id', ({ world, params }) => world.get('subscription', params['id']!)),
  post('/v1/subscriptions/:id', ({ world, params, input }) => {
    const subscription = world.get('subscription', params['id']!)
    if (['canceled', 'incomplete_expired'].includes(subscription.status)) {
      throw badRequest('A canceled subscription can only update its cancellation_details and metadata.')
    }
    const read = accept(input, {
      ...changing,
      cancel_at: z
        .literal('')
        .transform(() => null)
        .optional(),
      cancel_at_period_end: flag.optional(),
      default_payment_method: text.optional(),
      metadata: metadata.optional(),
      cancellation_details: z
        .strictObject({ comment: text.optional(), feedback: text.optional() })
        .optional(),
    })
    if (read.items) changeSubscription(world, subscription, read)
    return amend(world, world.get('subscription', subscription.id), read)
  }),
  remove('/v1/subscriptions/:id', ({ world, params, input }) => {
    accept(input, {
      cancellation_details: z
        .strictObject({ comment: text.optional(), feedback: text.optional() })
        .optional(),
    })
    const subscription = world.get('subscription', params['id']!)
    if (subscription.status === 'canceled')
      throw badRequest(`No such subscription: '${subscription.id}'`, 'id', 'resource_missing')
    return endSubscription(world, subscription, 'cancellation_requested')
  }),
]

type Amendment = {
  /** The time it ends, as a cancellation in the portal sets it; null resumes it. */
  cancel_at?: number | null | undefined
  cancel_at_period_end?: boolean | undefined
  default_payment_method?: string | undefined
  metadata?: Stripe.Metadata | undefined
  cancellation_details?: object | undefined
}

/** Changes that move no money: cancellation, payment method and metadata. */
export function amend(world: World, subscription: Stripe.Subscription, read: Amendment): Stripe.Subscription {
  const previous: Partial<Stripe.Subscription> = {}
  const change: Partial<Stripe.Subscription> = {}
  const end = endWished(subscription, read)
  if (end && end.cancel_at !== subscription.cancel_at) {
    const now = world.timeOf(idOf(subscription.customer))
    const none = { comment: null, feedback: null, feedback_option: null, reason: null }
    Object.assign(previous, {
      cancel_at_period_end: subscription.cancel_at_period_end,
      cancel_at: subscription.cancel_at,
      canceled_at: subscription.canceled_at,
    })
    Object.assign(change, {
      ...end,
      canceled_at: end.cancel_at === null ? null : now,
      cancellation_details: end.cancel_at
        ? { ...none, ...read.cancellation_details, reason: 'cancellation_requested' }
        : none,
    })
  }
  if (read.default_payment_method) {
    const method = attach(
      world,
      methodById(world, read.default_payment_method, 'default_payment_method'),
      idOf(subscription.customer)!,
    )
    previous.default_payment_method = subscription.default_payment_method
    change.default_payment_method = method.id
  }
  if (read.metadata) {
    previous.metadata = subscription.metadata
    change.metadata = merged(subscription.metadata, read.metadata)
  }
  if (Object.keys(change).length === 0) return subscription
  const changed = world.change('subscription', subscription.id, change)
  world.emit('customer.subscription.updated', changed, previous)
  return changed
}

type End = Pick<Stripe.Subscription, 'cancel_at' | 'cancel_at_period_end'>

/** The end after an update; undefined if the update doesn't affect it. */
function endWished(
  subscription: Stripe.Subscription,
  { cancel_at, cancel_at_period_end: isAtPeriodEnd }: Amendment,
): End | undefined {
  if (cancel_at !== undefined) return { cancel_at, cancel_at_period_end: false }
  if (isAtPeriodEnd === undefined || isAtPeriodEnd === subscription.cancel_at_period_end) return undefined
  return {
    cancel_at: isAtPeriodEnd ? itemIn(subscription).current_period_end : null,
    cancel_at_period_end: isAtPeriodEnd,
  }
}
