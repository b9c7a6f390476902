import { Readable } from 'node:stream'
import { type Payment, paymentRefusals, monthLabel } from '@docketbox/contract'
import { type ListPage, pageOf } from '#platform/database/page.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { OutgoingFile } from '#platform/http/files/send.ts'
import type { Scope } from '#platform/security/scope.ts'
import type { PaymentDeps } from '../deps.ts'
import * as store from '../store.ts'
import { fileNameOf } from './labels.ts'
import { taxInvoicePdf } from './tax-invoice.ts'

/** A user's payments and attempts, newest first. */
export async function listPayments(
  { db }: Pick<PaymentDeps, 'db'>,
  { ownerId }: Scope,
  { page, limit }: { page: number; limit: number },
): Promise<ListPage<Payment>> {
  const { rows, total } = await store.listOwned(db, ownerId, { page, limit })
  return pageOf(rows.map(presentPayment), { page, limit }, total)
}

export function presentPayment(row: store.PaymentRow): Payment {
  return {
    _id: row.id,
    payment_id: row.providerIntentId ?? row.providerInvoiceId ?? row.id,
    amount: row.amountCents,
    currency: row.currency,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    planName: row.planName,
    months: row.months.map(monthLabel),
    refundedCents: row.refundedCents,
    creditCents: row.creditCents - row.creditReturnedCents,
    refundState: row.refundState as Payment['refundState'],
    disputeState: row.disputeState as Payment['disputeState'],
    hasTaxInvoice: row.status === 'paid',
  }
}

/** @throws Refusal `payments.notFound` or `payments.notPaid`. */
export async function openTaxInvoice(
  { db, config }: Pick<PaymentDeps, 'db' | 'config'>,
  { ownerId }: Scope,
  id: string,
): Promise<OutgoingFile> {
  const payment = await store.findOwned(db, ownerId, { id })
  if (!payment) throw new Refusal(paymentRefusals.notFound)
  if (payment.status !== 'paid') throw new Refusal(paymentRefusals.notPaid)
  const pdf = await taxInvoicePdf(config, payment)
  return {
    name: fileNameOf(payment),
    type: 'application/pdf',
    sizeBytes: pdf.length,
    bytes: Readable.from(pdf),
  }
}
