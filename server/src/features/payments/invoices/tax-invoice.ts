import { formatCents, formatDay, sydneyDay } from '@docketbox/contract'
import type { Environment } from '#platform/config/environment.ts'
import { gstIn } from '../money.ts'
import type { PaymentRow } from '../store.ts'
import { invoiceNumberOf, itemsOf, titleOf } from './labels.ts'

type Seller = Pick<Environment, 'PRODUCT_NAME' | 'BUSINESS_ABN' | 'SUPPORT_EMAIL'>

/** Lengths are points from the top left corner; `y` is the baseline. */
type TextLine = { x: number; y: number; text: string; size?: number; isBold?: boolean; isRight?: boolean }

const LEFT = 56
const RIGHT = 539
const QUANTITY_RIGHT = 400
const TOTALS_LEFT = 330
const RULES_Y = [262, 324]
const MAX_DESCRIPTION_LINES = 3
const MAX_LINE_CHARACTERS = 52

/** Without an ABN no real money is taken, and the PDF must not pass for a tax invoice. */
const WITHOUT_ABN = 'No ABN is set: this is a test, not a tax invoice.'

/**
 * The tax invoice of a payment with what A New Tax System (Goods and Services Tax) Act 1999 s 29-70 requires for sales
 * under $1,000: seller and ABN, date, items, price and GST.
 */
export async function taxInvoicePdf(seller: Seller, payment: PaymentRow): Promise<Buffer> {
  // Loaded on first use: most processes never make an invoice.
  const [{ default: PdfDocument }, { fontRuns, openFont }] = await Promise.all([
    import('pdfkit'),
    import('#platform/documents/fonts.ts'),
  ])
  const title = titleOf(seller)
  const document = new PdfDocument({
    size: 'A4',
    lang: 'en-AU',
    font: '',
    info: { Title: `${title} ${invoiceNumberOf(payment)}` },
  })
  const lines = linesOf(seller, payment).map((line) => ({
    ...line,
    runs: fontRuns(line.text, line.isBold ? 700 : 400),
  }))
  for (const file of new Set(lines.flatMap(({ runs }) => runs.map((run) => run.file))))
    // pdfkit takes open fonts; its types don't say so.
    document.registerFont(file, openFont(file) as unknown as Buffer)
  for (const { x, y, runs, size = 10, isRight = false } of lines) {
    document.fontSize(size)
    const widths = runs.map(({ text, file }) => document.font(file).widthOfString(text))
    let left = isRight ? x - widths.reduce((sum, width) => sum + width, 0) : x
    for (const [index, { text, file }] of runs.entries()) {
      document.font(file).text(text, left, y, { baseline: 'alphabetic', lineBreak: false })
      left += widths[index]!
    }
  }
  document.lineWidth(0.5)
  for (const y of RULES_Y) document.moveTo(LEFT, y).lineTo(RIGHT, y).stroke()
  document.end()
  return Buffer.concat(await Array.fromAsync(document as AsyncIterable<Buffer>))
}

function linesOf(seller: Seller, payment: PaymentRow): TextLine[] {
  const title = titleOf(seller)
  const price = formatCents(payment.amountCents)
  const quantity = payment.kind === 'months' ? payment.months.length : 1
  const description = wrap(`${payment.planName} plan: ${itemsOf(payment)}`)
  const totals = [
    ['Total, including GST', price],
    ['GST included', formatCents(gstIn(payment.amountCents))],
    ['Paid', price],
    ...(payment.refundedCents > 0 ? [['Refunded', formatCents(payment.refundedCents)]] : []),
  ] as [string, string][]
  return [
    { x: LEFT, y: 80, size: 22, isBold: true, text: title },
    { x: LEFT, y: 112, size: 12, isBold: true, text: seller.PRODUCT_NAME },
    { x: LEFT, y: 128, text: seller.BUSINESS_ABN ? `ABN ${seller.BUSINESS_ABN}` : WITHOUT_ABN },
    { x: LEFT, y: 143, text: seller.SUPPORT_EMAIL },
    { x: LEFT, y: 176, text: `Invoice number: ${invoiceNumberOf(payment)}` },
    { x: LEFT, y: 191, text: `Date of issue: ${formatDay(sydneyDay(payment.paidAt!))}` },
    { x: LEFT, y: 206, text: `Billed to: ${payment.buyerName}` },
    { x: LEFT, y: 221, text: payment.buyerEmail },
    { x: LEFT, y: 254, isBold: true, text: 'Description' },
    { x: QUANTITY_RIGHT, y: 254, isBold: true, text: 'Quantity', isRight: true },
    { x: RIGHT, y: 254, isBold: true, text: 'Price incl. GST', isRight: true },
    ...description.map((text, index) => ({ x: LEFT, y: 278 + index * 14, text })),
    { x: QUANTITY_RIGHT, y: 278, text: String(quantity), isRight: true },
    { x: RIGHT, y: 278, text: price, isRight: true },
    ...totals.flatMap(([name, amount], index): TextLine[] => {
      const line = { y: 342 + index * 18, size: 11, isBold: index === 0 }
      return [
        { ...line, x: TOTALS_LEFT, text: name },
        { ...line, x: RIGHT, text: amount, isRight: true },
      ]
    }),
    { x: LEFT, y: 440, text: `All amounts are in Australian dollars (${payment.currency}).` },
  ]
}

function wrap(text: string): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trim()
    if (line.length <= MAX_LINE_CHARACTERS) lines[lines.length - 1] = line
    else lines.push(word)
  }
  return lines.slice(0, MAX_DESCRIPTION_LINES)
}
