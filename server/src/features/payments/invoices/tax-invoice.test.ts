import { describe, expect, test, vi } from 'vitest'
import { createFonts } from '#platform/documents/fonts.ts'
import { pdfText } from '#testing/packs.ts'
import type { PaymentRow } from '../store.ts'
import { adjustmentNotePdf } from './adjustment-notes/adjustment-note.ts'
import { withFullPrices } from './full-price.ts'
import { storedLines } from './lines.ts'
import type { Seller } from './sheet.ts'
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
  creditCents: 0,
  totalCents: null,
  lines: [],
  refundedCents: 0,
  currency: 'AUD',
  invoiceNumber: 1042,
  buyerName: 'Ann Lee',
  buyerEmail: 'ann@example.com',
  // Already 1 August in Sydney.
  paidAt: new Date('2026-07-31T14:30:00Z'),
} as unknown as PaymentRow

const line = (text: string, start: string, end: string, cents: number) => ({ text, start, end, cents })

const fonts = createFonts()
const deps = { config: seller, fonts }

async function textOf(row: PaymentRow, config: Seller = seller): Promise<string> {
  return pdfText(await taxInvoicePdf({ config, fonts }, row))
}

describe('a tax invoice', () => {
  test('says everything the law requires', async () => {
    const text = await textOf(payment)
    for (const line of [
      'Tax invoice',
      'Docketbox',
      'ABN 90 000 100 000',
      'Tax invoice number DB-001042',
      'Date of issue 1 Aug 2026',
      'Billed to Ann Lee',
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
      expect(await textOf(payment)).toContain('Date of issue 1 Aug 2026')
      vi.unstubAllEnvs()
    },
  )

  test('is marked as a test, never as a tax invoice, without an ABN', async () => {
    const text = await textOf(payment, { ...seller, BUSINESS_ABN: undefined })
    expect(text).toContain('Test invoice')
    expect(text).toContain('No ABN is set: this is a test, not a tax invoice.')
    expect(text).not.toMatch(/Tax invoice|ABN \d/)
  })

  test('stays as it was issued after a refund', async () => {
    expect(await textOf({ ...payment, refundedCents: 499 })).toBe(await textOf(payment))
  })

  test('of a plan change shows periods, list price, unused time and credit, which add up', async () => {
    const text = await textOf({
      ...payment,
      kind: 'subscription',
      planName: 'Premium',
      months: [],
      amountCents: 398,
      creditCents: 300,
      totalCents: 698,
      lines: [
        line('Unused time on Pro plan', '2026-07-01T02:00:00Z', '2026-08-01T02:00:00Z', -499),
        line('Premium plan', '2026-07-01T02:00:00Z', '2026-10-01T02:00:00Z', 1197),
      ],
    })
    for (const words of [
      'Unused time on Pro plan, 1 Jul 2026 – 1 Aug 2026',
      '-$4.99',
      'Premium plan, 1 Jul 2026 – 1 Oct 2026',
      '$11.97',
      '$6.98',
      '$0.63',
      '-$3.00',
      '$3.98',
    ])
      expect(text.replaceAll('\n', ' ')).toContain(words)
  })

  test('says what unused time is a part of, to the second, so that it can be recalculated', async () => {
    const unused = line('Unused time on Pro plan', '2026-07-15T03:30:05Z', '2026-08-01T02:00:00Z', -271)
    const fullPrice = { cents: 499, start: '2026-07-01T02:00:00Z', end: '2026-08-01T02:00:00Z' }
    const lines = [
      { ...unused, fullPrice },
      line('Premium plan', '2026-07-15T03:30:05Z', '2026-10-15T03:30:05Z', 1197),
    ]
    const text = await textOf({ ...payment, kind: 'subscription', lines, amountCents: 926, totalCents: 926 })
    expect(text.replaceAll('\n', ' ')).toContain(
      'Unused time on Pro plan from 15 Jul 2026, 1:30:05 pm AEST, of $4.99 for 1 Jul 2026, 12:00:00 pm AEST – 1 Aug 2026, 12:00:00 pm AEST',
    )
  })

  test('counts unused time as a part of what a discount left of the price', () => {
    const [start, changed, end] = ['2026-07-01', '2026-07-15', '2026-08-01'] as const
    const bill = { ...payment, lines: [line('Pro plan', start, end, 499)], totalCents: 399 }
    const unused = storedLines({ lines: [line('Unused time on Pro plan', changed, end, -218)] })
    expect(withFullPrices(unused, [bill])[0]).toMatchObject({
      fullPrice: { cents: 399, start: new Date(start), end: new Date(end) },
    })
  })

  test('shows a discount, so that its lines add up to the total', async () => {
    const lines = [line('Pro plan', '2026-07-01T02:00:00Z', '2026-08-01T02:00:00Z', 499)]
    const text = await textOf({ ...payment, kind: 'subscription', lines, amountCents: 399, totalCents: 399 })
    expect(text).toMatch(/Discount\s*1\s*-\$1\.00/)
  })

  test('has room for twelve months of a plan with a long name, and for as many lines as a bill has', async () => {
    const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}-01`)
    const planName = `${'Professional '.repeat(6)}${'X'.repeat(60)}`
    const text = await textOf({ ...payment, planName, months, amountCents: 5988 })
    expect(text.replaceAll('\n', '')).toContain('X'.repeat(60))
    expect(text).toContain('Dec 2026')
    expect(text).toContain('12')
    const lines = Array.from({ length: 40 }, () =>
      line(planName, '2026-07-01T02:00:00Z', '2026-08-01T02:00:00Z', 499),
    )
    const bill = { ...payment, planName, lines, totalCents: 40 * 499, amountCents: 40 * 499 }
    const pages = await textOf(bill)
    expect(pages.match(/\$4\.99/g)).toHaveLength(40)
    expect(pages).toContain('Total, including GST $199.60')
    expect(pages).toContain('Page 2 of ')
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
    expect(await textOf({ ...payment, buyerName: 'Ann 𐎠' })).toContain('Billed to Ann ?')
  })

  test('embeds only the letters it needs', async () => {
    const pdf = await taxInvoicePdf(deps, { ...payment, buyerName: '李伟 Łukasz Nguyễn' })
    expect(pdf.length).toBeLessThan(60_000)
  })
})

describe('an adjustment note', () => {
  const note = (id: string, amountCents: number, reason: string) => ({
    id,
    paymentId: 'p',
    number: 1001,
    amountCents,
    reason,
    issuedAt: new Date('2026-08-02T02:00:00Z'),
  })
  const read = async (...notes: ReturnType<typeof note>[]) =>
    pdfText(await adjustmentNotePdf(deps, payment, notes.at(-1)!, notes))

  test('says what the law requires', async () => {
    const text = await read(note('a', 499, 'refund'))
    for (const words of [
      'Adjustment note',
      'ABN 90 000 100 000',
      'Adjustment note number AN-001001',
      'Date of issue 2 Aug 2026',
      'For invoice DB-001042 of 1 Aug 2026',
      'Reason We refunded part or all of the price',
      'Billed to Ann Lee',
    ])
      expect(text).toContain(words)
    expect(text).toMatch(/Price before, including GST\s*\$9\.98/)
    expect(text).toMatch(/Price after, including GST\s*\$4\.99/)
    expect(text).toMatch(/Decrease in price, including GST\s*\$4\.99/)
    expect(text).toMatch(/Decrease in GST\s*\$0\.46/)
  })

  test('starts from the price after earlier ones', async () => {
    const text = await read(
      note('a', 499, 'refund'),
      note('b', 499, 'refund'),
      note('c', -499, 'refundFailed'),
    )
    expect(text).toMatch(/Price before, including GST\s*\$0\.00/)
    expect(text).toMatch(/Increase in price, including GST\s*\$4\.99/)
    // It may be credit that a dispute had returned, and not a refund by a bank.
    expect(text).toContain('Reason What we’d refunded came back to us')
  })

  test('of a plan change names the credit', async () => {
    const text = await read(note('a', 698, 'planChange'))
    expect(text).toMatch(/Added to your credit\s*\$6\.98/)
    expect(text).toMatch(/Decrease in GST\s*\$0\.63/)
  })
})
