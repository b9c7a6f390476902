import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, integer, metadata, paging, text } from '#stripe/api/accept.ts'
import { badRequest } from '#stripe/api/fault.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, type Route } from '#stripe/api/route.ts'
import { hasEmptyBalance } from '#stripe/account/account.ts'
import { refundSettlesAfterSeconds } from '#stripe/billing/cards.ts'
import { isTakenBack } from '#stripe/billing/disputes.ts'
import { idOf, type Instrument, type LateRefund } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}

/** Refunds a charge, in full or in part. */
export function refund(
  world: World,
  charge: Stripe.Charge,
  requestedCents?: number,
  { reason = null, metadata = {} }: Partial<Pick<Stripe.Refund, 'reason' | 'metadata'>> = {},
): Stripe.Refund {
  if (charge.status !== 'succeeded')
    throw badRequest(`The charge ${charge.id} has not succeeded.`, 'charge', 'charge_not_refundable')
  if (isTakenBack(world, charge))
    throw badRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      'charge',
      'charge_disputed',
    )
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
  if (hasEmptyBalance(world))
    throw badRequest('Insufficient funds in your Stripe balance to refund this amount.')
  const { refunds } = world.get('instrument', charge.payment_method!)
  const isShort = world.find('setting', 'isBalanceShort')?.value === 1
  const made = world.put('refund', {
    id: world.id('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    customer: charge.customer,
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    status: isShort || refunds === 'late' ? 'pending' : 'succeeded',
    ...(isShort && { pending_reason: 'insufficient_funds' }),
  } as Stripe.Refund)
  const amount_refunded = charge.amount_refunded + amount
  const changed = world.change('charge', charge.id, {
    amount_refunded,
    refunded: amount_refunded === charge.amount,
  })
  world.emit('refund.created', made)
  world.emit('charge.refunded', changed, { amount_refunded: charge.amount_refunded })
  if (!isShort) settleLater(world, made.id, refunds)
  return made
}

/** Has the bank report the outcome later, with some cards. */
function settleLater(world: World, id: string, refunds: Instrument['refunds']): void {
  if (!refunds) return
  const dueAt = world.now() + refundSettlesAfterSeconds
  world.put('late refund', { id, dueAt, outcome: refunds === 'late' ? 'succeeded' : 'failed' })
}

/** While our balance doesn't cover refunds, they wait for it. */
export function setBalanceShort(world: World, isShort: boolean): void {
  world.put('setting', { id: 'isBalanceShort', value: isShort ? 1 : 0 })
  if (isShort) return
  for (const { id, charge } of world.all('refund').filter(isWaiting)) {
    settleRefund(world, id, 'succeeded')
    const { refunds } = world.get('instrument', world.get('charge', idOf(charge)!).payment_method!)
    if (refunds === 'fail') settleLater(world, id, refunds)
  }
}

/** If the bank takes a charge back, the refunds that wait for our balance aren't made any more. */
export function failWaitingRefunds(world: World, charge: string): void {
  for (const refund of world.all('refund').filter(isWaiting))
    if (idOf(refund.charge) === charge)
      settleRefund(world, refund.id, 'failed', 'charge_for_pending_refund_disputed')
}

function isWaiting({ status, pending_reason }: Stripe.Refund): boolean {
  return status === 'pending' && pending_reason === 'insufficient_funds'
}

/** The bank reports the outcome of a refund. The money of a failed one is ours again. */
export function settleRefund(
  world: World,
  id: string,
  outcome: LateRefund['outcome'],
  failure_reason = 'lost_or_stolen_card',
): Stripe.Refund {
  world.remove('late refund', id)
  const settled = world.change('refund', id, {
    status: outcome,
    ...(outcome === 'failed' && { failure_reason }),
  })
  if (outcome === 'failed') {
    const charge = world.get('charge', idOf(settled.charge)!)
    const amount_refunded = charge.amount_refunded - settled.amount
    world.emit('charge.updated', world.change('charge', charge.id, { amount_refunded, refunded: false }))
    world.emit('refund.failed', settled)
  }
  world.emit('refund.updated', settled)
  world.emit('charge.refund.updated', settled)
  return settled
}

export function settleDueRefunds(world: World): void {
  for (const { id, dueAt, outcome } of world.live('late refund'))
    if (dueAt <= world.now()) settleRefund(world, id, outcome)
}

export const refundRoutes: Route[] = [
  get('/v1/refunds', ({ world, input }) => {
    const { payment_intent, ...page } = accept(input, { ...paging, payment_intent: text.optional() })
    const rows = world
      .all('refund')
      .filter((row) => !payment_intent || idOf(row.payment_intent) === payment_intent)
    return listOf('/v1/refunds', rows, page)
  }),
  get('/v1/refunds/:id', ({ world, params }) => world.get('refund', params['id']!)),
  post('/v1/refunds', ({ world, input }) => {
    const read = accept(input, {
      payment_intent: text,
      amount: integer.optional(),
      metadata: metadata.optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    })
    const intent = world.get('payment_intent', read.payment_intent, 'payment_intent')
    const charge = idOf(intent.latest_charge)
    if (!charge)
      throw badRequest('This PaymentIntent does not have a successful charge to refund.', 'payment_intent')
    const { reason = null, metadata: notes = {} } = read
    return refund(world, world.get('charge', charge), read.amount, { reason, metadata: notes })
  }),
]
