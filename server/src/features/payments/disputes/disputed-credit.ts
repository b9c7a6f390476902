import type { Stripe } from 'stripe'
import type { PaymentDeps } from '../deps.ts'
import { findCredit } from '../refunds/credit.ts'
import { listMarked, sumMarked } from '../refunds/marked-transactions.ts'
import type { PaymentRow } from '../store.ts'
import { dateOf, idOf } from '../stripe.ts'
import { type Corrections, findCorrections } from '../plans/unused-time/corrections.ts'

/** How a decided dispute changes the credit that its payment had become, in cents. */
export type DisputedCredit = {
  /** The credit we take back, because the customer still has it. */
  takenCents: number
  spentCents: number
  /** The credit we restore after an appeal. */
  givenCents: number
  /** The credit we add for plan changes that left it out because of the dispute. */
  corrections?: Corrections
}

export const noCredit: DisputedCredit = { takenCents: 0, spentCents: 0, givenCents: 0 }

/**
 * Works out what a decision changes, whether or not the credit has been settled since.
 * @param payment as it was when the dispute was decided.
 * @param decidedAt by Stripe's clock.
 */
export async function findDisputedCredit(
  { db, payments }: Pick<PaymentDeps, 'db' | 'payments'>,
  payment: PaymentRow,
  decidedAt: Date,
): Promise<DisputedCredit> {
  const { kind, disputeState, disputedCents, creditTakenCents } = payment
  if (kind !== 'subscription') return noCredit
  const stripe = await payments.client()
  if (disputeState === 'won') {
    const corrections = await findCorrections(db, stripe, payment, decidedAt)
    return { ...noCredit, givenCents: creditTakenCents, corrections }
  }
  // A refund may have taken it already.
  if (creditTakenCents > 0) return noCredit
  const { movedToBalanceCents, leftCents } = await findCredit(db, stripe, payment)
  // Read last, in case the credit was taken back since `findCredit`.
  const takenCents = (await sumTaken(stripe, payment, decidedAt)) || leftCents
  const spentCents = Math.max(0, Math.min(movedToBalanceCents, disputedCents) - takenCents)
  return { ...noCredit, takenCents, spentCents }
}

/** The credit taken back for a payment since a moment, in cents. */
async function sumTaken(stripe: Stripe, { id, providerInvoiceId }: PaymentRow, since: Date): Promise<number> {
  const { customer } = await stripe.invoices.retrieve(providerInvoiceId!)
  const transactions = await listMarked(stripe, idOf(customer)!)
  const taken = sumMarked(
    transactions.filter(({ created }) => dateOf(created) >= since),
    'takenBack',
  )
  return taken.get(id) ?? 0
}
