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
import { anySheet, dayColumn, moneyColumn, type SheetColumn, textColumn } from '#platform/export/sheet.ts'
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
  dayColumn('Date', 13, ({ at }) => sydneyDay(at)),
  textColumn('Type', 16, ({ kind }) => kinds[kind]),
  textColumn('Payment status', 18, ({ state }) => paymentStateLabel(state as PaymentState)),
  textColumn('Invoice', 12, (line) => (line.invoiceNumber === null ? null : invoiceNumberOf(line))),
  textColumn('Name', 24, ({ buyerName }) => buyerName),
  textColumn('Email', 30, ({ buyerEmail }) => buyerEmail),
  textColumn('Plan', 14, ({ planName }) => planName),
  textColumn('For', 24, itemsOf),
  textColumn('Method', 14, ({ method }) => paymentMethodLabel(method)),
  moneyColumn('Requested (AUD)', 15, ({ amountCents }) => amountCents),
  moneyColumn('Discount (AUD)', 15, ({ discountCents }) => discountCents),
  moneyColumn('Credit used (AUD)', 16, ({ creditCents }) => creditCents),
  moneyColumn('Invoice total (AUD)', 18, ({ invoiceCents }) => invoiceCents),
  textColumn('Adjustment note', 16, ({ noteNumber: number }) =>
    number === null ? null : noteNumberOf({ number }),
  ),
  moneyColumn('Adjustment (AUD)', 17, ({ noteCents }) => noteCents),
  moneyColumn('Received (AUD)', 15, ({ receivedCents }) => receivedCents, { hasTotal: true }),
  moneyColumn('GST (AUD)', 12, ({ gstCents }) => gstCents, { hasTotal: true }),
  moneyColumn('Refunded as credit (AUD)', 24, ({ creditReturnedCents }) => creditReturnedCents, {
    hasTotal: true,
  }),
  textColumn('Stripe ID', 32, ({ providerId }) => providerId),
  textColumn('Payment', 38, ({ paymentId }) => paymentId),
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
