import type { Stripe } from 'stripe'
import type { PaymentDeps } from '../../deps.ts'
import { listUnconfirmed } from '../../refunds/requests-store.ts'
import { sumUnconfirmed } from '../../refunds/unconfirmed.ts'
import * as store from '../../store.ts'
import { callStripe } from '../../stripe.ts'
import { alreadyReturned, returnedCents } from './value-left.ts'

type RefundDeps = Pick<PaymentDeps, 'db' | 'now' | 'payments'>

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

/** The amounts an invoice doesn't credit because of lost disputes, in cents by the disputed invoice. */
export function lostIn({ lines }: Pick<Stripe.Invoice, 'lines'>): Record<string, number> {
  const marked = lines.data.filter(isAlreadyRefunded).flatMap(({ metadata }) => Object.entries(metadata))
  return Object.fromEntries(
    marked.filter(([name]) => name !== MARK).map(([id, cents]) => [id, Number(cents)]),
  )
}

type AlreadyRefunded = ReturnType<typeof alreadyReturned>

/** The item of an invoice that takes back some of the credit for a product's unused time. */
export function alreadyRefundedItem(product: string, { cents, lost }: AlreadyRefunded) {
  return {
    price_data: { currency: 'aud', product, tax_behavior: 'inclusive', unit_amount: cents },
    discountable: false,
    metadata: {
      [MARK]: 'true',
      // So that it can be credited if we win an appeal.
      ...Object.fromEntries(Object.entries(lost).map(([invoice, cents]) => [invoice, String(cents)])),
    },
  } as const
}

/**
 * How much of the credit for a subscription's unused time was already refunded, in cents: Stripe credits the plan's price,
 * whatever was refunded of it.
 * @param unusedCents what Stripe would credit.
 */
export async function findAlreadyRefunded(
  deps: RefundDeps,
  subscription: string,
  unusedCents: number,
): Promise<AlreadyRefunded> {
  const bills = await store.listPaidBills(deps.db, subscription)
  const unconfirmed = await unconfirmedByBill(deps, bills)
  const returnedOf = (bill: store.PaymentRow) => returnedCents(bill) + (unconfirmed.get(bill.id) ?? 0)
  if (bills.every((bill) => returnedOf(bill) === 0)) return { cents: 0, lost: {} }
  const byInvoice = new Map(bills.map((bill) => [bill.providerInvoiceId, bill]))
  // From Stripe, because the event of the latest change may still be on its way.
  const invoices = await callStripe(deps, (stripe) =>
    stripe.invoices.list({ subscription, status: 'paid', limit: 100 }).autoPagingToArray({ limit: 10_000 }),
  )
  return alreadyReturned(
    invoices.toReversed().map((invoice) => {
      const bill = byInvoice.get(invoice.id!)
      return {
        invoice: invoice.id!,
        totalCents: invoice.total,
        creditedCents: creditIn(invoice),
        returnedCents: bill ? returnedOf(bill) : 0,
        ...(bill?.disputeState === 'lost' && {
          returnedIfWonCents: returnedOf({ ...bill, disputeState: 'won', creditTakenCents: 0 }),
        }),
      }
    }),
    unusedCents,
  )
}

/** The amount refunded of each bill that events haven't confirmed yet, in cents. */
async function unconfirmedByBill(
  deps: RefundDeps,
  bills: readonly store.PaymentRow[],
): Promise<Map<string, number>> {
  const ids = bills.map(({ id }) => id)
  const requests = Map.groupBy(await listUnconfirmed(deps.db, ids), ({ paymentId }) => paymentId)
  const sums = new Map<string, number>()
  for (const bill of bills) sums.set(bill.id, await sumUnconfirmed(deps, bill, requests.get(bill.id) ?? []))
  return sums
}
