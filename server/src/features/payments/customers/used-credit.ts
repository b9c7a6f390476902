import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import type { PaymentDeps } from '../deps.ts'
import { itemsOf } from '../invoices/labels.ts'
import { type PaymentRow, update } from '../store.ts'
import { callStripe } from '../stripe.ts'
import { findCustomer, saveCredit } from './store.ts'

const HOUR_MS = 3_600_000

const creditReturn = z.strictObject({
  payment: z.uuid(),
  customer: z.string(),
  amountCents: z.int().min(1),
  /** How much of the payment's credit had gone back before. */
  returnedCents: z.int(),
})
export type CreditReturn = z.infer<typeof creditReturn>

/**
 * Takes the credit that pays for part of a payment from its owner's customer, once, however often it's called.
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

/** What was taken hours ago: by then Stripe may have forgotten the idempotency key. */
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
  { jobs }: Pick<PaymentDeps, 'jobs'>,
  db: Db,
  { id, ownerId, creditCents, creditReturnedCents: returnedCents }: PaymentRow,
  amountCents = creditCents - returnedCents,
): Promise<CreditReturn | undefined> {
  const customer = ownerId === null ? undefined : await findCustomer(db, ownerId)
  if (amountCents < 1 || !customer) return undefined
  const back = { payment: id, customer: customer.id, amountCents, returnedCents }
  await update(db, id, { creditReturnedCents: returnedCents + amountCents })
  await jobs.enqueue(db, returnCredit, back)
  return back
}

/** Books returned credit at Stripe, once, however often it's called. */
export async function bookReturn(
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  stripe: Stripe,
  { payment, customer, amountCents, returnedCents }: CreditReturn,
): Promise<void> {
  const { ending_balance: balance } = await stripe.customers.createBalanceTransaction(
    customer,
    {
      amount: -amountCents,
      currency: 'aud',
      description: 'Credit returned from a payment',
      metadata: { payment },
    },
    { idempotencyKey: `credit-return-${payment}-${returnedCents}` },
  )
  // Stripe's event will say the same, but the next payment shouldn't have to wait for it.
  await saveCredit(db, customer, Math.max(0, -balance), new Date(Math.floor(+now() / 1000) * 1000))
}

export const returnCredit = defineJob(
  'payments.returnCredit',
  creditReturn,
  async (deps, back) => bookReturn(deps, await deps.payments.client(), back),
  { retries: 20, retryDelaySeconds: 60 },
)
