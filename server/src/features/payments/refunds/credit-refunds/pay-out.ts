import { formatCents } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { inTransaction } from '#platform/database/transaction.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import type { PaymentDeps } from '../../deps.ts'
import { changeBalance, listBalanceTransactions } from '../../customers/balance.ts'
import { findBuyer } from '../../store.ts'
import { createOnce, isCallRefused } from '../../stripe.ts'
import { defineLastingJob } from '../../jobs/lasting-job.ts'
import { creditRefundedMail } from './mails.ts'
import * as store from './store.ts'

type Transaction = Stripe.CustomerBalanceTransaction

/**
 * Takes credit from the customer and refunds it. Safe to repeat: it finds what an earlier run did by the refund's ID.
 * Credit that has been spent meanwhile, or that Stripe refuses to refund, stays with the customer.
 */
export const payOutCredit = defineLastingJob(
  'payments.payOutCredit',
  /** No user once their account is deleted; jobs of an earlier version have none either. */
  z.object({ refund: z.uuid(), user: z.uuid().optional() }),
  async (deps, { refund: id }) => {
    const refund = await store.findRefund(deps.db, id)
    if (refund?.state !== 'open') return
    const stripe = await deps.payments.client()
    const transactions = await listOwnTransactions(stripe, refund)
    const taken =
      transactions.find(({ amount }) => amount > 0) ??
      (await changeCredit(stripe, refund, refund.amountCents))
    const returned = transactions.find(({ amount }) => amount < 0)
    if (returned) return settle(deps, refund, refund.amountCents + returned.amount)
    const isSpent = taken.ending_balance > 0
    const refundedCents = isSpent ? 0 : await refundParts(deps, stripe, id)
    const leftCents = refund.amountCents - refundedCents
    if (leftCents > 0) await changeCredit(stripe, refund, -leftCents)
    await settle(deps, refund, refundedCents)
  },
  ({ user }) => ({
    ...(user !== undefined && { user }),
    what: 'refund their credit',
    instead: 'We’ll keep trying every night. In Stripe’s Dashboard, check their balance and their payments.',
  }),
  { retryDelaySeconds: 20, policy: 'exclusive' },
)

/** Retries refunds that stopped halfway, for example because Stripe was unavailable for hours. */
export async function resumePayOuts(
  { db, jobs }: Pick<PaymentDeps, 'db' | 'jobs'>,
  before: Date,
): Promise<void> {
  for (const { id, ownerId } of await store.listStuck(db, before))
    await jobs.enqueue(db, payOutCredit, { refund: id, user: ownerId ?? undefined }, { singletonKey: id })
}

async function settle(deps: PaymentDeps, refund: store.CreditRefund, refundedCents: number): Promise<void> {
  const { id, ownerId, amountCents } = refund
  await inTransaction(deps.db, async (db) => {
    if (!(await store.settleRefund(db, id, refundedCents))) return
    const buyer = await findBuyer(db, ownerId)
    if (buyer && refundedCents > 0) await deps.mail.queue(db, creditRefundedMail(deps, buyer, refundedCents))
    if (refundedCents === amountCents) return
    await raiseAlert(deps, db, {
      kind: 'creditRefund',
      subject: id,
      user: ownerId,
      message: `${buyer?.email ?? 'A closed account'}: ${formatCents(amountCents - refundedCents)} of their credit couldn’t be refunded, because it had been spent or Stripe refused. They keep that credit.`,
    })
  })
}

/** @returns how much Stripe refunded, in cents. */
async function refundParts({ db }: Pick<PaymentDeps, 'db'>, stripe: Stripe, id: string): Promise<number> {
  let refundedCents = 0
  for (const { paymentId, amountCents: amount, providerIntentId: intent } of await store.listParts(db, id)) {
    const isDone = intent !== null && (await refundOnce(stripe, { id, intent, paymentId, amount }))
    if (isDone) refundedCents += amount
  }
  return refundedCents
}

async function refundOnce(
  stripe: Stripe,
  { id, intent, paymentId, amount }: { id: string; intent: string; paymentId: string; amount: number },
): Promise<boolean> {
  const find = async () => {
    const { data: earlier } = await stripe.refunds.list({ payment_intent: intent, limit: 100 })
    return earlier.find(({ metadata }) => metadata?.['creditRefund'] === id)
  }
  if (await find()) return true
  try {
    await createOnce<Stripe.Refund>(
      `credit-refund-${id}-${paymentId}`,
      (options) =>
        stripe.refunds.create(
          { payment_intent: intent, amount, reason: 'requested_by_customer', metadata: { creditRefund: id } },
          options,
        ),
      find,
    )
    return true
  } catch (error) {
    // Refunded or disputed a moment ago, or our key may not do it.
    if (!isCallRefused(error)) throw error
    return false
  }
}

/** What earlier runs changed of the customer's balance for this refund. */
async function listOwnTransactions(
  stripe: Stripe,
  { id, customerId }: store.CreditRefund,
): Promise<Transaction[]> {
  const transactions = await listBalanceTransactions(stripe, customerId)
  return transactions.filter(({ metadata }) => metadata?.['creditRefund'] === id)
}

function changeCredit(
  stripe: Stripe,
  { id, customerId }: store.CreditRefund,
  amount: number,
): Promise<Transaction> {
  const change = {
    key: `credit-refund-${id}-${amount > 0 ? 'taken' : 'left'}`,
    amount,
    description: amount > 0 ? 'Credit refunded' : 'Credit that couldn’t be refunded',
    metadata: { creditRefund: id },
  }
  return changeBalance(
    stripe,
    customerId,
    change,
    (made) => made.metadata?.['creditRefund'] === id && made.amount === amount,
  )
}
