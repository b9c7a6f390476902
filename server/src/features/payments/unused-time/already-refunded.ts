import type { Stripe } from 'stripe'
import type { PaymentDeps } from '../deps.ts'
import * as store from '../store.ts'
import { callStripe } from '../stripe.ts'
import { returnedCents, valueLeft } from './value-left.ts'

const MARK = 'alreadyRefunded'

/** Whether a line takes back credit for unused time that was already refunded. */
export function isAlreadyRefunded({ metadata }: Pick<Stripe.InvoiceLineItem, 'metadata'>): boolean {
  return metadata[MARK] !== undefined
}

/** The credit for unused time on an invoice, in cents. */
export function creditIn({ lines }: Pick<Stripe.Invoice, 'lines'>): number {
  return -lines.data
    .filter((line) => line.amount < 0 || isAlreadyRefunded(line))
    .reduce((sum, { amount }) => sum + amount, 0)
}

/** The item of an invoice that takes back some of the credit for a product's unused time. */
export function alreadyRefundedItem(product: string, cents: number) {
  return {
    price_data: { currency: 'aud', product, tax_behavior: 'inclusive', unit_amount: cents },
    discountable: false,
    metadata: { [MARK]: 'true' },
  } as const
}

/**
 * How much of the credit for a subscription's unused time was already refunded, in cents: Stripe credits the plan's price,
 * whatever was refunded of it.
 * @param unusedCents what Stripe would credit.
 */
export async function findAlreadyRefunded(
  { db, payments }: Pick<PaymentDeps, 'db' | 'payments'>,
  subscription: string,
  unusedCents: number,
): Promise<number> {
  const bills = await store.listPaidBills(db, subscription)
  const returned = new Map(bills.map((bill) => [bill.providerInvoiceId, returnedCents(bill)]))
  if (returned.values().every((cents) => cents === 0)) return 0
  // From Stripe, because the event of the latest change may still be on its way.
  const invoices = await callStripe({ payments }, (stripe) =>
    stripe.invoices.list({ subscription, status: 'paid', limit: 100 }).autoPagingToArray({ limit: 10_000 }),
  )
  const value = valueLeft(
    invoices.toReversed().map((invoice) => ({
      totalCents: invoice.total,
      creditedCents: creditIn(invoice),
      returnedCents: returned.get(invoice.id!) ?? 0,
    })),
  )
  return Math.max(0, unusedCents - value)
}
