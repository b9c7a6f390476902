import { type Payment, sydneyDay } from '@docketbox/contract'
import type { PaymentDeps } from '../deps.ts'
import * as store from '../store.ts'
import { presentPayment } from './history.ts'
import { fileNameOf } from './labels.ts'
import { taxInvoicePdf } from './tax-invoice.ts'

/** Far more than anyone has. */
const MAX_PAYMENTS = 10_000

type Invoice = { name: string; bytes: Buffer }

/** A user's payments and their tax invoices, for the export of all their data. */
export async function exportPayments(
  { config, db }: Pick<PaymentDeps, 'config' | 'db'>,
  ownerId: string,
): Promise<{ payments: (Payment & { date: string })[]; invoices: Invoice[] }> {
  const { rows } = await store.listOwned(db, ownerId, { page: 1, limit: MAX_PAYMENTS })
  const invoices: Invoice[] = []
  for (const row of rows.filter(({ status }) => status === 'paid'))
    invoices.push({ name: fileNameOf(row), bytes: await taxInvoicePdf(config, row) })
  const payments = rows.map((row) => ({ ...presentPayment(row), date: sydneyDay(row.createdAt) }))
  return { payments, invoices }
}
