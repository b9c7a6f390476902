import type { AdminPayment, Payment, PaymentFilter, PaymentState, PaymentSums } from '@docketbox/contract'
import { listPlanNames } from '#features/subscriptions'
import { type ListPage, pageOf } from '#platform/database/queries/page.ts'
import type { PaymentDeps } from '../deps.ts'
import { presentPayments } from '../invoices/history.ts'
import { invoiceNumberOf } from '../invoices/labels.ts'
import { refundableOf } from '../refunds/refundable.ts'
import type { PaymentRow } from '../store.ts'
import { isOwnId } from '../stripe.ts'
import { listFiltered, listMatching } from './list-store.ts'
import type { Match } from './filter/match.ts'

type FinanceDeps = Pick<PaymentDeps, 'db'>
type Paging = { page: number; limit: number }
type AdminPaymentList = ListPage<AdminPayment> & { isCountCapped: boolean; sums: PaymentSums | null }

/** Payments of all users, newest first, with the totals of the filter. */
export async function listAllPayments(
  { db }: FinanceDeps,
  { page, limit, find, user, ...filter }: PaymentFilter & Paging,
): Promise<AdminPaymentList> {
  const paging = { offset: (page - 1) * limit, limit }
  const matches = matchesOf({ find, user })
  const { rows, total, sums } =
    matches.length > 0
      ? await listMatching(db, filter, matches, paging)
      : await listFiltered(db, filter, paging)
  const presented = await presentPayments(db, rows)
  const docs = rows.map((row, index) => ({ ...presented[index]!, ...adminFactsOf(row) }))
  return { ...pageOf(docs, { page, limit }, total), isCountCapped: sums === null, sums }
}

export async function listPlans({ db }: FinanceDeps): Promise<{ names: string[] }> {
  return { names: await listPlanNames(db) }
}

/** The conditions for payments of one user, or found by a search. */
export function matchesOf({ find, user }: Pick<PaymentFilter, 'find' | 'user'>): Match[] {
  return [...(user === undefined ? [] : [{ owner: user }]), ...(find === undefined ? [] : [matchOf(find)])]
}

/** Interprets a search: our ID or Stripe's, the number of a document, or part of an email address. */
function matchOf(find: string): Match {
  if (isOwnId(find)) return { id: find }
  if (/^(pi|in)_\w+$/.test(find)) return { providerId: find }
  const [, letters = '', digits] = /^(DB|AN)?[ \-–]*(\d{1,15})$/i.exec(find) ?? []
  if (digits === undefined) return { email: find }
  const number = Number(digits)
  return {
    either: [
      ...(/an/i.test(letters) ? [] : [{ invoiceNumber: number }]),
      ...(/db/i.test(letters) ? [] : [{ noteNumber: number }]),
      // An email may begin like the number of a document.
      { email: find },
    ],
  }
}

/** The fields of a payment that only administrators see. */
function adminFactsOf(row: PaymentRow): Omit<AdminPayment, keyof Payment> {
  return {
    owner: row.ownerId,
    buyerName: row.buyerName,
    buyerEmail: row.buyerEmail,
    datedAt: row.datedAt.toISOString(),
    state: row.state as PaymentState,
    method: row.method,
    invoiceNumber: row.invoiceNumber === null ? null : invoiceNumberOf(row),
    refundableCents: refundableOf(row),
  }
}
