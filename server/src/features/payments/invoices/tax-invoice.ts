import type { Environment } from '#platform/config/environment.ts'
import { dollars, gstIn } from '../money.ts'
import { labelOf } from '../months.ts'
import { pdfPage, type TextLine } from './pdf.ts'
import type { PaymentRow } from '../store.ts'

type Seller = Pick<Environment, 'PRODUCT_NAME' | 'BUSINESS_ABN' | 'SUPPORT_EMAIL'>

/** A start without an ABN of its own takes no real money, and its paper must not pass for a tax invoice. */
const WITHOUT_ABN = 'No ABN is set: this is a test, not a tax invoice.'

const day = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'Australia/Melbourne' })

export function invoiceNumberOf({ invoiceNumber }: PaymentRow): string {
  return `DB-${String(invoiceNumber).padStart(6, '0')}`
}

export function titleOf({ BUSINESS_ABN }: Pick<Seller, 'BUSINESS_ABN'>): string {
  return BUSINESS_ABN ? 'Tax invoice' : 'Test invoice'
}

export function fileNameOf(payment: PaymentRow): string {
  return `tax-invoice-${invoiceNumberOf(payment)}.pdf`
}

/** "Jul 2026, Aug 2026", or that the plan renews. */
export function boughtIn({ kind, months }: PaymentRow): string {
  return kind === 'months' ? months.map(labelOf).join(', ') : 'Subscription'
}

/**
 * The tax invoice of a payment: seller and ABN, date, what was bought, the price and the tax in it, as
 * A New Tax System (Goods and Services Tax) Act 1999 s 29-70 asks for sales under $1,000.
 */
export function taxInvoicePdf(seller: Seller, payment: PaymentRow): Buffer {
  const [left, right] = [56, 539]
  const title = titleOf(seller)
  const count = payment.kind === 'months' ? payment.months.length : 1
  const head: TextLine[] = [
    { x: left, y: 80, size: 22, isBold: true, text: title },
    { x: left, y: 112, size: 12, isBold: true, text: seller.PRODUCT_NAME },
    { x: left, y: 128, size: 10, text: seller.BUSINESS_ABN ? `ABN ${seller.BUSINESS_ABN}` : WITHOUT_ABN },
    { x: left, y: 143, size: 10, text: seller.SUPPORT_EMAIL },
    { x: left, y: 180, size: 10, text: `Invoice number: ${invoiceNumberOf(payment)}` },
    { x: left, y: 195, size: 10, text: `Date of issue: ${day.format(payment.paidAt!)}` },
    {
      x: left,
      y: 210,
      size: 10,
      text: `Billed to: ${[payment.buyerName, payment.buyerEmail].filter(Boolean).join(', ')}`,
    },
  ]
  const table: TextLine[] = [
    { x: left, y: 252, size: 10, isBold: true, text: 'Description' },
    { x: 400, y: 252, size: 10, isBold: true, text: 'Quantity', isRight: true },
    { x: right, y: 252, size: 10, isBold: true, text: 'Price incl. GST', isRight: true },
    ...wrapped(`${payment.planName} plan: ${boughtIn(payment)}`, 52).map((text, at) => ({
      x: left,
      y: 276 + at * 14,
      size: 10,
      text,
    })),
    { x: 400, y: 276, size: 10, text: String(count), isRight: true },
    { x: right, y: 276, size: 10, text: dollars(payment.amountCents), isRight: true },
  ]
  const sums: [string, string][] = [
    ['Total, including GST', dollars(payment.amountCents)],
    ['GST included', dollars(gstIn(payment.amountCents))],
    ['Paid', dollars(payment.amountCents)],
    ...(payment.refundedCents > 0
      ? [['Given back', dollars(payment.refundedCents)] as [string, string]]
      : []),
  ]
  const totals = sums.flatMap(([name, value], at): TextLine[] => [
    { x: 330, y: 340 + at * 18, size: 11, isBold: at === 0, text: name },
    { x: right, y: 340 + at * 18, size: 11, isBold: at === 0, text: value, isRight: true },
  ])
  const foot: TextLine = {
    x: left,
    y: 440,
    size: 10,
    text: `All amounts are in Australian dollars (${payment.currency}).`,
  }
  const rules = [260, 322].map((y) => ({ y, from: left, to: right }))
  return pdfPage(`${title} ${invoiceNumberOf(payment)}`, [...head, ...table, ...totals, foot], rules)
}

/** At most three lines: that is where the sums begin. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trim()
    if (line.length <= width) lines[lines.length - 1] = line
    else lines.push(word)
  }
  return lines.slice(0, 3)
}
