import { DAY_MS } from '@docketbox/contract/core/units'
import { paymentRefusals } from '@docketbox/contract'
import type { Updateable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import type { Payments } from '#platform/database/row-types.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import type { CreditReturn } from '../../customers/balance-transactions.ts'
import { releaseCredit } from '../../customers/used-credit.ts'
import type { PaymentDeps } from '../../deps.ts'
import * as store from '../../store.ts'
import { listAbandoned, releaseMonths } from '../store.ts'
import { cancelIntent } from '../stripe-intent.ts'

const EXPIRES_AFTER_MS = DAY_MS
const BATCH_SIZE = 100

/** Closes payments that were started a day ago and never completed, at Stripe first. */
export const closeAbandonedPayments = defineJob(
  'payments.closeAbandoned',
  z.object({}),
  async (deps, _, { signal }) => {
    const before = new Date(deps.now().getTime() - EXPIRES_AFTER_MS)
    const failures: unknown[] = []
    let after: store.PaymentRow | undefined
    do {
      const payments = await listAbandoned(deps.db, { before, after, limit: BATCH_SIZE })
      for (const payment of payments)
        if (!signal.aborted) await closeAbandoned(deps, payment).catch((error) => failures.push(error))
      after = payments.at(-1)
    } while (after && !signal.aborted)
    if (failures.length > 0) throw new AggregateError(failures, 'Some payments couldn’t be closed yet.')
  },
  { cron: '40 * * * *', policy: 'short', timeoutSeconds: 3_000 },
)

async function closeAbandoned(deps: PaymentDeps, payment: store.PaymentRow): Promise<void> {
  try {
    await cancelIntent(deps, payment)
    await closePayment(deps, payment.id, 'expired')
  } catch (error) {
    // Paid after all, or Stripe is unavailable: the next run checks again.
    if (!(error instanceof Refusal)) throw error
  }
}

/**
 * Closes a payment at Stripe, too. Its card form may still be open after its bank debit failed or a subscription covered its
 * months.
 */
export const closeForm = defineJob(
  // Named when it only closed failed debits. Queued jobs have this name.
  'payments.closeFailedDebit',
  z.strictObject({ payment: z.uuid() }),
  async (deps, { payment: id }) => {
    const payment = await store.findById(deps.db, id)
    if (payment) await closeUnpaid(deps, payment)
  },
  { retries: 20, retryDelaySeconds: 60 },
)

/** Makes sure that a payment isn't made any more, unless it's being paid right now. */
export async function closeUnpaid(deps: PaymentDeps, payment: store.PaymentRow): Promise<void> {
  try {
    await cancelIntent(deps, payment)
    await closePayment(deps, payment.id, 'canceled')
  } catch (error) {
    if (!(error instanceof Refusal && error.spec === paymentRefusals.paymentUnderWay)) throw error
  }
}

/**
 * Closes a payment that wasn't paid, and releases its months and credit.
 * @returns the credit that a job returns, if any.
 */
export async function closePayment(
  deps: Pick<PaymentDeps, 'db' | 'jobs' | 'now'>,
  id: string,
  status: 'canceled' | 'expired',
): Promise<CreditReturn | undefined> {
  const now = deps.now()
  return inTransaction(deps.db, async (db) => {
    const payment = await store.lock(db, { id })
    // Stripe's cancellation event may arrive first.
    if (payment?.status === 'canceled' && status === 'expired')
      await store.update(db, id, { status, updatedAt: now })
    if (!payment?.isLive) return undefined
    // A declined payment stays a failed one.
    const closed = payment.status === 'failed' ? 'failed' : status
    return closeLocked(deps, db, payment, { status: closed, statusAt: now })
  })
}

/**
 * The same in the transaction `db`, which has locked the payment.
 * @param values what else changes.
 */
export async function closeLocked(
  deps: Pick<PaymentDeps, 'jobs' | 'now'>,
  db: Db,
  payment: store.PaymentRow,
  values: Updateable<Payments>,
): Promise<CreditReturn | undefined> {
  await store.update(db, payment.id, { ...values, isLive: false, updatedAt: deps.now() })
  await releaseMonths(db, payment.id)
  return releaseCredit(deps, db, payment)
}
