import { describe, expect, test } from 'vitest'
import { fieldsOf, shop } from './text-samples.ts'

describe('nothing is sure', () => {
  const levelsOf = (lines: readonly string[]) => Object.values(fieldsOf(lines)).map((field) => field?.level)
  test.for([
    [
      'on a bank statement',
      [
        'Tasman Bank',
        'ABN 51 824 753 556',
        'Statement period 1 Apr 2026',
        'Opening balance | 120.00',
        '03/04/2026 Cafe | 12.00',
        'Total debits | 12.00',
        'Closing balance | 108.00',
      ],
    ],
    [
      'when two receipts lie side by side',
      [
        'Wattle Cafe | Bayside Fuel',
        'TAX INVOICE | TAX INVOICE',
        '03/04/2026 | 05/04/2026',
        'Total 12.00 | Total 80.00',
      ],
    ],
    [
      'on a receipt with two ABNs',
      [...shop, '03/04/2026', 'Total | 12.00', 'Bayside Fuel', 'ABN 53 004 085 616', 'Total | 80.00'],
    ],
    // As the engine reads them.
    ['without text', []],
    ['on a face', ['T', 'l i']],
    ['on a menu', ['Wattle Cafe', 'MENU', 'Soup of the day | 12.50', 'Pad Thai | 21.90', 'Set menu total | 45.00', 'Prices include GST', 'Menuvalid until 30/11/2025']], // prettier-ignore
    ['in Chinese', ['12', '202673814:22', '12.00', '5kg | 18.50', '30.50', '50.00', '19.50']],
    ['in Chinese with a phone number', ['88', 'Tel 0298765432', 'Lot 3 Level 2', '02/06', '30.68', '47.03']],
    ['of scribbles', ['Rcd Mla', '3/7', 'laun mow', '$1Z0', 'tlanks B0b']],
  ] as const)('%s', ([, lines]) => {
    expect(levelsOf(lines)).not.toContain('sure')
  })
})

describe('a total', () => {
  const levelOf = (...lines: string[]) => fieldsOf([...shop, '03/04/2026', ...lines]).totalCents?.level
  test.for([
    ['Quote: 2041', 'Fence | $2500.00', 'Total | $2500.00'],
    ['STATEMENT', 'Invoice 101 | $220.00', 'Total owing | $220.00'],
    ['Hose | $50.00', 'Total | $50.00', 'Refunded to Visa | $25.00'],
    ['Hose | $30.50', 'Discount | -$5.50', 'GST | -$0.50', 'Total | $25.00'],
    ['Rent | $900.00', 'Management fee | -$25.00', 'GST | -$2.27', 'Total fees | $25.00'],
    ['Details Debit | Credit', 'Rent | $900.00', 'Total | $900.00'],
    ['Money out | Money in', 'Rent | $900.00', 'Total | $900.00'],
    ['Ownership Statement 31', 'Rent | $900.00', 'Total | $900.00'],
    ['EFTPOS PURCHASE', 'TOTAL AUD | $25.00', 'DECLINED 51'],
    ...['RESULT: DECLINED', 'DECLINED - CONTACT BANK', 'CARD DECLINED', 'RESPONSE 51 DECLINED', 'TRANS CANCELLED', 'TRANSACTION NOT APPROVED', '51 INSUFFICIENT FUNDS', 'Your payment was unsuccessful'].map((result) => ['TOTAL AUD | $25.00', result]), // prettier-ignore
    ['PRO FORMA INVOICE PF-100', 'Fence | $2500.00', 'Total | $2500.00'],
    ['PROFORMA TAX INVOICE', 'Fence | $2500.00', 'Total | $2500.00'],
    ['DRAFT INVOICE', 'Fence | $2500.00', 'Total | $2500.00'],
    ['PRE-AUTHORISATION', 'AMOUNT AUD | $200.00', 'APPROVED 00'],
  ])('of what wasn’t bought is never sure: %s', (lines) => {
    expect(levelOf(...lines)).toBe('check')
  })

  test.for([
    ['Silicone clear | 12', '1 @ 12.90 ea'],
    ['Silicone clear | 12.90', 'GST included | 1.17'],
    ['Fare', 'GST | 4.09'],
  ])('is never sure if only prices or GST are legible: %s', (lines) => {
    expect(levelOf(...lines)).not.toBe('sure')
  })

  test.for([
    ['Hose | $25.00', 'Total | $25.00', 'No cash refund. Ask for a credit note.'],
    ['Hose | $25.00', 'Total | $25.00', 'Refunds over $20.00 need your licence'],
    ['Tax refund workshop | $25.00', 'Total | $25.00'],
    ['Tax return | $25.00', 'Total | $25.00', 'Paid from your tax refund | $25.00'],
    ['Tax return | $25.00', 'Total | $25.00', 'To be deducted from your refund | $25.00'],
    ['Tax return | $25.00', 'Total | $25.00', 'Less: paid from refund | $25.00'],
    ['Tax Invoice / Adjustment Note', 'Hose | $25.00', 'Total | $25.00'],
    ['Hose - $25.00', 'GST - $2.27', 'Total | $25.00'],
    ['Hose - $25.00', 'Order total - $25.00', 'Amount due | $25.00'],
    ['Hose (inc GST) - $25.00', 'GST - $2.27', 'Total payable: - $25.00', 'To pay | $25.00'],
    ['Tax return | $25.00', 'Total | $25.00', 'Paid from client’s refund | $25.00'],
    ['Hose | $25.00', 'Total | $25.00', 'GST | -$2.27'],
    ['Hose | $25.00', 'Total | $25.00', 'Total paid | -$25.00', 'Balance due | $0.00'],
    ['Hose | $25.00', 'Total | $25.00', 'Total savings | -$5.00', 'Deposit returned | $5.00'],
    ['Hose | $25.00', 'Total | $25.00', 'Return within 30 days', 'Points credited | 12.00'],
    ['Hose | $25.00', 'Total | $25.00', 'Refund policy', 'Exchange / Return', 'RETURN'],
    ['Refund: no', 'Fare | $25.00', 'Total | $25.00'],
    ['Hosting | $49.00', 'Total | $49.00'],
    ['Hosting | $49.00', 'Total | $49.00', 'We accept debit | and credit'],
    ['Hosting | US$32.00', 'Total | A$49.00'],
    ['Room | $115.00', 'Includes GST | $10.45', 'Total | $115.00'],
    ['Quote number: Q-2041', 'Fence | $2500.00', 'Total | $2500.00'],
    ['Quote no. 123', 'Quotation for Mia Jones', 'Fence | $2500.00', 'Total | $2500.00'],
    ['Quote this number when paying', 'As per your quote', 'Fence | $25.00', 'Total | $25.00'],
    ['Fence | $25.00', 'Total | $25.00', 'Declined cards incur a fee', 'Orders cannot be cancelled'],
    ['Car hire | $25.00', 'Damage waiver: DECLINED', 'Total | $25.00', 'Void if removed'],
    ['Pay slips | $25.00', 'Total | $25.00', 'REMITTANCE ADVICE'],
    ['Adapter EUR 2 pin | $49.00', 'Total | $49.00'],
    ['RM Williams boots | $49.00', 'RM 4 fitting', 'Total | $49.00'],
    ['Vitamin C | $49.00', 'Pen GEL | 5.00', 'TOTAL$49.00', 'EFTPOS AUD | 49.00'],
    ['PURCHASE AUD$49.00', 'TOTAL AU$49.00', 'Made in USA', 'USD accepted'],
    ['Adapter (EUR) | $49.00', 'Ladder 6 Ft | $49.00', 'Total | $49.00'],
    ['Total rm charges | $49.00', 'Total | $49.00'],
    ['Riverside Surf Club Inc.', 'Perth WA 6000', 'Order, PO 10412', 'Fees | $49.00', 'Total | $49.00'],
  ])('of a purchase in Australian dollars may be: %s', (lines) => {
    expect(levelOf(...lines)).toBe('sure')
  })
})

test('of a bill that sums up the account, only the amounts are never sure', () => {
  const bill = [
    'Opening balance | $65.00',
    'Payments | -$65.00',
    'New charges | $75.00',
    'Total due | $75.00',
  ]
  expect(fieldsOf([...shop, 'Issue date 03/04/2026', ...bill])).toMatchObject({
    documentDate: { level: 'sure' },
    totalCents: { value: 75_00, level: 'check' },
  })
})

test.for(
  ['Quotation No: Q-2041', 'QUOTE Q-2041', 'PURCHASE ORDER 1041', 'Delivery docket', 'Quotation for Mia Jones', 'Your quote', 'Your public liability quote', 'Estimate for job 2210'], // prettier-ignore
)('a total of a document that’s only a quote, an order or a delivery is never sure: %s', (title) => {
  const { totalCents } = fieldsOf(['Wattle Fencing', title, '03/04/2026', 'Total | $2500.00'])
  expect(totalCents?.level).toBe('check')
})

describe('neither a total nor GST is suggested of a refund', () => {
  test.for([
    ['REFUND', 'Hose | -$25.00', 'TOTAL | -$25.00', 'EFTPOS | $25.00'],
    ['Hose | -$25.00', 'Clamp | -$2.50', 'TOTAL | -$27.50', 'GST | $2.50', 'EFTPOS | $27.50'],
    ['Hose | \u2212$25.00', 'TOTAL | \u2212$25.00', 'EFTPOS | \u2212$25.00'],
    ['Hose | $25.00CR', 'TOTAL | $25.00CR', 'EFTPOS | $25.00'],
    ['Hose | ($25.00)', 'TOTAL | ($25.00)'],
    ['RETURN Hose | -$35.00', 'Pump | $25.00', 'TOTAL | -$10.00', 'VISA REFUND | $10.00'],
    ['Hose | -$25.00', 'TOTAL | -$25.00', 'EFTPOS REFUND | $25.00'],
    ['Hose | $25.00', 'TOTAL | $25.00', 'REFUND EFTPOS | $25.00'],
    ['Hose | $25.00', 'Total refund | $25.00', 'Refunded to Visa | $25.00'],
    ['Hose | $25.00', 'Total refunded | $25.00'],
    ['VISA DEBIT', 'REFUND | AUD 25.00', 'TOTAL | AUD 25.00', 'APPROVED'],
    ['Transaction type: Refund', 'Amount | $25.00', 'APPROVED'],
    ['CREDIT NOTE 1041', 'Hosting | $110.00', 'Total | $110.00', 'GST | $10.00'],
    ['Credit Note Number CN-1041', 'Hosting | $110.00', 'TOTAL AUD | $110.00'],
    ['Tax credit invoice CR-2201', 'Overcharge | $55.00', 'GST | $5.00', 'Total credit | $55.00'],
    ['CREDIT INVOICE', 'Hosting | $110.00', 'Total | $110.00'],
    [
      'Tax Invoice / Adjustment Note',
      'Return: handset | -$550.00',
      'Total amount credited to your account | $550.00',
    ],
    ['Return: handset | -$550.00', 'GST | -$50.00', 'Total amount credited', '$550.00', 'to your account'],
    ['RETURN', 'Hose | $25.00', 'Total returned | $25.00'],
    ['Hose | - 25.00', 'Total | - 25.00', 'Visa | 25.00'],
    ['Your tax refund | $25.00', 'Total | $25.00'],
    ['Items from your order refunded | $25.00'],
    ['Hose | ($25.00) AUD', 'Total | ($25.00) AUD'],
    ['Hose | -$25.00', 'Total payable | -$25.00', 'EFTPOS | $25.00'],
    ['Hose | -$25.00', 'Order total (inc. GST) | -$25.00', 'EFTPOS | $25.00'],
  ])('%s', (lines) => {
    expect(fieldsOf([...shop, '03/04/2026', ...lines])).toMatchObject({ totalCents: null, gstCents: null })
  })
})

describe('the date of a document', () => {
  const levelOf = (...lines: string[]) =>
    fieldsOf(['Allied Union', ...lines, 'Total | $712.40']).documentDate?.level
  test.for([
    ['Annual statement of membership fees', 'Date 6 July 2026', 'Financial year 1 July 2025 – 30 June 2026'],
    ['Annual statement', 'Date 6 July 2026', '1 July 2025 to 30 June 2026'],
    ['Donation summary 2025-26', 'In the year ended 30 June 2026 you gave:', '15 Sep 2025 | $50.00'],
  ])('that sums up an income year is never sure: %s', (lines) => {
    expect(levelOf(...lines)).toBe('check')
  })

  test.for([
    ['TAX INVOICE', 'Date 6 July 2026', 'Tax return and summary for the financial year 2025-26 | $712.40'],
    ['Invoice 101', 'Date 6 July 2026', 'Tax return for the year ended 30 June 2026 | $712.40'],
    ['Annual membership', 'Date 6 July 2026', 'Ask for a statement of your account'],
  ])('that mentions one may be: %s', (lines) => {
    expect(levelOf(...lines)).toBe('sure')
  })
})

describe('neither a total nor GST is suggested of what was received', () => {
  test.for([
    'Dividend statement',
    'Interest advice',
    'Remittance advice',
    'PAY SLIP',
    'Harbour Logistics Pty Ltd PAYSLIP',
  ])('%s', (title) => {
    const lines = ['Tasman Limited', 'ABN 51 824 753 556', title, 'Date 3 April 2026']
    const fields = fieldsOf([...lines, 'Total payment | $420.00', 'Net amount | $420.00', 'GST | $38.18'])
    expect(fields).toMatchObject({ totalCents: null, gstCents: null, documentDate: { value: '2026-04-03' } })
  })

  test.for([
    ['Invoice 101', 'Total | $420.00', 'REMITTANCE ADVICE', 'Amount due | $420.00'],
    ['Invoice 101', 'REMITTANCE ADVICE', 'Invoice 101 | $420.00', 'Total | $420.00'],
    ['Receipt', 'Printed employee pay slip', 'Total | $420.00'],
  ])('unless it’s of an invoice or was bought: %s', (lines) => {
    const { totalCents } = fieldsOf(['Wattle Fencing', '03/04/2026', ...lines])
    expect(totalCents).toMatchObject({ value: 420_00, level: 'sure' })
  })
})

test('only the date of a Greek receipt is sure', () => {
  const lines = ['TaBpva O Nikoc', 'O86c Epuou 12', 'AnOEIEH', '03/07/2026 14:22', 'Mougakac | 12,00', 'Ea>ata | 8,50', 'EYNOAO | 20,50', '..A. | 3,97'] // prettier-ignore
  const { documentDate, ...others } = fieldsOf(lines)
  expect(documentDate).toMatchObject({ value: '2026-07-03', level: 'sure' })
  expect(Object.values(others).map((field) => field?.level)).not.toContain('sure')
})
