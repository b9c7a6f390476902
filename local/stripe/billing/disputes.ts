import type Stripe from 'stripe'
import { badRequest } from '#stripe/api/fault.ts'
import { idOf } from '#stripe/store/tables.ts'
import type { World } from '#stripe/store/world.ts'

const ANSWER_WITHIN_SECONDS = 9 * 86_400

/**
 * How a bank begins: it takes a charge back, or only asks about it. One that's prevented never becomes a dispute: either
 * the bank has returned the money at once, or it was convinced without taking any.
 */
export type Case = 'chargeback' | 'inquiry' | 'resolution' | 'block'

const firstStatus = {
  chargeback: 'needs_response',
  inquiry: 'warning_needs_response',
  resolution: 'prevented',
  block: 'prevented',
} as const

/** A bank takes a charge back for its customer, or only asks about it: then no money moves yet. */
export function openDispute(world: World, charge: Stripe.Charge, kind: Case = 'chargeback'): Stripe.Dispute {
  const isTaken = kind === 'chargeback' || kind === 'resolution'
  const amount = leftOf(charge)
  const dispute = world.put('dispute', {
    ...world.base('du', 'dispute'),
    amount,
    balance_transactions: isTaken ? [movement(world, -amount)] : [],
    charge: charge.id,
    currency: charge.currency,
    evidence: {},
    evidence_details: {
      due_by: world.now() + ANSWER_WITHIN_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: kind === 'inquiry',
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: 'visa', case_type: kind, network: 'visa', network_reason_code: null },
      type: 'card',
    },
    reason: 'fraudulent',
    status: firstStatus[kind],
  } as unknown as Stripe.Dispute)
  world.emit('charge.updated', world.change('charge', charge.id, { disputed: true }))
  world.emit('charge.dispute.created', dispute)
  if (isTaken) world.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** Money that a dispute takes from the account, or returns to it. */
function movement(world: World, amount: number): Stripe.BalanceTransaction {
  return {
    id: world.id('txn'),
    object: 'balance_transaction',
    amount,
    currency: 'aud',
    type: 'adjustment',
    created: world.now(),
  } as Stripe.BalanceTransaction
}

/** The bank can't take what has already been refunded. */
function leftOf({ amount, amount_refunded: refunded }: Stripe.Charge): number {
  return amount - refunded
}

const closedStatuses: Stripe.Dispute.Status[] = ['won', 'lost', 'warning_closed', 'prevented']

/** Closes a dispute. An inquiry just ends, because no money has moved. */
export function closeDispute(world: World, id: string, outcome: 'won' | 'lost'): Stripe.Dispute {
  const { status: before, amount, balance_transactions: moved } = world.get('dispute', id)
  if (closedStatuses.includes(before)) throw badRequest('This dispute is already closed.')
  const status = isInquiry(before) ? 'warning_closed' : outcome
  const closed = world.change('dispute', id, {
    status,
    is_charge_refundable: false,
    ...(status === 'won' && { balance_transactions: [...moved, movement(world, amount)] }),
  })
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
  const dispute = world.change('dispute', id, {
    status: 'needs_response',
    amount,
    balance_transactions: [movement(world, -amount)],
    is_charge_refundable: false,
  })
  world.emit('charge.dispute.updated', dispute, { status })
  world.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** We ask for another decision about a dispute that was lost. The money stays with the customer meanwhile. */
export function appeal(world: World, id: string): Stripe.Dispute {
  if (world.get('dispute', id).status !== 'lost') throw badRequest('This dispute can’t be appealed.')
  const appealed = world.change('dispute', id, { status: 'appeal_under_review' })
  world.emit('charge.dispute.updated', appealed, { status: 'lost' })
  return appealed
}

function isInquiry(status: Stripe.Dispute.Status): boolean {
  return status.startsWith('warning_')
}

/** Whether a charge's money isn't ours any more, or may soon not be: then it can't be refunded. */
export function isTakenBack(world: World, charge: Stripe.Charge): boolean {
  return world
    .of('dispute', charge.id)
    .some(({ balance_transactions: moved }) => moved.reduce((sum, { amount }) => sum + amount, 0) < 0)
}

export function warnOfFraud(world: World, charge: Stripe.Charge): void {
  world.emit('radar.early_fraud_warning.created', {
    ...world.base('issfr', 'radar.early_fraud_warning'),
    actionable: true,
    charge: charge.id,
    fraud_type: 'made_with_stolen_card',
    payment_intent: charge.payment_intent,
  })
}
