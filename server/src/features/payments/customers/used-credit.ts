import { HOUR_MS } from '@docketbox/contract/core/units'
import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import type { PaymentDeps } from '../deps.ts'
import { itemsOf } from '../invoices/labels.ts'
import { findReturnedByPlanChanges } from '../refunds/credit.ts'
import { findById, type PaymentRow, update } from '../store.ts'
import { callStripe, ignoreMissing } from '../stripe.ts'
import { changeBalance, findTransaction } from './balance.ts'
import { type CreditReturn, creditAfterPendingReturns, enqueueCreditReturn } from './balance-transactions.ts'
import { findCustomer, lockCustomer } from './store.ts'

/**
 * Takes the credit that pays for part of a payment from its owner's customer. Safe to repeat.
 * @returns false if there wasn't so much credit any more, so that it must be returned, or if Stripe doesn't have the customer.
 */
export async function takeCredit(
  deps: Pick<PaymentDeps, 'db' | 'now' | 'payments'>,
  payment: PaymentRow,
): Promise<boolean> {
  const { id } = (await findCustomer(deps.db, payment.ownerId!))!
  const transaction = await callStripe(deps, async (stripe) => {
    const change = {
      key: `credit-${payment.id}`,
      amount: payment.creditCents,
      description: `${payment.planName}: ${itemsOf(payment)}`,
      metadata: { payment: payment.id },
    }
    const isMade = ({ amount, metadata }: Stripe.CustomerBalanceTransaction) =>
      amount > 0 && metadata?.['payment'] === payment.id
    // By then Stripe may have forgotten the idempotency key.
    const isOld = +deps.now() - +payment.createdAt >= HOUR_MS
    const taken = isOld ? await findTransaction(stripe, id, isMade) : undefined
    return taken ?? changeBalance(stripe, id, change, isMade)
  }).catch(ignoreMissing)
  return transaction !== undefined && transaction.ending_balance <= 0
}

/**
 * Returns credit that a payment used, as part of the transaction `db`: by default all that hasn't gone back yet.
 * @param payment locked until the transaction ends.
 * @returns what a job returns, for callers who can't wait for it.
 */
export async function releaseCredit(
  deps: Pick<PaymentDeps, 'jobs' | 'now'>,
  db: Db,
  payment: PaymentRow,
  amountCents = payment.creditCents - payment.creditReturnedCents,
): Promise<CreditReturn | undefined> {
  const back = await enqueueCreditReturn(deps, db, payment, amountCents, 'returned')
  if (back) await update(db, payment.id, { creditReturnedCents: payment.creditReturnedCents + amountCents })
  return back
}

/** The return of the credit that a payment returned when it was closed: a job makes it, too, and the first one counts. */
export async function findReturn(db: Db, id: string): Promise<CreditReturn | undefined> {
  const payment = await findById(db, id)
  if (!payment || payment.isLive || payment.status === 'paid' || payment.ownerId === null) return undefined
  const { ownerId, creditCents: amountCents, creditReturnedCents } = payment
  const customer = await findCustomer(db, ownerId)
  if (!customer || amountCents < 1 || creditReturnedCents !== amountCents) return undefined
  return { payment: id, customer: customer.id, amountCents, returnedCents: 0, turn: 0, why: 'returned' }
}

/**
 * Returns the credit of a payment whose access has ended, except what plan changes have returned; `retakeCredit` undoes
 * it.
 * @returns how much, in cents.
 */
export async function releaseUnusedCredit(
  deps: Pick<PaymentDeps, 'jobs' | 'now' | 'payments'>,
  db: Db,
  payment: PaymentRow,
): Promise<number> {
  const usedCents = payment.creditCents - payment.creditReturnedCents
  if (usedCents < 1) return 0
  const movedToBalanceCents =
    payment.kind === 'subscription'
      ? await findReturnedByPlanChanges(db, await deps.payments.client(), payment)
      : 0
  const { amountCents = 0 } = (await releaseCredit(deps, db, payment, usedCents - movedToBalanceCents)) ?? {}
  const releasedCents = payment.creditReleasedCents + amountCents
  if (amountCents > 0) await update(db, payment.id, { creditReleasedCents: releasedCents })
  return amountCents
}

/**
 * Takes credit again for a payment whose access is back, as far as the customer still has it.
 * @returns how much, in cents.
 */
export async function retakeCredit(
  deps: Pick<PaymentDeps, 'jobs' | 'now' | 'payments'>,
  db: Db,
  payment: PaymentRow,
): Promise<number> {
  const { id, ownerId, creditReturnedCents, creditReleasedCents, creditTakenCents } = payment
  if (creditReleasedCents === 0 || ownerId === null) return 0
  const customer = await findCustomer(db, ownerId)
  if (!customer) return 0
  // Another payment of theirs may take some again at the same time.
  await lockCustomer(db, customer.id)
  const leftCents = await creditAfterPendingReturns(db, await deps.payments.client(), customer.id)
  // Includes the credit that its refund or dispute took back, which is given again.
  const amountCents = Math.min(creditReleasedCents, leftCents + creditTakenCents)
  if (!(await enqueueCreditReturn(deps, db, payment, amountCents, 'usedAgain'))) return 0
  await update(db, id, {
    creditReturnedCents: creditReturnedCents - amountCents,
    creditReleasedCents: creditReleasedCents - amountCents,
  })
  return amountCents
}
