import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { Db } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { countFailedRefunds } from '../money-back/store.ts'
import * as store from '../store.ts'
import { idOf } from '../stripe.ts'
import { findCredit } from './credit.ts'

/**
 * Takes back the credit that came from a refunded payment, or gives it again if that refund has failed. Safe to repeat,
 * and to run while the payment changes.
 */
export async function settleCredit(db: Db, stripe: Stripe, id: string): Promise<void> {
  const payment = await store.findById(db, id)
  if (!payment?.providerIntentId) return
  const failedRefunds = await countFailedRefunds(db, payment.providerIntentId)
  if (payment.accessEndedAt === null) await restoreCredit(stripe, payment, failedRefunds)
  else if (payment.disputeState !== 'open') await revokeCredit(db, stripe, payment, failedRefunds)
  const after = await store.findById(db, id)
  if (after && (after.accessEndedAt === null) !== (payment.accessEndedAt === null))
    await settleCredit(db, stripe, id)
}

/** Settles credit again after a refund has failed. */
export const settleCreditLater = defineJob(
  'payments.settleCredit',
  z.strictObject({ payment: z.uuid() }),
  async ({ db, payments }, { payment }) => settleCredit(db, await payments.client(), payment),
  { retries: 20, retryDelaySeconds: 30, policy: 'short' },
)

/** @param failedRefunds their number, since each new refund takes credit again. */
async function revokeCredit(
  db: Db,
  stripe: Stripe,
  payment: store.PaymentRow,
  failedRefunds: number,
): Promise<void> {
  const { leftCents: amount } = await findCredit(db, stripe, payment)
  // Taken by a run whose answer was lost. What's left is other credit.
  if (amount === 0 || (await sumTaken(stripe, payment)) > 0) return
  await book(
    stripe,
    payment,
    { amount, description: 'Taken back with a refund' },
    `take-back-${failedRefunds}`,
  )
}

async function restoreCredit(
  stripe: Stripe,
  payment: store.PaymentRow,
  failedRefunds: number,
): Promise<void> {
  const takenCents = await sumTaken(stripe, payment)
  if (takenCents === 0) return
  const description = 'Given again, because the refund failed'
  await book(stripe, payment, { amount: -takenCents, description }, `give-again-${failedRefunds}`)
}

/** How much credit refunds of a payment took back, less what was given again, in cents. */
async function sumTaken(stripe: Stripe, payment: store.PaymentRow): Promise<number> {
  let takenCents = 0
  const customer = await customerOf(stripe, payment)
  for await (const { amount, metadata } of stripe.customers.listBalanceTransactions(customer, { limit: 100 }))
    if (metadata?.['takenBack'] === payment.id) takenCents += amount
  return takenCents
}

async function book(
  stripe: Stripe,
  payment: store.PaymentRow,
  booking: { amount: number; description: string },
  key: string,
): Promise<void> {
  await stripe.customers.createBalanceTransaction(
    await customerOf(stripe, payment),
    { ...booking, currency: 'aud', metadata: { takenBack: payment.id } },
    { idempotencyKey: `${key}-${payment.id}` },
  )
}

async function customerOf(stripe: Stripe, { providerInvoiceId }: store.PaymentRow): Promise<string> {
  const { customer } = await stripe.invoices.retrieve(providerInvoiceId!)
  return idOf(customer)!
}
