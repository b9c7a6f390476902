import type { Db } from '#platform/database/database.ts'
import type { PaymentDeps } from '../deps.ts'
import { findCredit } from '../refunds/credit.ts'
import type { PaymentRow } from '../store.ts'
import { type Corrections, findCorrections } from '../unused-time/corrections.ts'

/** What a decided dispute changes about the credit that a payment had become, in cents. */
export type DisputedCredit = {
  /** We take back what the customer still has of it. */
  takenCents: number
  /** What they don't have any more. */
  spentCents: number
  /** We give it again after an appeal. */
  givenCents: number
  /** And we give what changes of plan didn't credit because of it. */
  corrections?: Corrections
}

const none: DisputedCredit = { takenCents: 0, spentCents: 0, givenCents: 0 }

/** Works it out before the credit is settled. @param payment with the new state of the dispute. */
export async function findDisputedCredit(
  { payments }: Pick<PaymentDeps, 'payments'>,
  db: Db,
  payment: PaymentRow,
): Promise<DisputedCredit> {
  const { kind, disputeState, disputedCents, creditTakenCents } = payment
  if (kind !== 'subscription') return none
  if (disputeState === 'won') {
    const corrections = await findCorrections(db, await payments.client(), payment)
    return { ...none, givenCents: creditTakenCents, corrections }
  }
  // A refund may have taken it already.
  if (disputeState !== 'lost' || creditTakenCents > 0) return none
  const { becameCents, leftCents: takenCents } = await findCredit(db, await payments.client(), payment)
  const spentCents = Math.max(0, Math.min(becameCents, disputedCents) - takenCents)
  return { ...none, takenCents, spentCents }
}
