import type Stripe from 'stripe'
import { badRequest } from '#stripe/api/fault.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

const ANSWER_WITHIN_SECONDS = 9 * 86_400

/** A bank takes a charge back for its customer, or only asks about it: then no money moves yet. */
export function openDispute(world: World, charge: Stripe.Charge, isInquiry = false): Stripe.Dispute {
  const dispute = world.put('dispute', {
    id: world.id('du'),
    object: 'dispute',
    amount: leftOf(charge),
    balance_transactions: [],
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    evidence: {},
    evidence_details: {
      due_by: world.now() + ANSWER_WITHIN_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  } as unknown as Stripe.Dispute)
  world.emit('charge.updated', world.change('charge', charge.id, { disputed: true }))
  world.emit('charge.dispute.created', dispute)
  if (!isInquiry) world.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** The bank can't take what has already been refunded. */
function leftOf({ amount, amount_refunded: refunded }: Stripe.Charge): number {
  return amount - refunded
}

const closedStatuses: Stripe.Dispute.Status[] = ['won', 'lost', 'warning_closed']

/** Closes a dispute. An inquiry just ends, because no money has moved. */
export function closeDispute(world: World, id: string, outcome: 'won' | 'lost'): Stripe.Dispute {
  const { status: before } = world.get('dispute', id)
  if (closedStatuses.includes(before)) throw badRequest('This dispute is already closed.')
  const status = isInquiry(before) ? 'warning_closed' : outcome
  const closed = world.change('dispute', id, { status, is_charge_refundable: false })
  if (status === 'won') world.emit('charge.dispute.funds_reinstated', closed)
  world.emit('charge.dispute.closed', closed)
  return closed
}

/** Turns an inquiry into a dispute: the bank isn't satisfied with the answer and takes the charge back. */
export function escalateInquiry(world: World, id: string): Stripe.Dispute {
  const { status, charge } = world.get('dispute', id)
  if (!isInquiry(status) || closedStatuses.includes(status)) throw badRequest('This isn’t an open inquiry.')
  const amount = leftOf(world.get('charge', idOf(charge)!))
  if (amount === 0) return closeDispute(world, id, 'won')
  const change = { status: 'needs_response', amount, is_charge_refundable: false } as const
  const dispute = world.change('dispute', id, change)
  world.emit('charge.dispute.updated', dispute, { status })
  world.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

function isInquiry(status: Stripe.Dispute.Status): boolean {
  return status.startsWith('warning_')
}

/** Whether a charge's money isn't ours any more, or may soon not be: then it can't be refunded. */
export function isTakenBack(world: World, charge: Stripe.Charge): boolean {
  return world
    .of('dispute', charge.id)
    .some(({ status }) => ['needs_response', 'under_review', 'lost'].includes(status))
}

/** The bank's warning that a charge may be fraudulent. */
export function warnOfFraud(world: World, charge: Stripe.Charge): void {
  world.emit('radar.early_fraud_warning.created', {
    id: world.id('issfr'),
    object: 'radar.early_fraud_warning',
    actionable: true,
    charge: charge.id,
    created: world.now(),
    fraud_type: 'made_with_stolen_card',
    livemode: false,
    payment_intent: charge.payment_intent,
  })
}
