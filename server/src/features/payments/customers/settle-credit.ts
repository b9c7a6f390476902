import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import type { PaymentDeps } from '../deps.ts'
import { issueNote } from '../invoices/adjustment-notes/issue-note.ts'
import { defineLastingJob } from '../jobs/lasting-job.ts'
import * as store from '../store.ts'
import { idOf } from '../stripe.ts'
import { findCorrections } from '../plans/unused-time/corrections.ts'
import { findCredit } from '../refunds/credit.ts'
import { listMarked, markFor } from '../refunds/marked-transactions.ts'
import { creditAfterPendingReturns } from './balance-transactions.ts'
import { changeBalance } from './balance.ts'
import { lockCustomer } from './store.ts'

type SettleDeps = Pick<PaymentDeps, 'db' | 'jobs' | 'now'>

/**
 * Takes back the credit that came from a refunded payment or one that a bank took back, or gives it again if that refund
 * has failed or we've won the dispute. Then it also gives what plan changes didn't credit meanwhile. What it takes and gives
 * has adjustment notes. Safe to repeat.
 */
export function settleCredit(deps: SettleDeps, stripe: Stripe, id: string): Promise<void> {
  return inTransaction(deps.db, async (db) => {
    const payment = await store.lock(db, { id })
    if (!payment?.providerIntentId || payment.disputeState === 'open') return
    const isReturned = payment.accessEndedAt !== null
    const customer = await billedCustomer(stripe, payment)
    // Another payment of theirs may take some at the same time.
    await lockCustomer(db, customer)
    const transactions = (await listMarked(stripe, customer)).filter(
      ({ metadata }) => metadata?.['takenBack'] === id,
    )
    const add = async (amount: number, description: string) => {
      const key = `settle-${id}-${transactions.length}`
      const change = { amount, description, metadata: markFor('takenBack', id) }
      transactions.unshift(await createTransactionOnce(stripe, customer, key, change))
    }
    const takenCents = sumOf(transactions)
    const changeCents = isReturned ? await findTakeable(db, stripe, payment, takenCents) : -takenCents
    if (changeCents !== 0) await add(changeCents, describe(payment, isReturned))
    // Not only of this run: an earlier one may have stopped here.
    const spentCents = await findSpent(db, stripe, customer, transactions[0])
    if (spentCents > 0) await add(-spentCents, 'Restored, because it had already been spent')
    if (!isReturned && payment.disputeState === 'won') await correctChanges(db, stripe, payment, customer)
    const creditTakenCents = sumOf(transactions)
    await store.update(db, id, { creditTakenCents })
    const givenCents = payment.creditTakenCents - creditTakenCents
    if (givenCents !== 0)
      await issueNote(deps, db, payment, { amountCents: givenCents, reason: 'creditTaken' })
  })
}

type Transaction = Stripe.CustomerBalanceTransaction

function sumOf(transactions: readonly Transaction[]): number {
  return transactions.reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * How much of what a transaction took had been spent since we looked, in cents, and isn't about to be returned. The next bill
 * would charge it.
 */
async function findSpent(
  db: Db,
  stripe: Stripe,
  customer: string,
  taken: Transaction | undefined,
): Promise<number> {
  if (!taken || taken.amount < 0 || taken.ending_balance <= 0) return 0
  const owedCents = 0 - (await creditAfterPendingReturns(db, stripe, customer))
  return Math.max(0, Math.min(taken.amount, taken.ending_balance, owedCents))
}

/** Settles credit again after a refund has failed, or a dispute was decided. */
export const settleCreditLater = defineLastingJob(
  'payments.settleCredit',
  z.strictObject({ payment: z.uuid() }),
  async (deps, { payment }) => settleCredit(deps, await deps.payments.client(), payment),
  ({ payment }) => ({
    payment,
    what: 'settle the credit that came from this payment',
    instead: 'In Stripe’s Dashboard, check their balance.',
  }),
  { policy: 'short' },
)

async function findTakeable(
  db: Db,
  stripe: Stripe,
  payment: store.PaymentRow,
  takenCents: number,
): Promise<number> {
  // If some was taken, any credit that's left came from elsewhere.
  return takenCents > 0 ? 0 : (await findCredit(db, stripe, payment)).leftCents
}

/** Credits what plan changes didn't, because the payment was lost then. */
async function correctChanges(
  db: Db,
  stripe: Stripe,
  payment: store.PaymentRow,
  customer: string,
): Promise<void> {
  const { dueCents, changes } = await findCorrections(db, stripe, payment)
  if (dueCents === 0) return
  await createTransactionOnce(stripe, customer, `correct-${payment.id}-${changes.size}-${dueCents}`, {
    amount: -dueCents,
    description: 'Unused time that a plan change didn’t credit, because the payment was disputed then',
    metadata: markFor('corrected', payment.id),
  })
}

function createTransactionOnce(
  stripe: Stripe,
  customer: string,
  key: string,
  { metadata, ...transaction }: { amount: number; description: string; metadata: Record<string, string> },
): Promise<Transaction> {
  return changeBalance(
    stripe,
    customer,
    { ...transaction, key, metadata: { ...metadata, key } },
    (made) => made.metadata?.['key'] === key,
  )
}

function describe({ disputeState }: store.PaymentRow, isReturned: boolean): string {
  if (isReturned)
    return disputeState === 'lost'
      ? 'Taken back, because the bank returned the payment'
      : 'Taken back with a refund'
  return disputeState === 'won'
    ? 'Restored, because we won the dispute'
    : 'Restored, because the refund failed'
}

async function billedCustomer(stripe: Stripe, { providerInvoiceId }: store.PaymentRow): Promise<string> {
  const { customer } = await stripe.invoices.retrieve(providerInvoiceId!)
  return idOf(customer)!
}
