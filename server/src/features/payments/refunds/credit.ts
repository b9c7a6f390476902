import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import { sumRefundedSince } from '../credit-refunds/store.ts'
import * as store from '../store.ts'
import { dateOf, idOf } from '../stripe.ts'
import { creditIn } from '../unused-time/already-refunded.ts'
import { findBecameCredit } from '../unused-time/became-credit.ts'
import { listTakenBack } from './taken-back.ts'

/** How much of a payment went into later bills of its subscription, and how much of that is left, in cents. */
export type Credit = {
  /** Already returned as credit that hasn't been refunded. Refunding it as well would pay it twice. */
  creditedCents: number
  /** How much of that went to the customer's balance, rather than into the next plan. */
  becameCents: number
  /** Still on the balance: all that was credited of the current payment, and of an earlier one what went there. */
  leftCents: number
  /** Left the balance for something else than this subscription's bills, such as months. */
  isSpent: boolean
  /** Whether the current plan is paid with this payment: then a full refund ends the plan. */
  isCurrent: boolean
}

type Charge = { invoice: string; leftCents: number; creditedCents: number }

/** Works out from Stripe's invoices what changes of plan credited of a payment. */
export async function findCredit(db: Db, stripe: Stripe, payment: store.PaymentRow): Promise<Credit> {
  const { providerSubscriptionId: subscription, providerInvoiceId, ownerId } = payment
  if (subscription === null)
    return { creditedCents: 0, becameCents: 0, leftCents: 0, isSpent: false, isCurrent: true }
  const { charges, latest, returned, became } = await readCharges(db, stripe, subscription)
  const creditedCents = creditedOf(charges, payment)
  const becameCents = Math.max(0, (became.get(providerInvoiceId!) ?? 0) - payment.creditRefundedCents)
  const customer = creditedCents > 0 && idOf(latest?.customer)
  const balance = customer ? await balanceOf(stripe, customer) : 0
  const billed = latest?.ending_balance ?? 0
  const isLater = (invoice: string) => !returned.has(invoice) || invoice === providerInvoiceId
  // Refunds since then aren't spending.
  const refundedCents = payment.refundedCents - payment.creditRefundedCents
  const paidBackCents = latest ? await sumRefundedSince(db, ownerId, dateOf(latest.created)) : 0
  const spentCents = balance - billed - refundedCents - paidBackCents
  const isCurrent = charges.findLast(({ invoice }) => isLater(invoice))?.invoice === providerInvoiceId
  const returnedCents = refundedCents + payment.disputedCents
  return {
    creditedCents,
    becameCents,
    leftCents: Math.min(
      isCurrent ? creditedCents : Math.min(becameCents, returnedCents),
      Math.max(0, -balance),
    ),
    isSpent: customer ? spentCents > 0 && spentCents > (await takenSince(stripe, customer, latest!)) : false,
    isCurrent,
  }
}

/** How much credit disputes of other payments have taken back since an invoice, in cents. */
async function takenSince(stripe: Stripe, customer: string, { created }: Stripe.Invoice): Promise<number> {
  const bookings = await listTakenBack(stripe, customer)
  return bookings.filter((booking) => booking.created >= created).reduce((sum, { amount }) => sum + amount, 0)
}

/** How much of a payment was credited to later bills, less what of that credit was refunded. */
export function creditedOf(
  charges: readonly Charge[],
  { providerInvoiceId, creditRefundedCents }: store.PaymentRow,
): number {
  const charge = charges.find(({ invoice }) => invoice === providerInvoiceId)
  return Math.max(0, (charge?.creditedCents ?? 0) - creditRefundedCents)
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
  /** What changes of plan added to the customer's credit. */
  addedCents: number
  /** How much of that came from each charge, by invoice. */
  became: Map<string, number>
}> {
  const invoices: Stripe.Invoice[] = []
  for await (const invoice of stripe.invoices.list({ subscription, status: 'paid', limit: 100 }))
    invoices.unshift(invoice)
  const returned = await store.listReturnedInvoices(db, subscription)
  const charges: Charge[] = []
  for (const invoice of invoices) {
    const id = invoice.id!
    // A refunded bill returns the parts of earlier payments it had used.
    if (!returned.has(id)) useCredit(charges, creditIn(invoice))
    if (invoice.amount_paid > 0)
      charges.push({ invoice: id, leftCents: invoice.amount_paid, creditedCents: 0 })
  }
  const addedCents = invoices.reduce((sum, { total }) => sum + Math.max(0, -total), 0)
  const became = findBecameCredit(
    invoices.map((invoice) => ({
      invoice: invoice.id!,
      totalCents: invoice.total,
      chargedCents: invoice.amount_paid,
      creditedCents: creditIn(invoice),
    })),
  )
  return { charges, latest: invoices.at(-1), returned, addedCents, became }
}

/** Unused time was paid for by the latest charges before. */
function useCredit(charges: Charge[], cents: number): void {
  let left = cents
  for (const charge of charges.toReversed()) {
    const used = Math.min(left, charge.leftCents)
    charge.leftCents -= used
    charge.creditedCents += used
    left -= used
  }
}

async function balanceOf(stripe: Stripe, id: string): Promise<number> {
  const customer = await stripe.customers.retrieve(id)
  return customer.deleted ? 0 : customer.balance
}
