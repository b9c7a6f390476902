import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import type { PaymentRow } from '../store.ts'
import { taxInvoicePdf } from './tax-invoice.ts'

const seller = {
  PRODUCT_NAME: 'Docketbox',
  BUSINESS_ABN: '90 000 100 000',
  SUPPORT_EMAIL: 'help@docketbox.test',
}
const payment = {
  kind: 'months',
  planName: 'Pro',
  months: ['2026-07-01', '2026-08-01'],
  amountCents: 998,
  refundedCents: 0,
  currency: 'AUD',
  invoiceNumber: 1042,
  buyerName: 'Ann Lee',
  buyerEmail: 'ann@example.com',
  // Already the first of August in Melbourne.
  paidAt: new Date('2026-07-31T14:30:00Z'),
} as PaymentRow

async function textOf(row: PaymentRow, by: Parameters<typeof taxInvoicePdf>[0] = seller): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(taxInvoicePdf(by, row)), verbosity: 0 }).promise
  const content = await (await pdf.getPage(1)).getTextContent()
  return content.items.map((item) => ('str' in item ? item.str : '')).join('\n')
}

describe('a tax invoice', () => {
  test('says all that one must say', async () => {
    const text = await textOf(payment)
    for (const said of [
      'Tax invoice',
      'Docketbox',
      'ABN 90 000 100 000',
      'Invoice number: DB-001042',
      'Date of issue: 1 August 2026',
      'Billed to: Ann Lee, ann@example.com',
      'Pro plan: Jul 2026, Aug 2026',
      'Total, including GST',
      '$9.98',
      'GST included',
      '$0.91',
    ]) {
      expect(text).toContain(said)
    }
    expect(text).not.toContain('Given back')
  })

  test('says that it is a test, and nowhere that it is a tax invoice, without an ABN of our own', async () => {
    const text = await textOf(payment, { ...seller, BUSINESS_ABN: undefined })
    expect(text).toContain('Test invoice')
    expect(text).toContain('No ABN is set: this is a test, not a tax invoice.')
    expect(text).not.toMatch(/Tax invoice|ABN \d/)
  })

  test('shows what was given back', async () => {
    expect(await textOf({ ...payment, refundedCents: 499 })).toMatch(/Given back\s+\$4\.99/)
  })

  test('keeps twelve months above its sums', async () => {
    const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}-01`)
    const text = await textOf({ ...payment, months, amountCents: 5988 })
    expect(text).toContain('Dec 2026')
    expect(text).toContain('12')
  })

  test.each([
    ['Zoë O’Brien (Pty) \\ Ltd', 'Zoë O’Brien (Pty) \\ Ltd'],
    ['Nguyễn Văn Đức', 'Nguyen Van Duc'],
    ['李小龍', '???'],
  ])('prints the name %s as %s', async (buyerName, printed) => {
    expect(await textOf({ ...payment, buyerName })).toContain(printed)
  })
})
