import { formatCents } from '@docketbox/contract'
import type { Environment } from '#platform/config/environment.ts'
import type { Fonts } from '#platform/documents/fonts.ts'
import { drawPdf, LEFT, RIGHT, type TextLine } from './draw-pdf.ts'

export type Seller = Pick<Environment, 'PRODUCT_NAME' | 'BUSINESS_ABN' | 'SUPPORT_EMAIL'>
export type InvoiceDeps = Readonly<{ config: Seller; fonts: Fonts }>
/** A line of the table: what, how often, and its price with GST. */
export type Item = { text: string; quantity: string; cents: number }

type Sheet = {
  title: string
  number: string
  /** What's said about it: its number and date, and whom it's for. */
  facts: readonly string[]
  items: readonly Item[]
  totals: readonly (readonly [name: string, cents: number])[]
  currency: string
}

const QUANTITY_RIGHT = 400
const TOTALS_LEFT = 300
const MAX_LINE_CHARACTERS = 52

/** Without an ABN no real money is taken, and the PDF must not pass for a tax invoice. */
const WITHOUT_ABN = 'No ABN is set: this is a test, not a tax invoice.'

/** A tax invoice or an adjustment note as a PDF of one page, which is as long as it needs to be. */
export function sheetPdf(
  { config: seller, fonts }: InvoiceDeps,
  { title, number, facts, items, totals, currency }: Sheet,
): Promise<Buffer> {
  const head: TextLine[] = [
    { x: LEFT, y: 80, size: 22, isBold: true, text: title },
    { x: LEFT, y: 112, size: 12, isBold: true, text: seller.PRODUCT_NAME },
    { x: LEFT, y: 128, text: seller.BUSINESS_ABN ? `ABN ${seller.BUSINESS_ABN}` : WITHOUT_ABN },
    { x: LEFT, y: 143, text: seller.SUPPORT_EMAIL },
    ...facts.map((text, index) => ({ x: LEFT, y: 176 + index * 15, text })),
  ]
  let y = 176 + facts.length * 15 + 18
  const rules = [y + 8]
  const table: TextLine[] = [
    { x: LEFT, y, isBold: true, text: 'Description' },
    { x: QUANTITY_RIGHT, y, isBold: true, text: 'Quantity', isRight: true },
    { x: RIGHT, y, isBold: true, text: 'Price incl. GST', isRight: true },
  ]
  y += 24
  for (const { text, quantity, cents } of items) {
    const lines = wrap(text)
    table.push(
      ...lines.map((line, index) => ({ x: LEFT, y: y + index * 14, text: line })),
      { x: QUANTITY_RIGHT, y, text: quantity, isRight: true },
      { x: RIGHT, y, text: formatCents(cents), isRight: true },
    )
    y += lines.length * 14 + 4
  }
  rules.push(y)
  y += 20
  const sums = totals.flatMap(([name, cents], index): TextLine[] => {
    const line = { y: y + index * 18, size: 11, isBold: index === 0 }
    return [
      { ...line, x: TOTALS_LEFT, text: name },
      { ...line, x: RIGHT, text: formatCents(cents), isRight: true },
    ]
  })
  const note = { x: LEFT, y: y + totals.length * 18 + 28, text: noteOf(currency) }
  return drawPdf(fonts, { title: `${title} ${number}`, lines: [...head, ...table, ...sums, note], rules })
}

function noteOf(currency: string): string {
  return `All amounts are in Australian dollars (${currency}).`
}

function wrap(text: string): string[] {
  const lines = ['']
  // A word that's longer than a line is broken.
  for (const [word] of text.matchAll(new RegExp(`\\S{1,${MAX_LINE_CHARACTERS}}`, 'gu'))) {
    const line = `${lines.at(-1)} ${word}`.trim()
    if (line.length <= MAX_LINE_CHARACTERS) lines[lines.length - 1] = line
    else lines.push(word)
  }
  return lines
}
