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
  const { amountCents, creditCents } = payment
  const total = totalOf(payment)
  const paysCurrentPlanCents = total - creditCents - amountCents
  return sheetPdf(deps, {
    title: titleOf(deps.config),
    number: invoiceNumberOf(payment),
    issuedAt: payment.paidAt!,
    payment,
    totals: [
      ['Total, including GST', total],
      ['GST included', gstIn(total)],
      ...(creditCents > 0 ? [['Your credit', -creditCents] as const] : []),
      ...(paysCurrentPlanCents > 0 ? [['Added to your next bill', -paysCurrentPlanCents] as const] : []),
      ...(paysCurrentPlanCents < 0 ? [['From your last bill', -paysCurrentPlanCents] as const] : []),
      ['Paid', amountCents],
    ],
  })
}
