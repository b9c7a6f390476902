import { describe, expect, test } from 'vitest'
import { fieldsOf, shop } from '../extract/text-samples.ts'

const foreign = { level: 'check', isForeign: true }

describe('a total', () => {
  test.for([
    ['Hosting | US$49.00', 'Total | US$49.00'],
    ['Hosting | $49.00 USD', 'Total | $49.00 USD'],
    ['Description | Amount (USD)', 'Hosting | 49.00', 'Total | $49.00'],
    ['Hosting | €49.00', 'Total | €49.00'],
    ['Dinner | THB 490.00', 'Total | THB 490.00'],
    ['Course | ₹4,900.00', 'Total | ₹4,900.00'],
    ['Laksa | S$49.00', 'Total | S$49.00'],
    ['Laksa | MYR 49.00', 'Total | MYR 49.00'],
    ['Laksa | MYR49.00', 'Total | MYR49.00'],
    ['Laksa | RM 49.00', 'Total | RM 49.00'],
    ['Laksa | RM49.00', 'Total | R M49.00'],
    ['Laksa | 49.00', 'Total (RM) | 49.00'],
    ['Item | Amt(RM)', 'Laksa | 49.00', 'Total | 49.00'],
    ['Item | RM', 'Laksa | 49.00', 'Total | 49.00', 'All amounts are in RM'],
    ['Kedai Kopi Sdn. Bhd.', 'Laksa | 49.00', 'Total | 49.00'],
    ['Hosting | US$49.00', 'Total | US$49.00', 'Charged to your card | A$75.10'],
    ['Room | $115.00', 'Includes GST | $15.00', 'Total | $115.00'],
    ['Total USD | 49.00', 'Exchange rate | 1.5327', 'Amount in AUD | 75.10'],
  ])('in another currency is never sure: %s', (lines) => {
    const { totalCents } = fieldsOf([...shop, '03/04/2026', ...lines])
    expect(totalCents).toMatchObject(foreign)
  })

  test.for(
    ['C$49.00', 'CA$49.00', 'NT$490.00', 'R$49.00', '₱490.00', '₪49.00', 'Fr. 49.00', '49,00 kr', '49,00 zł', '49,00 TL', '490.00 CZK', 'PHP490.00', 'PHP 490.00', '490.00 INR', 'CAD 49.00', '490.00MXN', 'XPF 4,900.00'], // prettier-ignore
  )('of %s is never sure', (price) => {
    const { totalCents } = fieldsOf([...shop, '03/04/2026', `Plan | ${price}`, `Total | ${price}`])
    expect(totalCents).toMatchObject(foreign)
  })

  test.for(
    ['Currency: USD', 'Invoice (USD)', 'Amounts in USD', 'Currency: CAD', 'All prices in PHP', 'All prices are in US dollars.', 'In U.S. Dollars'], // prettier-ignore
  )('is never sure on a receipt that says: %s', (note) => {
    const { totalCents } = fieldsOf([...shop, note, '03/04/2026', 'Plan | $24.00', 'Total | $24.00'])
    expect(totalCents).toMatchObject(foreign)
  })

  test.for([
    ['Plugin development in PHP | $2000.00'],
    ['Plugin development in PHP | 2000.00'],
    ['Hosting with PHP 8.2 | 12.00', 'Web site | 1988.00'],
    ['Site plan drafted in CAD | $2000.00'],
    ['Introduction to drafting', '(CAD) | $2000.00'],
    ['2.00 CAD drawings | 2000.00'],
    ['Blood test, INR | 2000.00'],
    ['Webinar | $2000.00', 'All times are in WST'],
  ])('may be sure if what was bought is called like a currency: %s', (lines) => {
    const { totalCents } = fieldsOf([...shop, '03/04/2026', ...lines, 'Total | $2000.00'])
    expect(totalCents).toMatchObject({ value: 2000_00, level: 'sure' })
  })

  test.for([
    ['Desert Tools', 'Las Vegas, NV 89119'],
    ['Desert Tools', 'Sales tax 0% | $0.00'],
    ['Desert Tools', 'VAT No. GB 123 4567 89'],
    ['Streamforge LLC'],
    ['Cloudpine, Inc.'],
  ])('is never sure on a receipt from abroad, unless Australian taxes are printed: %s', (lines) => {
    const receiptOf = (...others: string[]) =>
      fieldsOf([
        ...lines,
        'Date paid 04/05/2026',
        'Plan | $30.00',
        'Total | $30.00',
        'Amount paid | $30.00',
        ...others,
      ])
    expect(receiptOf().totalCents).toMatchObject(foreign)
    expect(receiptOf().documentDate?.level).toBe('check')
    expect(receiptOf('GST included | $2.73').totalCents?.level).toBe('sure')
    expect(receiptOf('ABN 51 824 753 556').totalCents?.level).toBe('sure')
  })

  test('leaves the date in doubt if it’s in another currency and the month may come first', () => {
    const dateOf = (date: string) => fieldsOf([...shop, date, 'Total | US$49.00']).documentDate?.level
    expect([dateOf('Date 06/07/2026'), dateOf('Date 6 July 2026')]).toEqual(['check', 'sure'])
  })
})
