import { Readable } from 'node:stream'
import {
  type PaymentFilter,
  paymentMethodLabel,
  paymentStateLabel,
  type PaymentState,
  sydneyDay,
  typedAmount,
} from '@docketbox/contract'
import { inTransaction } from '#platform/database/transaction.ts'
import { BYTE_ORDER_MARK, csvLine } from '#platform/export/csv.ts'
import { anySheet, type SheetColumn } from '#platform/export/sheet.ts'
import { workbookBytes } from '#platform/export/workbook.ts'
import type { OutgoingFile } from '#platform/http/files/send.ts'
import type { Actor } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { PaymentDeps } from '../deps.ts'
import { invoiceNumberOf, itemsOf, noteNumberOf } from '../invoices/labels.ts'
import { type BookLine, readLines } from './export-store.ts'
import { matchesOf } from './list.ts'

const kinds = {
  payment: 'Payment',
  refund: 'Refund',
  refundFailed: 'Refund returned',
  dispute: 'Dispute',
  disputeWon: 'Dispute won',
  note: 'Adjustment note',
}

const columns: readonly SheetColumn<BookLine>[] = [
  { heading: 'Date', kind: 'day', width: 13, value: ({ at }) => sydneyDay(at) },
  { heading: 'Type', kind: 'text', width: 16, value: ({ kind }) => kinds[kind] },
  {
    heading: 'Payment status',
    kind: 'text',
    width: 18,
    value: ({ state }) => paymentStateLabel(state as PaymentState),
  },
  {
    heading: 'Invoice',
    kind: 'text',
    width: 12,
    value: (line) => (line.invoiceNumber === null ? null : invoiceNumberOf(line)),
  },
  { heading: 'Name', kind: 'text', width: 24, value: ({ buyerName }) => buyerName },
  { heading: 'Email', kind: 'text', width: 30, value: ({ buyerEmail }) => buyerEmail },
  { heading: 'Plan', kind: 'text', width: 14, value: ({ planName }) => planName },
  { heading: 'For', kind: 'text', width: 24, value: itemsOf },
  { heading: 'Method', kind: 'text', width: 14, value: ({ method }) => paymentMethodLabel(method) },
  { heading: 'Requested (AUD)', kind: 'money', width: 15, value: ({ amountCents }) => amountCents },
  { heading: 'Discount (AUD)', kind: 'money', width: 15, value: ({ discountCents }) => discountCents },
  { heading: 'Credit used (AUD)', kind: 'money', width: 16, value: ({ creditCents }) => creditCents },
  { heading: 'Invoice total (AUD)', kind: 'money', width: 18, value: ({ invoiceCents }) => invoiceCents },
  {
    heading: 'Adjustment note',
    kind: 'text',
    width: 16,
    value: ({ noteNumber: number }) => (number === null ? null : noteNumberOf({ number })),
  },
  { heading: 'Adjustment (AUD)', kind: 'money', width: 17, value: ({ noteCents }) => noteCents },
  {
    heading: 'Received (AUD)',
    kind: 'money',
    width: 15,
    value: ({ receivedCents }) => receivedCents,
    hasTotal: true,
  },
  { heading: 'GST (AUD)', kind: 'money', width: 12, value: ({ gstCents }) => gstCents, hasTotal: true },
  {
    heading: 'Refunded as credit (AUD)',
    kind: 'money',
    width: 24,
    value: ({ creditReturnedCents }) => creditReturnedCents,
    hasTotal: true,
  },
  { heading: 'Stripe ID', kind: 'text', width: 32, value: ({ providerId }) => providerId },
  { heading: 'Payment', kind: 'text', width: 38, value: ({ paymentId }) => paymentId },
]

const formats = {
  csv: { type: 'text/csv; charset=utf-8', bytesOf: csvOf },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytesOf: (lines: AsyncIterable<BookLine[]>) =>
      workbookBytes([anySheet({ name: 'Payments and refunds', columns, rows: lines })]),
  },
}

/**
 * The filtered payments, and the refunds and disputes of the same days, each with the GST in it: a refund takes back
 * the GST on the day it's made, and restores it on the day it fails. Adjustment notes of these days have a separate
 * column, because their money already has a line. Rows are read in batches while the file is sent.
 */
export async function exportPaymentList(
  { db, now }: Pick<PaymentDeps, 'db' | 'now'>,
  actor: Actor,
  { format, find, user, ...filter }: PaymentFilter & { format: keyof typeof formats },
): Promise<OutgoingFile> {
  const at = now()
  const matches = matchesOf({ find, user })
  // The audit log is never deleted, so no part of an email address goes into it.
  const foundBy = matches.some((match) => 'email' in match) ? undefined : find
  const known = Object.entries({ find: foundBy, user, ...filter }).filter(([, value]) => value !== undefined)
  const details = { format, ...(Object.fromEntries(known) as Record<string, string>) }
  await inTransaction(db, (db) =>
    audit(db, { at, actorId: actor.id, action: 'payments.export', subjectId: null, details }),
  )
  const { type, bytesOf } = formats[format]
  const lines = readLines(db, { ...filter, matches })
  return {
    name: `payments-${sydneyDay(at)}.${format}`,
    type,
    bytes: Readable.from(bytesOf(lines), { objectMode: false }),
  }
}

async function* csvOf(lines: AsyncIterable<BookLine[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ heading }) => heading))
  for await (const batch of lines)
    yield batch.map((line) => csvLine(columns.map((column) => cellOf(column, line)))).join('')
}

function cellOf({ kind, value }: SheetColumn<BookLine>, line: BookLine): string {
  const cell = value(line)
  if (cell === null) return ''
  return kind === 'money' ? typedAmount(Number(cell)) : String(cell)
}
