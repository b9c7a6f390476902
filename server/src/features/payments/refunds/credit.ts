import type { Stripe } from 'stripe'
import type { Db } from '#platform/database/database.ts'
import * as store from '../store.ts'
import { idOf } from '../stripe.ts'

/** How much of a payment went into later bills of its subscription, and how much of that is left, in cents. */
export type Credit = {
  /** Already given back, as credit: refunding it as well would pay it twice. */
  creditedCents: number
  /** Still on the customer's balance. */
  leftCents: number
  /** Left the balance for something else than this subscription's bills, such as months. */
  isSpent: boolean
  /** Whether the current plan is paid with this payment: then a full refund ends the plan. */
  isCurrent: boolean
}

/** Works out from Stripe's invoices what changes of plan credited of a payment. */
export async function findCredit(db: Db, stripe: Stripe, payment: store.PaymentRow): Promise<Credit> {
  const { providerSubscriptionId: subscription, providerInvoiceId } = payment
  if (subscription === null) return { creditedCents: 0, leftCents: 0, isSpent: false, isCurrent: true }
  const invoices: Stripe.Invoice[] = []
  for await (const invoice of stripe.invoices.list({ subscription, status: 'paid', limit: 100 }))
    invoices.unshift(invoice)
  const returned = await store.listReturnedInvoices(db, subscription)
  const charges: { invoice: string; leftCents: number; creditedCents: number }[] = []
  for (const invoice of invoices) {
    const id = invoice.id!
    // What a refunded bill had used of earlier payments is theirs again.
    if (!returned.has(id)) useCredit(charges, creditIn(invoice))
    if (invoice.amount_paid > 0)
      charges.push({ invoice: id, leftCents: invoice.amount_paid, creditedCents: 0 })
  }
  const creditedCents = charges.find(({ invoice }) => invoice === providerInvoiceId)?.creditedCents ?? 0
  const customer = creditedCents > 0 && idOf(invoices.at(-1)?.customer)
  const balance = customer ? await balanceOf(stripe, customer) : 0
  const billed = invoices.at(-1)?.ending_balance ?? 0
  const isLater = (invoice: string) => !returned.has(invoice) || invoice === providerInvoiceId
  return {
    creditedCents,
    leftCents: Math.min(creditedCents, Math.max(0, -balance)),
    // What was refunded since isn't spent.
    isSpent: creditedCents > 0 && balance - billed > payment.refundedCents,
    isCurrent: charges.findLast(({ invoice }) => isLater(invoice))?.invoice === providerInvoiceId,
  }
}

/** Takes back the credit that came from a payment whose money went back. Safe to repeat: what's taken is gone. */
export async function takeBackCredit(db: Db, stripe: Stripe, payment: store.PaymentRow): Promise<void> {
  const { leftCents } = await findCredit(db, stripe, payment)
  if (leftCents === 0) return
  const { customer } = await stripe.invoices.retrieve(payment.providerInvoiceId!)
  await stripe.customers.createBalanceTransaction(
    idOf(customer)!,
    { amount: leftCents, currency: 'aud', description: 'Taken back with a refund' },
    { idempotencyKey: `take-back-${payment.id}` },
  )
}

/** The credit for unused time on an invoice. */
function creditIn({ lines }: Stripe.Invoice): number {
  return -lines.data.filter(({ amount }) => amount < 0).reduce((sum, { amount }) => sum + amount, 0)
}

/** Unused time was paid for by the latest charges before. */
function useCredit(charges: { leftCents: number; creditedCents: number }[], cents: number): void {
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
