import { describe, expect, test } from 'vitest'
import type { Page } from '../engine/page.ts'
import { textPage } from '../documents/text-page.ts'
import { extract } from './extract.ts'
import { toReadFields } from './read-fields.ts'

const TODAY = '2026-11-22'

/** A page of lines. Text after a bar is printed at the right edge. */
function pageOf(lines: readonly string[]): Page {
  const [width, lineHeight, letter] = [600, 30, 11]
  const texts = lines.flatMap((line, i) => {
    const [text = '', right = ''] = line.split(' | ')
    const place = { baseline: (i + 1) * lineHeight, height: 20 }
    return [
      { text, left: 0, width: text.length * letter, ...place },
      { text: right, left: width - right.length * letter, width: right.length * letter, ...place },
    ]
  })
  return textPage({ width, height: (lines.length + 1) * lineHeight }, texts)
}

function fieldsOf(...pages: (readonly string[])[]) {
  const read = pages.map(pageOf)
  return toReadFields(
    extract(read, TODAY),
    read,
    read.map(() => true),
  )
}

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

const shop = ['Wattle Cafe', '12 High Street', 'Sydney NSW 2000', 'ABN 51 824 753 556', 'TAX INVOICE']

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
      'has no registration number',
      ['BAYU CAKE HOUSE SDN BHD 80212-U', 'LOT 12, JALAN AIR'],
      'Bayu Cake House SDN BHD',
    ],
  ] as const)('%s', ([, lines, supplier]) => {
    expect(valuesOf([...lines, 'Total | 10.00']).supplier).toBe(supplier)
  })
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

  test('isn’t when a voucher expires', () => {
    expect(valuesOf([...shop, 'Date 03/04/2026', 'Voucher valid until 01/06/2026']).date).toBe('2026-04-03')
  })
})

describe('GST', () => {
  const sale = [...shop, '03/04/2026', 'Bananas | 22.00']
  test.for([
    ['is read where it’s printed', ['Total | 22.00', 'GST included | 2.00'], { value: 200, origin: 'read' }],
    ['may be less than an eleventh', ['Total | 22.00', 'GST | 1.00'], { value: 100, origin: 'read' }],
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
    ['isn’t the total', ['TOTAL INC GST | 22.00']],
    ['isn’t an item', ['Tax Guide | 1.50', 'Total | 22.00']],
    ['isn’t more than an eleventh of the total', ['Total | 22.00', 'GST | 4.00']],
    ['isn’t calculated on a sale that is free of it', ['Total | 22.00', 'GST FREE', 'Prices include GST']],
  ] as const)('%s', ([, lines]) => {
    expect(fieldsOf([...sale, ...lines]).gstCents).toBeNull()
  })
})

describe('an ABN', () => {
  test('with a wrong checksum is never offered', () => {
    expect(valuesOf(['Wattle Cafe', 'ABN 51 824 753 557', 'Total | 10.00']).abn).toBeUndefined()
  })

  test('is read with letters that look like digits', () => {
    expect(valuesOf(['Wattle Cafe', 'ABN 5I 824 753 SS6', 'Total | 10.00']).abn).toBe('51824753556')
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

test('only the date of a Greek receipt is sure', () => {
  const lines = ['TaBpva O Nikoc', 'O86c Epuou 12', 'AnOEIEH', '03/07/2026 14:22', 'Mougakac | 12,00', 'Ea>ata | 8,50', 'EYNOAO | 20,50', '..A. | 3,97'] // prettier-ignore
  const { documentDate, ...others } = fieldsOf(lines)
  expect(documentDate).toMatchObject({ value: '2026-07-03', level: 'sure' })
  expect(Object.values(others).map((field) => field?.level)).not.toContain('sure')
})

test('a value’s box is around the words it was read from', () => {
  const { totalCents } = fieldsOf([...shop, '03/04/2026', 'Total | 22.00'])
  const { left, top, width, height } = totalCents!.box!
  expect(left).toBeGreaterThan(0.85)
  expect(left + width).toBeCloseTo(1, 1)
  expect(top).toBeGreaterThan(0.7)
  expect(height).toBeLessThan(0.15)
})
