import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import { sumRefundedSince } from './credit-refunds/store.ts'
import { creditAfterPendingReturns } from '../customers/balance-transactions.ts'
import * as store from '../store.ts'
import { dateOf, idOf } from '../stripe.ts'
import { creditIn, lostIn } from '../plans/unused-time/already-refunded.ts'
import { type Traced, traceCharges, untraced } from '../plans/unused-time/trace-charges.ts'
import { listMarked, sumMarked } from './marked-transactions.ts'

/** How much of a payment plan changes credited, and how much of that is left, in cents. */
export type Credit = {
  /** Went to the customer's balance or pays for the current plan. Refunding it as well would pay it twice. */
  creditedCents: number
  /** How much of that went to the customer's balance, rather than into the current plan. */
  movedToBalanceCents: number
  /** How much of what went to the balance is still there. A full refund takes it back. */
  leftCents: number
  /** Left the balance for something else than this subscription's bills, such as months. */
  isSpent: boolean
  /** Whether the current plan is paid with this payment: then a full refund ends the plan. */
  isCurrent: boolean
}

type Charge = Traced & { invoice: string }

/** Works out from Stripe's invoices what plan changes credited of a payment. */
export async function findCredit(db: Db, stripe: Stripe, payment: store.PaymentRow): Promise<Credit> {
  const { providerSubscriptionId: subscription, providerInvoiceId, ownerId } = payment
  if (subscription === null)
    return { creditedCents: 0, movedToBalanceCents: 0, leftCents: 0, isSpent: false, isCurrent: true }
  const { charges, latest, returned } = await readCharges(db, stripe, subscription)
  const marked =
    payment.disputeState !== null && latest ? await listMarked(stripe, idOf(latest.customer)!) : []
  const { creditedCents, movedToBalanceCents } = creditedOf(charges, payment, marked)
  const customer = creditedCents > 0 && idOf(latest?.customer)
  const creditCents = customer ? await creditAfterPendingReturns(db, stripe, customer) : 0
  const billed = latest?.ending_balance ?? 0
  const paidBackCents = latest ? await sumRefundedSince(db, ownerId, dateOf(latest.created)) : 0
  // Refunds of credit since then aren't spending.
  const spentCents = -creditCents - billed - paidBackCents
  const isCurrent = isCurrentCharge(charges, returned, providerInvoiceId)
  const returnedCents = payment.refundedCents - payment.creditRefundedCents + payment.disputedCents
  return {
    creditedCents,
    movedToBalanceCents,
    leftCents: Math.min(
      isCurrent ? movedToBalanceCents : Math.min(movedToBalanceCents, returnedCents),
      Math.max(0, creditCents),
    ),
    isSpent: customer ? spentCents > 0 && spentCents > (await takenSince(stripe, customer, latest!)) : false,
    isCurrent,
  }
}

/** How much of the credit that paid a bill its refund doesn't return, in cents, because plan changes have. */
export async function findReturnedByPlanChanges(
  db: Db,
  stripe: Stripe,
  { providerSubscriptionId: subscription, providerInvoiceId }: store.PaymentRow,
): Promise<number> {
  if (subscription === null) return 0
  const { charges } = await readCharges(db, stripe, subscription)
  return charges.find(({ invoice }) => invoice === providerInvoiceId)?.returnedByPlanChangesCents ?? 0
}

/** Whether a charge is the latest of those that weren't returned, apart from itself. */
function isCurrentCharge(
  charges: readonly Charge[],
  returned: ReadonlySet<string>,
  id: string | null,
): boolean {
  return charges.findLast(({ invoice }) => !returned.has(invoice) || invoice === id)?.invoice === id
}

/** How much credit disputes of other payments have taken back since an invoice, less what they gave, in cents. */
async function takenSince(stripe: Stripe, customer: string, { created }: Stripe.Invoice): Promise<number> {
  const transactions = await listMarked(stripe, customer)
  return transactions
    .filter((transaction) => transaction.created >= created)
    .reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * How much of a payment can't be refunded as well, less what was refunded of that.
 * @param marked transactions of its customer's credit.
 */
export function creditedOf(
  charges: readonly Charge[],
  { id, providerInvoiceId, creditRefundedCents }: store.PaymentRow,
  marked: readonly Stripe.CustomerBalanceTransaction[],
): Pick<Credit, 'creditedCents' | 'movedToBalanceCents'> {
  const charge = charges.find(({ invoice }) => invoice === providerInvoiceId)
  const { paysCurrentPlanCents = 0 } = charge ?? {}
  const movedToBalanceCents =
    (charge?.movedToBalanceCents ?? 0) - (sumMarked(marked, 'corrected').get(id) ?? 0)
  const left = (cents: number) => Math.max(0, cents - creditRefundedCents)
  return {
    creditedCents: left(movedToBalanceCents + paysCurrentPlanCents),
    movedToBalanceCents: left(movedToBalanceCents),
  }
}

/** How a subscription's charges were used, the oldest first, and its latest paid invoice. */
export async function readCharges(
  db: Db,
  stripe: Stripe,
  subscription: string,
): Promise<{
  charges: Charge[]
  latest: Stripe.Invoice | undefined
  returned: Set<string>
  /** What plan changes added to the customer's credit. */
  addedCents: number
}> {
  const invoices: Stripe.Invoice[] = []
  for await (const invoice of stripe.invoices.list({ subscription, status: 'paid', limit: 100 }))
    invoices.unshift(invoice)
  const returned = await store.listReturnedInvoices(db, subscription)
  const traced = traceCharges(
    invoices.map((invoice) => ({
      invoice: invoice.id!,
      totalCents: invoice.total,
      chargedCents: invoice.amount_paid,
      creditedCents: creditIn(invoice),
      lostCents: lostIn(invoice),
      isReturned: returned.has(invoice.id!),
    })),
  )
  const charges = invoices
    .filter(({ amount_paid: cents }) => cents > 0)
    .map(({ id }) => ({ invoice: id!, ...(traced.get(id!) ?? untraced) }))
  const addedCents = invoices.reduce((sum, { total }) => sum + Math.max(0, -total), 0)
  return { charges, latest: invoices.at(-1), returned, addedCents }
}
