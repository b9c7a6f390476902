import { formatCents, formatDay, sydneyDay } from '@docketbox/contract'
import type { Environment } from '#platform/config/environment.ts'
import type { Fonts } from '#platform/documents/fonts.ts'
import { typeset } from '#platform/documents/typeset.ts'
import type { PaymentRow } from '../store.ts'
import { itemRows } from './lines.ts'

export type Seller = Pick<Environment, 'PRODUCT_NAME' | 'BUSINESS_ABN' | 'SUPPORT_EMAIL'>
export type InvoiceDeps = Readonly<{ config: Seller; fonts: Fonts }>

type Sheet = {
  title: string
  number: string
  issuedAt: Date
  facts?: readonly (readonly [name: string, value: string])[]
  payment: PaymentRow
  totals: readonly (readonly [name: string, cents: number])[]
}

/** Without an ABN no real money is taken, and the PDF must not pass for a tax invoice. */
const WITHOUT_ABN = 'No ABN is set: this is a test, not a tax invoice.'

export function sheetPdf(
  { config: { PRODUCT_NAME, BUSINESS_ABN, SUPPORT_EMAIL }, fonts }: InvoiceDeps,
  { title, number, issuedAt, facts = [], payment, totals }: Sheet,
): Promise<Buffer> {
  const name = `${title} ${number}`
  const footer = `${PRODUCT_NAME} · ${name}`
  return typeset(fonts, { title: name, author: PRODUCT_NAME, createdAt: issuedAt, footer }, (page) => {
    page.title(title)
    page.facts([
      [`${title} number`, number],
      ['Date of issue', formatDay(sydneyDay(issuedAt))],
      ...facts,
      ['From', [PRODUCT_NAME, BUSINESS_ABN ? `ABN ${BUSINESS_ABN}` : WITHOUT_ABN, SUPPORT_EMAIL].join('\n')],
      ['Billed to', `${payment.buyerName}\n${payment.buyerEmail}`],
    ])
    page.table({
      columns: [
        { heading: 'Description', share: 60 },
        { heading: 'Quantity', share: 15, align: 'right' },
        { heading: 'Price incl. GST', share: 25, align: 'right' },
      ],
      rows: itemRows(payment).map(({ text, quantity, cents }) => [text, quantity, formatCents(cents)]),
      totals: totals.map(([name, cents]) => [name, '', formatCents(cents)]),
    })
    page.paragraph(`All amounts are in Australian dollars (${payment.currency}).`)
  })
}
