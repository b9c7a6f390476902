import { type Payment, sydneyDay } from '@docketbox/contract'
import type { PaymentDeps } from '../deps.ts'
import * as store from '../store.ts'
import { presentPayment } from './history.ts'
import { adjustmentNotePdf } from './adjustment-notes/adjustment-note.ts'
import { addFullPrices } from './full-price.ts'
import { fileNameOf, noteFileNameOf } from './labels.ts'
import { listNotes } from './adjustment-notes/store.ts'
import { taxInvoicePdf } from './tax-invoice.ts'

/** Far more than anyone has. */
const MAX_PAYMENTS = 10_000

type Invoice = { name: string; bytes: Buffer }

/** A user's payments, their tax invoices and adjustment notes, for the export of all their data. */
export async function exportPayments(
  deps: Pick<PaymentDeps, 'config' | 'db' | 'fonts'>,
  ownerId: string,
): Promise<{ payments: (Payment & { date: string })[]; invoices: Invoice[] }> {
  const found = await store.listOwned(deps.db, ownerId, { page: 1, limit: MAX_PAYMENTS })
  const rows = await addFullPrices(deps.db, found.rows)
  const invoices: Invoice[] = []
  const notes = Map.groupBy(
    await listNotes(
      deps.db,
      rows.map(({ id }) => id),
    ),
    ({ paymentId }) => paymentId,
  )
  for (const row of rows) {
    if (row.invoiceNumber !== null)
      invoices.push({ name: fileNameOf(row), bytes: await taxInvoicePdf(deps, row) })
    const own = notes.get(row.id) ?? []
    for (const note of own)
      invoices.push({ name: noteFileNameOf(note), bytes: await adjustmentNotePdf(deps, row, note, own) })
  }
  const payments = rows.map((row) => ({
    ...presentPayment(row, notes.get(row.id)),
    date: sydneyDay(row.paidAt ?? row.createdAt),
  }))
  return { payments, invoices }
}
