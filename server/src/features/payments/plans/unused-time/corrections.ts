import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import type { PaymentDeps } from '../../deps.ts'
import { issueNote } from '../../invoices/adjustment-notes/issue-note.ts'
import { listMarked, sumMarked } from '../../refunds/marked-transactions.ts'
import * as store from '../../store.ts'
import { dateOf, idOf } from '../../stripe.ts'
import { lostIn } from './already-refunded.ts'

/** The amounts of a payment that plan changes didn't credit, because we had lost a dispute about it, in cents. */
export type Corrections = {
  /** By the invoice of the change. */
  changes: Map<string, number>
  /** The part we haven't credited since, and now owe. */
  dueCents: number
}

const none: Corrections = { changes: new Map(), dueCents: 0 }

/**
 * @param payment of which we've won the dispute.
 * @param since what we've credited from then on is still due.
 */
export async function findCorrections(
  db: Db,
  stripe: Stripe,
  payment: store.PaymentRow,
  since?: Date,
): Promise<Corrections> {
  const { id, providerSubscriptionId: subscription, providerInvoiceId, amountCents, refundedCents } = payment
  if (subscription === null || providerInvoiceId === null) return none
  const bills = await store.listPaidBills(db, subscription)
  // Their whole price was returned, including the part that was too much.
  const returned = new Set(
    bills.filter((bill) => bill.accessEndedAt !== null).map((bill) => bill.providerInvoiceId),
  )
  const changes = new Map<string, number>()
  let customer: string | null = null
  for await (const invoice of stripe.invoices.list({ subscription, status: 'paid', limit: 100 })) {
    const cents = lostIn(invoice)[providerInvoiceId] ?? 0
    if (cents > 0 && !returned.has(invoice.id!)) changes.set(invoice.id!, cents)
    customer = idOf(invoice.customer)
  }
  if (changes.size === 0 || customer === null) return none
  const transactions = (await listMarked(stripe, customer)).filter(
    ({ created }) => !since || dateOf(created) < since,
  )
  const creditedCents = 0 - (sumMarked(transactions, 'corrected').get(id) ?? 0)
  const lostCents = changes.values().reduce((sum, cents) => sum + cents, 0)
  // We no longer owe amounts that were refunded instead.
  const owedCents = Math.min(lostCents, amountCents - refundedCents)
  return { changes, dueCents: Math.max(0, owedCents - creditedCents) }
}

/**
 * Issues adjustment notes for plan changes that cost less once we've won the dispute about an earlier payment.
 * @param paid the invoices that we knew were paid when we won: others get theirs with the event that they're paid.
 */
export async function noteCorrections(
  deps: Pick<PaymentDeps, 'jobs' | 'now'>,
  db: Db,
  { changes, dueCents }: Corrections,
  paid: ReadonlySet<string>,
): Promise<void> {
  let leftCents = dueCents
  for (const [providerInvoiceId, lostCents] of changes) {
    const cents = Math.min(leftCents, lostCents)
    leftCents -= cents
    if (cents === 0 || !paid.has(providerInvoiceId)) continue
    const bill = await store.lock(db, { providerInvoiceId })
    if (bill) await noteCorrection(deps, db, bill, cents)
  }
}

export function noteCorrection(
  deps: Pick<PaymentDeps, 'jobs' | 'now'>,
  db: Db,
  change: Pick<store.PaymentRow, 'id'>,
  amountCents: number,
): Promise<void> {
  return issueNote(deps, db, change, { amountCents, reason: 'planChange', isCorrection: true })
}
