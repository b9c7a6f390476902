import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, integer, metadata, paging, text } from '#stripe/api/accept.ts'
import { badRequest } from '#stripe/api/fault.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, type Route } from '#stripe/api/route.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

function chargeFor(
  world: World,
  input: { charge?: string | undefined; payment_intent?: string | undefined },
): Stripe.Charge {
  if (input.charge) return world.get('charge', input.charge, 'charge')
  if (!input.payment_intent)
    throw badRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  const intent = world.get('payment_intent', input.payment_intent, 'payment_intent')
  const id = idOf(intent.latest_charge)
  if (!id)
    throw badRequest('This PaymentIntent does not have a successful charge to refund.', 'payment_intent')
  return world.get('charge', id)
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}

/** Refunds a charge, in full or in part. */
export function refund(
  world: World,
  charge: Stripe.Charge,
  requestedCents?: number,
  reason: Stripe.Refund.Reason | null = null,
): Stripe.Refund {
  if (charge.status !== 'succeeded')
    throw badRequest(`The charge ${charge.id} has not succeeded.`, 'charge', 'charge_not_refundable')
  const left = charge.amount - charge.amount_refunded
  if (left === 0)
    throw badRequest(`Charge ${charge.id} has already been refunded.`, 'charge', 'charge_already_refunded')
  const amount = requestedCents ?? left
  if (amount <= 0)
    throw badRequest('Amount must be greater than zero.', 'amount', 'parameter_invalid_integer')
  if (amount > left) {
    throw badRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      'amount',
    )
  }
  const made = world.put('refund', {
    id: world.id('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: world.timeOf(idOf(charge.customer)),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  })
  const amount_refunded = charge.amount_refunded + amount
  const refunds = {
    object: 'list' as const,
    data: [made, ...(charge.refunds?.data ?? [])],
    has_more: false,
    url: `/v1/charges/${charge.id}/refunds`,
  }
  const changed = world.change('charge', charge.id, {
    amount_refunded,
    refunded: amount_refunded === charge.amount,
    refunds,
  })
  world.emit('refund.created', made)
  world.emit('charge.refunded', changed, { amount_refunded: charge.amount_refunded })
  return made
}

export const refundRoutes: Route[] = [
  post('/v1/refunds', ({ world, input }) => {
    const read = accept(input, {
      charge: text.optional(),
      payment_intent: text.optional(),
      amount: integer.optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
      metadata: metadata.optional(),
    })
    const made = refund(world, chargeFor(world, read), read.amount, read.reason ?? null)
    return world.change('refund', made.id, { metadata: read.metadata ?? {} })
  }),
  get('/v1/refunds', ({ world, input }) => {
    const { charge, payment_intent, ...page } = accept(input, {
      ...paging,
      charge: text.optional(),
      payment_intent: text.optional(),
    })
    const rows = world
      .all('refund')
      .filter(
        (row) =>
          (!charge || row.charge === charge) && (!payment_intent || row.payment_intent === payment_intent),
      )
    return listOf('/v1/refunds', rows, page)
  }),
  get('/v1/refunds/:id', ({ world, params }) => world.get('refund', params['id']!)),
  get('/v1/charges', ({ world, input }) => {
    const { customer, payment_intent, ...page } = accept(input, {
      ...paging,
      customer: text.optional(),
      payment_intent: text.optional(),
    })
    const rows = world
      .all('charge')
      .filter(
        (row) =>
          (!customer || row.customer === customer) &&
          (!payment_intent || row.payment_intent === payment_intent),
      )
    return listOf('/v1/charges', rows, page)
  }),
  get('/v1/charges/:id', ({ world, params }) => world.get('charge', params['id']!)),
]
