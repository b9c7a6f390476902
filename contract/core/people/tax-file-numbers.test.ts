import { describe, expect, test } from 'vitest'
import { holdsTaxFileNumber, withoutTaxFileNumbers } from './tax-file-numbers.ts'

describe('a tax file number in a text', () => {
  test.each([
    'my TFN is 123456782',
    'TFN: 123 456 782',
    'tfn 123-456-782, thanks',
    'Tax File Number 123.456.782',
    'tax  file no. 1 2 3 4 5 6 7 8 2',
    '123456782 (that is my tfn)',
    'taxfile 123456782',
    'TFN\n123456782',
    'phone 0412 345 678\nTFN 123456782',
    'TFN123456782',
    '123456782TFN',
    'TFNs 123456782',
    'T.F.N. 123456782',
    'tax-file-number 123456782',
    'TFN 123\u{A0}456\u{A0}782',
    'TFN 1\u{A0}2\u{A0}3\u{A0}4\u{A0}5\u{A0}6\u{A0}7\u{A0}8\u{A0}2',
    'TFN 123  456  782',
    'TFN 123\t456\t782',
    'TFN 123\r\n456\r\n782',
    'TFN 123–456–782',
    'TFN 123/456/782',
    'TFN 123,456,782',
    'TFN (123)456782',
    'TFN 123 - 456 - 782',
    'TFN 123456782 0412345678',
    'TFN: 123 456 782 2025-26 return',
    'TFN, phone: 0412 345 678 123 456 782',
    'born 12/03/85 123 456 782 (TFN)',
  ])('is seen in "%s"', (text) => {
    expect(holdsTaxFileNumber(text)).toBe(true)
  })

  test.each([
    ['', 'nothing'],
    ['123456782', 'the number alone may be anything'],
    ['TFN 123456789', 'the checksum fails'],
    ['TFN 1234567820', 'ten digits'],
    ['TFN 12345678', 'eight digits'],
    ['TFN 000000000', 'no number at all'],
    ['the tfnord 123456782', 'another word'],
    ['what is a TFN?', 'no number'],
    [`TFN ${'x'.repeat(100)} 123456782`, 'too far apart'],
    ['TFN: see letter. Card 5123 456 782 123', 'part of a longer number'],
    ['No TFN, but ABN 51 123 456 782', 'part of an ABN'],
    ['No TFN. Call +61 123 456 782', 'part of a phone number'],
    ['TFN? I paid 123, 456, 782', 'amounts'],
    ['TFN? I paid $123 $456 $782', 'amounts with their currency'],
    ['TFN? I earned 1,234,567.82', 'an amount with cents'],
  ])('is not seen in "%s": %s', (text) => {
    expect(holdsTaxFileNumber(text)).toBe(false)
  })

  test('is redacted, but other numbers aren’t', () => {
    expect(withoutTaxFileNumbers('Call 0412 345 678. My TFN is 123 456 782, his tfn: 123456782!')).toBe(
      'Call 0412 345 678. My TFN is [number removed], his tfn: [number removed]!',
    )
    expect(withoutTaxFileNumbers('TFNs 123 456 782 123\u{A0}456\u{A0}782 0412 345 678, 123456782')).toBe(
      'TFNs [number removed] [number removed] 0412 345 678, [number removed]',
    )
    expect(withoutTaxFileNumbers('TFN? Ref 123456789')).toBe('TFN? Ref 123456789')
  })

  test('is looked for quickly in a hostile text', () => {
    expect(holdsTaxFileNumber(`tfn ${'1 '.repeat(50_000)}`)).toBe(false)
    expect(holdsTaxFileNumber('tfn '.repeat(20_000))).toBe(false)
    expect(holdsTaxFileNumber(`tfn ${'123 - '.repeat(20_000)}`)).toBe(false)
    expect(holdsTaxFileNumber(`tax${' '.repeat(100_000)} 123456782`)).toBe(false)
    expect(withoutTaxFileNumbers('tfn 123456782 '.repeat(500))).toBe('tfn [number removed] '.repeat(500))
  })
})
