import { formatCents } from '@docketbox/contract'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import type { PaymentDeps } from '../deps.ts'
import { defineLastingJob } from '../jobs/lasting-job.ts'
import { retryInOutage } from '../jobs/retry-in-outage.ts'
import { countFailedRefunds, countWonDisputes } from '../reversals/store.ts'
import type { PaymentRow } from '../store.ts'
import { ignoreMissing, wasMadeSince } from '../stripe.ts'
import { changeBalance, findTransaction, listBalanceTransactions } from './balance.ts'
import { refreshCredit } from './credit.ts'
import { findCustomer, findCustomerById, sumReturned } from './store.ts'

const creditReturn = z.strictObject({
  payment: z.uuid(),
  customer: z.string(),
  amountCents: z.int().min(1),
  /** How much of the payment's credit had been returned before. */
  returnedCents: z.int(),
  /** How many of its refunds had failed and disputes were won. Part of the idempotency key, so a return can repeat. */
  turn: z.int().default(0),
  why: z.enum(['returned', 'usedAgain', 'refundFailed']).default('returned'),
  /** A transaction before this belongs to an earlier return with the same key. Missing in jobs of earlier versions. */
  requestedAt: z.coerce.date<Date | string>().optional(),
})
export type CreditReturn = z.infer<typeof creditReturn>

/**
 * Enqueues a change of a customer's credit, as part of the transaction `db`.
 * @returns what a job records at Stripe; undefined if there's nothing to record.
 */
export async function enqueueCreditReturn(
  { jobs, now }: Pick<PaymentDeps, 'jobs' | 'now'>,
  db: Db,
  { id, ownerId, providerIntentId, creditReturnedCents: returnedCents }: PaymentRow,
  amountCents: number,
  why: CreditReturn['why'],
): Promise<CreditReturn | undefined> {
  const customer = ownerId === null ? undefined : await findCustomer(db, ownerId)
  if (amountCents < 1 || !customer) return undefined
  const turn = providerIntentId === null ? 0 : await countTurns(db, providerIntentId)
  const requestedAt = now()
  const data: CreditReturn = {
    payment: id,
    customer: customer.id,
    amountCents,
    returnedCents,
    turn,
    why,
    requestedAt,
  }
  await jobs.enqueue(db, returnCredit, data)
  return data
}

/** How often the money of an intent came back to us: its credit was used again then, and may be returned once more. */
async function countTurns(db: Db, intent: string): Promise<number> {
  return (await countFailedRefunds(db, intent)) + (await countWonDisputes(db, intent))
}

const kinds = {
  returned: { sign: -1, description: 'Credit returned from a payment', key: 'credit-return' },
  usedAgain: { sign: 1, description: 'Credit used again, because a refund failed', key: 'credit-again' },
  refundFailed: {
    sign: -1,
    description: 'Credit given again, because its refund failed',
    key: 'credit-failed',
  },
} as const

/** Transactions that change how much credit payments have returned. */
const returning = new Set<string>([kinds.returned.description, kinds.usedAgain.description])

/** Records at Stripe credit that a payment returned or used again, unless it doesn't have the customer. Safe to repeat. */
export async function recordCreditReturn(
  deps: Pick<PaymentDeps, 'db' | 'now'>,
  stripe: Stripe,
  { payment, customer, amountCents, returnedCents, turn, why, requestedAt }: CreditReturn,
): Promise<void> {
  const { sign, description, key: kind } = kinds[why]
  const key = `${kind}-${payment}-${returnedCents}${turn > 0 ? `-${turn}` : ''}`
  const change = { key, amount: sign * amountCents, description, metadata: { payment, key } }
  const isMade = (made: Stripe.CustomerBalanceTransaction) =>
    made.metadata?.['key'] === key && wasMadeSince(made, requestedAt)
  // Stripe forgets idempotency keys after a day.
  if (!(await findTransaction(stripe, customer, isMade)))
    await changeBalance(stripe, customer, change, isMade).catch(ignoreMissing)
  // Stripe's event will say the same, but the next payment shouldn't have to wait for it. The response may be an old one.
  await refreshCredit(deps, stripe, customer)
}

/**
 * A customer's credit at Stripe, once jobs have recorded what payments returned or used again, in cents. Negative if more was
 * used.
 */
export async function creditAfterPendingReturns(db: Db, stripe: Stripe, customer: string): Promise<number> {
  const row = await findCustomerById(db, customer)
  // Read before asking Stripe, so that nothing counts twice.
  const returnedCents = row ? (await sumReturned(db, row.ownerId)) - row.returnedBeforeCents : 0
  const transactions = await listBalanceTransactions(stripe, customer)
  const creditCents = 0 - (transactions[0]?.ending_balance ?? 0)
  if (!row) return creditCents
  const recordedCents = transactions
    .filter(({ description }) => description !== null && returning.has(description))
    .reduce((sum, { amount }) => sum - amount, 0)
  return creditCents + returnedCents - recordedCents
}

export const returnCredit: Job<typeof creditReturn> = defineLastingJob(
  'payments.returnCredit',
  creditReturn,
  async (deps, back) => {
    const book = async () => recordCreditReturn(deps, await deps.payments.client(), back)
    await retryInOutage(deps, book, { job: returnCredit, data: back })
  },
  ({ payment, amountCents, why }) => ({
    payment,
    what: `change their credit by ${formatCents(kinds[why].sign * -amountCents)}`,
    instead: `In Stripe’s Dashboard, check their balance, and change it with the description “${kinds[why].description}”.`,
  }),
)
