import { describe, expect, test } from 'vitest'
import { fieldsIn, fieldsOf, pageOf, shop } from './text-samples.ts'

const valuesOf = (lines: readonly string[]) => {
  const { supplier, supplierAbn, documentDate, totalCents, gstCents } = fieldsOf(lines)
  return {
    supplier: supplier?.value,
    abn: supplierAbn?.value,
    date: documentDate?.value,
    total: totalCents?.value,
    gst: gstCents?.value,
  }
}

describe('the extractor finds all fields', () => {
  test('of a café receipt paid in cash', () => {
    const lines = [...shop, '16/07/2025 20:23', 'Flat White | 5.20', 'Beef Pie | 7.90', 'Sub Total | 13.10', 'Total | $13.10', 'GST | $1.19', 'CASH | $20.00', 'CHANGE | $6.90'] // prettier-ignore
    expect(valuesOf(lines)).toEqual({
      supplier: 'Wattle Cafe',
      abn: '51824753556',
      date: '2025-07-16',
      total: 1310,
      gst: 119,
    })
  })

  test('of an invoice that adds GST at the end', () => {
    const lines = ['SILVER GUM SMASH REPAIRS', '192 Pacific Hwy', 'ABN 51824753556', 'Date: 25 Oct 2024', 'Labour 1.5hr | 180.00', 'Brake pads | 129.00', 'Subtotal (ex GST) | $309.00', 'GST 10% | $30.90', 'TOTAL AUD | $339.90'] // prettier-ignore
    expect(valuesOf(lines)).toMatchObject({ date: '2024-10-25', total: 33_990, gst: 3090 })
  })

  test('over several pages', () => {
    const fields = fieldsOf([...shop, '3 July 2026', 'Hosting | 110.00'], ['Subtotal | 110.00', 'GST | 11.00', 'Total | 121.00']) // prettier-ignore
    expect(fields).toMatchObject({
      documentDate: { value: '2026-07-03', box: { page: 1 } },
      totalCents: { value: 12_100, box: { page: 2 } },
      gstCents: { value: 1100 },
    })
  })
})

describe('a supplier’s name', () => {
  test.for([
    ['is on the first row', ['Bayside Workwear', '95 Church St'], 'Bayside Workwear'],
    [
      'may follow a title',
      ['TAX INVOICE', 'Bayside Workwear Pty Ltd', '95 Church St'],
      'Bayside Workwear Pty Ltd',
    ],
    [
      'isn’t printed twice',
      ['BLUEGUM WAREHOUSE', 'BLUEGUM GROUP LIMITED', 'ABN 51 824 753 556'],
      'Bluegum Group Limited',
    ],
    ['isn’t what the document is', ['TAXI RECEIPT', 'TAX INVOICE', 'Harbour Cabs'], 'Harbour Cabs'],
    [
      'isn’t its operator',
      ['Red Earth Timber', 'Operated by Tasman Holdings Pty Ltd', '4 Hay St'],
      'Red Earth Timber',
    ],
    [
      'isn’t its operator, with words run together',
      ['Ironbark Supermarket', 'Ownedby Red Earth Holdings Pty Ltd', '4 Hay St', 'ABN 51 824 753 556'],
      'Ironbark Supermarket',
    ],
    [
      'may take two rows',
      ['COOLIBAH', 'PHONE REPAIRS', '45 Victoria Ave', 'ABN 51 824 753 556'],
      'Coolibah Phone Repairs',
    ],
    ['may end on the next row', ['Red Earth Timber', 'Pty Ltd', '4 Hay St'], 'Red Earth Timber Pty Ltd'],
    [
      'may end two rows further down',
      ['PASAR RAYA MAJU', 'ENTERPRISE (SETIA', 'ALAM) SDN BHD', '822737-X', 'LOT 12, JALAN AIR'],
      'Pasar Raya Maju Enterprise (Setia Alam) SDN BHD',
    ],
    [
      'isn’t joined with the company’s under it',
      ['TEALIVE @ KEPONG', 'OASIS FOODS TRADING SDN. BHD.', 'ROC: 1026984-X', 'NO. 29, JALAN DINAR'],
      'Oasis Foods Trading SDN. BHD.',
    ],
    [
      'isn’t the head of an email',
      ['From: Bluegum <billing@bluegum.com.au>', 'To: Mia Jones', 'Bluegum Web Hosting'],
      'Bluegum Web Hosting',
    ],
    [
      'isn’t whose mailbox it’s in',
      ['Mia Jones', 'From: Bluegum <billing@bluegum.com.au>', 'Sent: Friday', 'To: Mia Jones', 'Subject: Payment received', 'Hi Mia,'], // prettier-ignore
      'Bluegum',
    ],
    [
      'isn’t the recipient of an email',
      [
        'From: <billing@bluegum.com.au>',
        'To: Mia Jones',
        'Subject: Receipt',
        'Mia Jones',
        'Bluegum Web Hosting',
      ],
      'Bluegum Web Hosting',
    ],
    [
      'isn’t who forwarded an email',
      ['From: Mia Jones', 'Sent: Monday', 'To: Tax', 'Subject: FW: Receipt', 'From: Bluegum <billing@bluegum.com.au>', 'Sent: Friday', 'To: Mia Jones'], // prettier-ignore
      'Bluegum',
    ],
    ['may be above what was invoiced', ['Bluegum', 'From: Sydney', 'To: Mia Jones'], 'Bluegum'],
    [
      'may be above a subject',
      ['Bluegum', 'From: Sydney', 'To: Mia Jones', 'Subject: Web design'],
      'Bluegum',
    ],
    ['isn’t who is greeted', ['Mia Jones', 'Hi Mia Jones,', 'Bluegum Web Hosting'], 'Bluegum Web Hosting'],
    ['may begin like a greeting', ['Hello Sunshine Cafe', '12 High St'], 'Hello Sunshine Cafe'],
    ['may begin with “Hi”', ['Hi-Fi Warehouse,', '12 High St'], 'Hi-Fi Warehouse'],
    [
      'stands behind “receipt from”',
      ['Receipt from Bluegum Hosting', 'A$32.00 | 3 April 2026'],
      'Bluegum Hosting',
    ],
    [
      'has no registration number',
      ['BAYU CAKE HOUSE SDN BHD 80212-U', 'LOT 12, JALAN AIR'],
      'Bayu Cake House SDN BHD',
    ],
  ] as const)('%s', ([, lines, supplier]) => {
    expect(valuesOf([...lines, 'Total | 10.00']).supplier).toBe(supplier)
  })
})

test.for([
  ['sure', 0.95],
  ['check', 0.6],
] as const)('a supplier’s name is “%s” if a letter of it has a confidence of %d', ([level, confidence]) => {
  const page = pageOf(['WATTLE CAFE PTY LTD', '4 Hay St', '16/07/2025', 'Total | 10.00'])
  const [name, ...others] = page.lines
  const glyphs = name!.glyphs.with(2, { ...name!.glyphs[2]!, confidence })
  const { supplier } = fieldsIn([{ ...page, lines: [{ ...name!, glyphs }, ...others] }])
  expect(supplier).toMatchObject({ value: 'Wattle Cafe Pty Ltd', level })
})

test('a paragraph isn’t a supplier’s name', () => {
  const letter = 'Thank you for choosing us to look after your garden '.repeat(60)
  expect(fieldsOf([letter]).supplier).toBeNull()
})

describe('a date', () => {
  test.for([
    ['03/04/2026', '2026-04-03'],
    ['3/4/26', '2026-04-03'],
    ['03-04-2026', '2026-04-03'],
    ['03.04.2026', '2026-04-03'],
    ['2026-04-03', '2026-04-03'],
    ['3 April 2026', '2026-04-03'],
    ['Fri 3 Apr 2026 12:05', '2026-04-03'],
    ['03APR2026', '2026-04-03'],
    ['April 3, 2026', '2026-04-03'],
    ['3rd of April 2026', '2026-04-03'],
    ['3.4.26', '2026-04-03'],
    ['Date 26/04/03', '2026-04-03'],
    ['Date 26/04/20', '2020-04-26'],
    ['Date03/04/202612:05', '2026-04-03'],
    ['DATE/TIME03/04/2612:05', '2026-04-03'],
    ['Invoicedate18 JUN202515:14', '2025-06-18'],
    ['Date: O3/O4/2O26', '2026-04-03'],
    ['Date: 03704/2026', '2026-04-03'],
    ['Date 25 Dct 2025', '2025-10-25'],
    ['Wed 12 Ju1 2023 20:43', '2023-07-12'],
    ['Tue26Dec202310:24', '2023-12-26'],
  ] as const)('printed or misread as %s', ([printed, day]) => {
    expect(valuesOf([...shop, printed, 'Total | 10.00']).date).toBe(day)
  })

  test('is never in the future', () => {
    expect(valuesOf([...shop, 'Date 23/11/2026', 'Total | 10.00']).date).toBeUndefined()
  })

  test.for(['3 Apr 10:21am', 'Fri 3 April 09:05', '3 April'])(
    'without a year isn’t guessed: %s',
    (printed) => {
      expect(valuesOf([...shop, printed, 'Total | 10.00']).date).toBeUndefined()
    },
  )

  test('isn’t when a voucher expires', () => {
    expect(valuesOf([...shop, 'Date 03/04/2026', 'Voucher valid until 01/06/2026']).date).toBe('2026-04-03')
  })
})

describe('GST', () => {
  const sale = [...shop, '03/04/2026', 'Bananas | 22.00']
  test.for([
    ['is read where it’s printed', ['Total | 22.00', 'GST included | 2.00'], { value: 200, origin: 'read' }],
    ['may be less than an eleventh', ['Total | 22.00', 'GST | 1.00'], { value: 100, origin: 'read' }],
    ['may have no cents', ['GST (10%) | $100', 'Total | $1,100'], { value: 100_00, origin: 'read' }],
    [
      'is calculated where a sentence says so',
      ['Total | 22.00', 'All prices include GST', 'Prices GST inclusive'],
      { value: 200, origin: 'calculated' },
    ],
  ] as const)('%s', ([, lines, gst]) => {
    expect(fieldsOf([...sale, ...lines]).gstCents).toMatchObject(gst)
  })

  test.for([
    ['isn’t offered without evidence', ['Total | 22.00', 'VISA | 22.00']],
    ['isn’t a whole number that isn’t an eleventh of the total', ['Total | $45', 'GST | $4']],
    ['isn’t the total', ['TOTAL INC GST | 22.00']],
    ['isn’t an item', ['Tax Guide | 1.50', 'Total | 22.00']],
    ['isn’t what’s free of it', ['GST-free item | 2.00', 'Total | 22.00']],
    ['isn’t the sum of what’s free of it', ['Total GST free | 1.50', 'Total | 22.00']],
    ['isn’t more than an eleventh of the total', ['Total | 22.00', 'GST | 4.00']],
    [
      'isn’t calculated where only some of it may be',
      ['Total | 22.00', 'Prices include GST where applicable'],
    ],
    ['isn’t calculated on a sale that is free of it', ['Total | 22.00', 'GST FREE', 'Prices include GST']],
  ] as const)('%s', ([, lines]) => {
    expect(fieldsOf([...sale, ...lines]).gstCents).toBeNull()
  })
})

test('who bought something isn’t the supplier', () => {
  const lines = [
    'Received from Mia',
    'Bob’s Lawn Mowing',
    '3 July 2026',
    'Lawn mowing | 120.00',
    'Total | 120.00',
  ]
  expect(valuesOf(lines)).toMatchObject({ supplier: 'Bob’s Lawn Mowing', total: 12_000 })
})

test('a value’s box is around the words it was read from', () => {
  const { totalCents } = fieldsOf([...shop, '03/04/2026', 'Total | 22.00'])
  const { left, top, width, height } = totalCents!.box!
  expect(left).toBeGreaterThan(0.85)
  expect(left + width).toBeCloseTo(1, 1)
  expect(top).toBeGreaterThan(0.7)
  expect(height).toBeLessThan(0.15)
})
