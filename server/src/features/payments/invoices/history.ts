import { Readable } from 'node:stream'
import { type Payment, paymentRefusals, monthLabel } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import { type ListPage, pageOf } from '#platform/database/queries/page.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { OutgoingFile } from '#platform/http/files/send.ts'
import type { Scope } from '#platform/security/scope.ts'
import type { PaymentDeps } from '../deps.ts'
import * as store from '../store.ts'
import { isBankDebit } from '../plans/bank-debit.ts'
import { adjustmentNotePdf } from './adjustment-notes/adjustment-note.ts'
import { addFullPrices } from './full-price.ts'
import { fileNameOf, noteFileNameOf, noteNumberOf } from './labels.ts'
import { alreadyRefundedOn, unusedTimeOn } from './lines.ts'
import { listNotes, type NoteRow } from './adjustment-notes/store.ts'
import { taxInvoicePdf } from './tax-invoice.ts'

/** A user's payments and attempts, newest first. */
export async function listPayments(
  { db }: Pick<PaymentDeps, 'db'>,
  { ownerId }: Scope,
  { page, limit }: { page: number; limit: number },
): Promise<ListPage<Payment>> {
  const { rows, total } = await store.listOwned(db, ownerId, { page, limit })
  return pageOf(await presentPayments(db, rows), { page, limit }, total)
}

/** Payments with their adjustment notes, and the unused time that their prices were reduced by. */
export async function presentPayments(db: Db, payments: readonly store.PaymentRow[]): Promise<Payment[]> {
  const rows = await addFullPrices(db, payments)
  const notes = await listNotes(
    db,
    rows.map(({ id }) => id),
  )
  const notesByPayment = Map.groupBy(notes, ({ paymentId }) => paymentId)
  return rows.map((row) => presentPayment(row, notesByPayment.get(row.id)))
}

export function presentPayment(row: store.PaymentRow, notes: readonly NoteRow[] = []): Payment {
  return {
    _id: row.id,
    payment_id: row.providerIntentId ?? row.providerInvoiceId ?? row.id,
    amount: row.amountCents,
    currency: row.currency,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    planName: row.planName,
    months: row.months.map(monthLabel),
    refundedCents: row.refundedCents,
    creditCents: row.creditCents - row.creditReturnedCents,
    creditReturnedCents: row.status === 'paid' ? row.creditReturnedCents : 0,
    creditTakenCents: row.creditTakenCents,
    refundState: row.refundState as Payment['refundState'],
    disputeState: row.disputeState as Payment['disputeState'],
    isBankDebit: isBankDebit(row.method),
    isWrongAmount: row.isWrongAmount,
    hasTaxInvoice: row.invoiceNumber !== null,
    adjustmentNotes: notes.map((note) => ({
      _id: note.id,
      number: noteNumberOf(note),
      amountCents: note.amountCents,
      isCredit: note.reason === 'planChange',
    })),
    unusedTime: unusedTimeOn(row),
    alreadyRefundedCents: alreadyRefundedOn(row),
    promotionCode: row.promotionCode,
    discountCents: row.discountCents,
  }
}

/** @throws Refusal `payments.notFound` or `payments.notPaid`. */
export async function openTaxInvoice(
  deps: Pick<PaymentDeps, 'db' | 'config' | 'fonts'>,
  { ownerId }: Scope,
  id: string,
): Promise<OutgoingFile> {
  const payment = await store.findOwned(deps.db, ownerId, { id })
  if (!payment) throw new Refusal(paymentRefusals.notFound)
  if (payment.invoiceNumber === null) throw new Refusal(paymentRefusals.notPaid)
  const [row] = await addFullPrices(deps.db, [payment])
  return pdfFile(fileNameOf(payment), await taxInvoicePdf(deps, row!))
}

/** @throws Refusal `payments.notFound`. */
export async function openAdjustmentNote(
  deps: Pick<PaymentDeps, 'db' | 'config' | 'fonts'>,
  { ownerId }: Scope,
  { id, note: noteId }: { id: string; note: string },
): Promise<OutgoingFile> {
  const payment = await store.findOwned(deps.db, ownerId, { id })
  const notes = payment ? await listNotes(deps.db, [id]) : []
  const note = notes.find((one) => one.id === noteId)
  if (!payment || !note) throw new Refusal(paymentRefusals.notFound)
  const [row] = await addFullPrices(deps.db, [payment])
  return pdfFile(noteFileNameOf(note), await adjustmentNotePdf(deps, row!, note, notes))
}

function pdfFile(name: string, pdf: Buffer): OutgoingFile {
  return { name, type: 'application/pdf', sizeBytes: pdf.length, bytes: Readable.from(pdf) }
}
