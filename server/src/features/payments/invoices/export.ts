import type { Deps } from '#platform/config/deps.ts'
import { present } from './history.ts'
import * as store from '../store.ts'
import { fileNameOf, taxInvoicePdf } from './tax-invoice.ts'

/** Far more than anybody pays. */
const MOST = 10_000

/** What somebody paid or tried to pay, and the tax invoices for it, to take away. */
export async function paymentPapers({ config, db }: Pick<Deps, 'config' | 'db'>, ownerId: string) {
  const rows = await store.pageOwned(db, ownerId, { page: 1, limit: MOST })
  const paid = rows.filter(({ status }) => status === 'paid')
  return {
    payments: rows.map(present),
    papers: paid.map((row) => ({ name: fileNameOf(row), bytes: taxInvoicePdf(config, row) })),
  }
}
