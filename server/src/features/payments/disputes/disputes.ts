import { formatCents, formatDay, sydneyDay } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { describeBuyer } from '../alerts/store.ts'
import { findOwner } from '../customers/store.ts'
import type { PaymentDeps } from '../deps.ts'
import * as store from '../store.ts'
import { dateOf, idOf, isOwnId } from '../stripe.ts'
import { upsertIntent } from '../stripe-store.ts'
import type { Changes } from '../webhook/handle-event.ts'
import {
  addUpIntent,
  type DisputeRow,
  type DisputeStatus,
  findDispute,
  saveDispute,
} from '../reversals/store.ts'
import { amountOf } from '../reversals/wrong-amount.ts'

/**
 * Handles news about a dispute: the bank takes the money back until it has decided. Events arrive in any order, so we
 * ask Stripe if one differs from what we know.
 */
export async function handleDispute(
  deps: PaymentDeps,
  db: Db,
  snapshot: Stripe.Dispute,
  at: Date,
): Promise<Changes> {
  const intentId = idOf(snapshot.payment_intent)
  if (!intentId) return {}
  // Locks the intent: its disputes are added up one event after the other.
  await upsertIntent(db, intentId, {})
  const known = await findDispute(db, snapshot.id)
  const isKnown = known?.status === statusOf(snapshot) && known.amountCents === snapshot.amount
  if (isKnown) return { intent: await addUpIntent(db, intentId) }
  const dispute = known ? await retrieveDispute(deps, snapshot.id) : snapshot
  const status = statusOf(dispute)
  const dueBy = dispute.evidence_details.due_by
  const saved = await saveDispute(db, {
    id: dispute.id,
    intentId,
    amountCents: dispute.amount,
    reason: dispute.reason,
    status,
    answerBy: dueBy === null ? null : dateOf(dueBy),
    createdAt: dateOf(dispute.created),
    movedAt: movedAt(dispute, at),
  })
  if (dispute.status === 'warning_needs_response')
    await raiseAlert(deps, db, {
      kind: 'dispute',
      subject: dispute.id,
      intent: intentId,
      message: `${await nameOf(deps, db, intentId)}: the bank is asking about ${formatCents(dispute.amount)} (${wordsOf(dispute.reason)}). Answer in Stripe’s Dashboard${untilOf(saved)} to avoid a dispute.`,
    })
  if (status !== 'inquiry') await raiseUnpaidAlert(deps, db, dispute, intentId)
  return { intent: await addUpIntent(db, intentId) }
}

/** Alerts administrators to a dispute about money that never counted as paid, such as a wrong amount. */
async function raiseUnpaidAlert(
  deps: PaymentDeps,
  db: Db,
  dispute: Stripe.Dispute,
  intentId: string,
): Promise<void> {
  const { amount, currency, reason, status } = dispute
  const payment = await store.findByIntent(db, intentId)
  if (!payment || payment.status === 'paid') return
  await raiseAlert(deps, db, {
    kind: 'dispute',
    // If the bank was faster than the event of the payment itself, the news about it replaces this.
    subject: `${dispute.id} ${statusOf(dispute)}`,
    intent: intentId,
    message: `${describeBuyer(payment)}, payment ${intentId}: the customer has disputed ${amountOf(amount, currency)} (${wordsOf(reason)}). That payment never gave them access. Status at Stripe: ${wordsOf(status)}. See Stripe’s Dashboard.`,
  })
}

/** What a bank reports, by Stripe’s name for it. `misc` says nothing. */
const fraudTypes: Record<string, string> = {
  card_never_received: 'made with a card that never reached its owner',
  fraudulent_card_application: 'made with a card obtained through a fraudulent application',
  made_with_counterfeit_card: 'made with a counterfeit card',
  made_with_lost_card: 'made with a lost card',
  made_with_stolen_card: 'made with a stolen card',
  unauthorized_use_of_card: 'made without the cardholder’s permission',
}

/** Handles a bank's warning that a payment may be fraudulent: it isn't disputed yet. */
export async function handleFraudWarning(
  deps: PaymentDeps,
  db: Db,
  { id, payment_intent, fraud_type, actionable }: Stripe.Radar.EarlyFraudWarning,
): Promise<Changes> {
  const intentId = idOf(payment_intent)
  if (!intentId || !actionable) return {}
  const words = fraudTypes[fraud_type]
  const reported = words ? ` (reported as ${words})` : ''
  await raiseAlert(deps, db, {
    kind: 'fraudWarning',
    subject: id,
    intent: intentId,
    message: `${await nameOf(deps, db, intentId)}: the bank warns that this payment may be fraudulent${reported}. A refund now avoids a dispute and its fee.`,
  })
  return {}
}

async function retrieveDispute({ payments }: PaymentDeps, id: string): Promise<Stripe.Dispute> {
  const stripe = await payments.client()
  return stripe.disputes.retrieve(id)
}

function statusOf({ status, balance_transactions: moved }: Stripe.Dispute): DisputeStatus {
  const isTaken = moved.reduce((sum, { amount }) => sum + amount, 0) < 0
  switch (status) {
    case 'won':
      return 'won'
    case 'lost':
      return 'lost'
    case 'warning_needs_response':
    case 'warning_under_review':
    case 'warning_closed':
      return 'inquiry'
    // An appeal moves no money until it's decided.
    case 'appeal_needs_response':
    case 'appeal_under_review':
      return isTaken ? 'lost' : 'won'
    // It never became a dispute: the bank returned the money immediately, or was convinced without taking any.
    case 'prevented':
      return isTaken ? 'lost' : 'inquiry'
    case 'needs_response':
    case 'under_review':
    default:
      return 'open'
  }
}

/** When money last moved, if any did. */
function movedAt({ balance_transactions: moved }: Stripe.Dispute, at: Date): Date {
  return moved.length === 0 ? at : dateOf(Math.max(...moved.map(({ created }) => created)))
}

export function untilOf({ answerBy }: Pick<DisputeRow, 'answerBy'>): string {
  return answerBy === null ? '' : ` by ${formatDay(sydneyDay(answerBy))}`
}

export function wordsOf(code: string): string {
  return code.replaceAll('_', ' ').replaceAll('canceled', 'cancelled')
}

/** Whose payment it is, if we know. */
async function nameOf(deps: PaymentDeps, db: Db, intentId: string): Promise<string> {
  const payment = await store.findByIntent(db, intentId)
  const ownerId = payment ? payment.ownerId : await findOwnerAtStripe(deps, db, intentId)
  const buyer = await store.findBuyer(db, ownerId)
  return buyer ? `${buyer.email}, payment ${intentId}` : `Payment ${intentId}`
}

/** The bank may be faster than the event of the payment itself. */
async function findOwnerAtStripe(
  { payments }: PaymentDeps,
  db: Db,
  intentId: string,
): Promise<string | null> {
  const stripe = await payments.client()
  const { metadata, customer } = await stripe.paymentIntents.retrieve(intentId)
  const ownId = metadata['payment']
  const payment = isOwnId(ownId) ? await store.findById(db, ownId) : undefined
  return payment?.ownerId ?? findOwner(db, idOf(customer))
}
