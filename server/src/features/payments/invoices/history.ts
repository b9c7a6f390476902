import { type Payment, paymentRefusals } from '@docketbox/contract'
import type { Actor } from '#platform/security/actor.ts'
import type { Deps } from '#platform/config/deps.ts'
import { type ListPage, pageOf } from '#platform/database/page.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { OutgoingFile } from '#platform/http/route.ts'
import { Readable } from 'node:stream'
import { labelOf } from '../months.ts'
import * as store from '../store.ts'
import { fileNameOf, taxInvoicePdf } from './tax-invoice.ts'

/** What a person paid or tried to pay, newest first. */
export async function listPayments(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { page, limit }: { page: number; limit: number },
): Promise<ListPage<Payment>> {
  const [rows, totalDocs] = await Promise.all([
    store.pageOwned(db, actor.id, { page, limit }),
    store.countOwned(db, actor.id),
  ])
  return pageOf(rows.map(present), { page, limit }, totalDocs)
}

export function present(row: store.PaymentRow): Payment {
  return {
    _id: row.id,
    payment_id: row.providerIntentId ?? row.providerInvoiceId ?? row.id,
    amount: row.amountCents,
    currency: row.currency,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    planName: row.planName,
    months: row.months.map(labelOf),
    refundedCents: row.refundedCents,
    hasTaxInvoice: row.status === 'paid',
  }
}

export async function openTaxInvoice(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  actor: Actor,
  id: string,
): Promise<OutgoingFile> {
  const payment = await store.findOwned(db, actor.id, id)
  if (!payment) throw new Refusal(paymentRefusals.notFound)
  if (payment.status !== 'paid') throw new Refusal(paymentRefusals.notPaid)
  const pdf = taxInvoicePdf(config, payment)
  return {
    name: fileNameOf(payment),
    type: 'application/pdf',
    sizeBytes: pdf.length,
    bytes: Readable.from(pdf),
  }
}
