import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test, vi } from 'vitest'
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
  // Already 1 August in Sydney.
  paidAt: new Date('2026-07-31T14:30:00Z'),
} as PaymentRow

async function textOf(row: PaymentRow, by: Parameters<typeof taxInvoicePdf>[0] = seller): Promise<string> {
  const pdf = await getDocument({ data: new Uint8Array(await taxInvoicePdf(by, row)), verbosity: 0 }).promise
  const content = await (await pdf.getPage(1)).getTextContent()
  return content.items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
}

describe('a tax invoice', () => {
  test('says everything the law requires', async () => {
    const text = await textOf(payment)
    for (const line of [
      'Tax invoice',
      'Docketbox',
      'ABN 90 000 100 000',
      'Invoice number: DB-001042',
      'Date of issue: 1 Aug 2026',
      'Billed to: Ann Lee',
      'ann@example.com',
      'Pro plan: Jul 2026, Aug 2026',
      'Total, including GST',
      '$9.98',
      'GST included',
      '$0.91',
    ]) {
      expect(text).toContain(line)
    }
    expect(text).not.toContain('Refunded')
  })

  test.each(['Australia/Perth', 'Australia/Adelaide', 'Australia/Brisbane', 'Pacific/Auckland', 'UTC'])(
    'is dated in Sydney from a server in %s',
    async (zone) => {
      vi.stubEnv('TZ', zone)
      expect(await textOf(payment)).toContain('Date of issue: 1 Aug 2026')
      vi.unstubAllEnvs()
    },
  )

  test('is marked as a test, never as a tax invoice, without an ABN', async () => {
    const text = await textOf(payment, { ...seller, BUSINESS_ABN: undefined })
    expect(text).toContain('Test invoice')
    expect(text).toContain('No ABN is set: this is a test, not a tax invoice.')
    expect(text).not.toMatch(/Tax invoice|ABN \d/)
  })

  test('shows what was refunded', async () => {
    expect(await textOf({ ...payment, refundedCents: 499 })).toMatch(/Refunded\s+\$4\.99/)
  })

  test('has room for twelve months', async () => {
    const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}-01`)
    const text = await textOf({ ...payment, months, amountCents: 5988 })
    expect(text).toContain('Dec 2026')
    expect(text).toContain('12')
  })

  test.each([
    'Zoë O’Brien (Pty) \\ Ltd',
    "St. John Smith-O'Neill",
    'Łukasz Żółć-Šimůnek',
    'Nguyễn Văn Đức',
    'Ελένη Παπαδοπούλου',
    'Юлія Їжакевич',
    '李伟',
    '李小龍',
    '佐藤 さくら',
    '김민준',
    'Ann 李伟 김민준 Łukasz',
  ])('prints the name %s', async (buyerName) => {
    expect(await textOf({ ...payment, buyerName })).toContain(buyerName)
  })

  test('prints a question mark for a letter that no font has', async () => {
    expect(await textOf({ ...payment, buyerName: 'Ann 𐎠' })).toContain('Billed to: Ann ?')
  })

  test('embeds only the letters it needs', async () => {
    const pdf = await taxInvoicePdf(seller, { ...payment, buyerName: '李伟 Łukasz Nguyễn' })
    expect(pdf.length).toBeLessThan(60_000)
  })
})
