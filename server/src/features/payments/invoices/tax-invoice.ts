import { gstIn } from '../money.ts'
import type { PaymentRow } from '../store.ts'
import { invoiceNumberOf, titleOf } from './labels.ts'
import { totalOf } from './lines.ts'
import { type InvoiceDeps, sheetPdf } from './sheet.ts'

/**
 * The tax invoice of a payment with what A New Tax System (Goods and Services Tax) Act 1999 s 29-70 requires for sales
 * under $1,000: seller and ABN, date, items, price and GST. It stays as it was issued: refunds have adjustment notes.
 */
export function taxInvoicePdf(deps: InvoiceDeps, payment: PaymentRow): Promise<Buffer> {
  return sheetPdf(deps, {
    title: titleOf(deps.config),
    number: invoiceNumberOf(payment),
    issuedAt: payment.paidAt!,
    payment,
    totals: [...totalsOf(payment), ['Paid', payment.amountCents]],
  })
}

/** The price on a tax invoice, and why more or less was paid. The receipt by email says the same. */
export function totalsOf(payment: PaymentRow): (readonly [name: string, cents: number])[] {
  const { amountCents, creditCents } = payment
  const total = totalOf(payment)
  const laterCents = total - creditCents - amountCents
  return [
    ['Total, including GST', total],
    ['GST included', gstIn(total)],
    ...(creditCents > 0 ? [['Your credit', -creditCents] as const] : []),
    ...(laterCents > 0 ? [['Added to your next bill', -laterCents] as const] : []),
    ...(laterCents < 0 ? [['From your last bill', -laterCents] as const] : []),
  ]
}
