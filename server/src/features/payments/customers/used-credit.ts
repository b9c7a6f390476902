import { HOUR_MS } from '@docketbox/contract/core/units'
import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import type { PaymentDeps } from '../deps.ts'
import { itemsOf } from '../invoices/labels.ts'
import { countFailedRefunds, countWonDisputes } from '../money-back/store.ts'
import { findUsedBecame } from '../refunds/credit.ts'
import { findById, type PaymentRow, update } from '../store.ts'
import { callStripe } from '../stripe.ts'
import { refreshCredit, retrieveCredit } from './credit.ts'
import { findCustomer } from './store.ts'

const creditReturn = z.strictObject({
  payment: z.uuid(),
  customer: z.string(),
  amountCents: z.int().min(1),
  /** How much of the payment's credit had been returned before. */
  returnedCents: z.int(),
  /** How many of its refunds had failed and disputes were won. Part of the idempotency key, so a booking can repeat. */
  turn: z.int().default(0),
  why: z.enum(['returned', 'usedAgain', 'refundFailed']).default('returned'),
})
export type CreditReturn = z.infer<typeof creditReturn>

/**
 * Takes the credit that pays for part of a payment from its owner's customer. Safe to repeat.
 * @returns false if there wasn't so much credit any more: then it must be returned.
 */
export async function takeCredit(
  deps: Pick<PaymentDeps, 'db' | 'now' | 'payments'>,
  payment: PaymentRow,
): Promise<boolean> {
  const { id } = (await findCustomer(deps.db, payment.ownerId!))!
  const transaction = await callStripe(deps, async (stripe) => {
    const taken = await findTaken(deps, stripe, id, payment)
    if (taken) return taken
    return stripe.customers.createBalanceTransaction(
      id,
      {
        amount: payment.creditCents,
        currency: 'aud',
        description: `${payment.planName}: ${itemsOf(payment)}`,
        metadata: { payment: payment.id },
      },
      { idempotencyKey: `credit-${payment.id}` },
    )
  })
  return transaction.ending_balance <= 0
}

/** Finds credit that was taken hours ago: by then Stripe may have forgotten the idempotency key. */
async function findTaken(
  { now }: Pick<PaymentDeps, 'now'>,
  stripe: Stripe,
  customer: string,
  { id, createdAt }: PaymentRow,
): Promise<Stripe.CustomerBalanceTransaction | undefined> {
  if (+now() - +createdAt < HOUR_MS) return undefined
  const { data } = await stripe.customers.listBalanceTransactions(customer, { limit: 100 })
  return data.find(({ amount, metadata }) => amount > 0 && metadata?.['payment'] === id)
}

/**
 * Returns credit that a payment used, as part of the transaction `db`: by default all that hasn't gone back yet.
 * @param payment locked until the transaction ends.
 * @returns what a job returns, for callers who can't wait for it.
 */
export async function releaseCredit(
  deps: Pick<PaymentDeps, 'jobs'>,
  db: Db,
  payment: PaymentRow,
  amountCents = payment.creditCents - payment.creditReturnedCents,
): Promise<CreditReturn | undefined> {
  const back = await enqueueBooking(deps, db, payment, amountCents, 'returned')
  if (back) await update(db, payment.id, { creditReturnedCents: payment.creditReturnedCents + amountCents })
  return back
}

/** The booking of the credit that a payment returned when it was closed: a job makes it, too, and the first one counts. */
export async function findReturn(db: Db, id: string): Promise<CreditReturn | undefined> {
  const payment = await findById(db, id)
  if (!payment || payment.isLive || payment.status === 'paid' || payment.ownerId === null) return undefined
  const { ownerId, creditCents: amountCents, creditReturnedCents } = payment
  const customer = await findCustomer(db, ownerId)
  if (!customer || amountCents < 1 || creditReturnedCents !== amountCents) return undefined
  return { payment: id, customer: customer.id, amountCents, returnedCents: 0, turn: 0, why: 'returned' }
}

/**
 * Returns the credit of a payment whose access has ended, except what changes of plan have returned; `retakeCredit` undoes
 * it.
 * @returns how much, in cents.
 */
export async function releaseUnusedCredit(
  deps: Pick<PaymentDeps, 'jobs' | 'payments'>,
  db: Db,
  payment: PaymentRow,
): Promise<number> {
  const usedCents = payment.creditCents - payment.creditReturnedCents
  if (usedCents < 1) return 0
  const becameCents =
    payment.kind === 'subscription' ? await findUsedBecame(db, await deps.payments.client(), payment) : 0
  const { amountCents = 0 } = (await releaseCredit(deps, db, payment, usedCents - becameCents)) ?? {}
  const releasedCents = payment.creditReleasedCents + amountCents
  if (amountCents > 0) await update(db, payment.id, { creditReleasedCents: releasedCents })
  return amountCents
}

/**
 * Takes credit again for a payment whose access is back, as far as the customer still has it.
 * @returns how much, in cents.
 */
export async function retakeCredit(
  deps: Pick<PaymentDeps, 'jobs' | 'payments'>,
  db: Db,
  payment: PaymentRow,
): Promise<number> {
  const { id, ownerId, creditReturnedCents, creditReleasedCents } = payment
  if (creditReleasedCents === 0 || ownerId === null) return 0
  const customer = await findCustomer(db, ownerId)
  if (!customer) return 0
  const leftCents = await retrieveCredit(await deps.payments.client(), customer.id)
  const amountCents = Math.min(creditReleasedCents, leftCents)
  if (!(await enqueueBooking(deps, db, payment, amountCents, 'usedAgain'))) return 0
  await update(db, id, {
    creditReturnedCents: creditReturnedCents - amountCents,
    creditReleasedCents: creditReleasedCents - amountCents,
  })
  return amountCents
}

/** Gives a customer their credit again after the bank returned its refund. */
export async function restoreRefundedCredit(
  deps: Pick<PaymentDeps, 'jobs'>,
  db: Db,
  payment: PaymentRow,
  amountCents: number,
): Promise<void> {
  await enqueueBooking(deps, db, payment, amountCents, 'refundFailed')
}

async function enqueueBooking(
  { jobs }: Pick<PaymentDeps, 'jobs'>,
  db: Db,
  { id, ownerId, providerIntentId, creditReturnedCents: returnedCents }: PaymentRow,
  amountCents: number,
  why: CreditReturn['why'],
): Promise<CreditReturn | undefined> {
  const customer = ownerId === null ? undefined : await findCustomer(db, ownerId)
  if (amountCents < 1 || !customer) return undefined
  const turn = providerIntentId === null ? 0 : await countTurns(db, providerIntentId)
  const booking = { payment: id, customer: customer.id, amountCents, returnedCents, turn, why }
  await jobs.enqueue(db, returnCredit, booking)
  return booking
}

/** How often the money of an intent came back to us: its credit was used again then, and may be returned once more. */
async function countTurns(db: Db, intent: string): Promise<number> {
  return (await countFailedRefunds(db, intent)) + (await countWonDisputes(db, intent))
}

const bookings = {
  returned: { sign: -1, description: 'Credit returned from a payment', key: 'credit-return' },
  usedAgain: { sign: 1, description: 'Credit used again, because a refund failed', key: 'credit-again' },
  refundFailed: {
    sign: -1,
    description: 'Credit given again, because its refund failed',
    key: 'credit-failed',
  },
} as const

/** Books credit at Stripe that a payment returned or took again. Safe to repeat. */
export async function bookReturn(
  deps: Pick<PaymentDeps, 'db' | 'now'>,
  stripe: Stripe,
  { payment, customer, amountCents, returnedCents, turn, why }: CreditReturn,
): Promise<void> {
  const { sign, description, key } = bookings[why]
  await stripe.customers.createBalanceTransaction(
    customer,
    { amount: sign * amountCents, currency: 'aud', description, metadata: { payment } },
    { idempotencyKey: `${key}-${payment}-${returnedCents}${turn > 0 ? `-${turn}` : ''}` },
  )
  // Stripe's event will say the same, but the next payment shouldn't have to wait for it. The response may be an old one.
  await refreshCredit(deps, stripe, customer)
}

export const returnCredit = defineJob(
  'payments.returnCredit',
  creditReturn,
  async (deps, back) => bookReturn(deps, await deps.payments.client(), back),
  { retries: 20, retryDelaySeconds: 60 },
)
