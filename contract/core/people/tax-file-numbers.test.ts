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
  ])('is not seen in "%s": %s', (text) => {
    expect(holdsTaxFileNumber(text)).toBe(false)
  })

  test('is redacted, but other numbers aren’t', () => {
    expect(withoutTaxFileNumbers('Call 0412 345 678. My TFN is 123 456 782, his tfn: 123456782!')).toBe(
      'Call 0412 345 678. My TFN is [number removed], his tfn: [number removed]!',
    )
    expect(withoutTaxFileNumbers('TFN? Ref 123456789')).toBe('TFN? Ref 123456789')
  })

  test('is looked for quickly in a hostile text', () => {
    expect(holdsTaxFileNumber(`tfn ${'1 '.repeat(50_000)}`)).toBe(false)
    expect(holdsTaxFileNumber('tfn '.repeat(20_000))).toBe(false)
  })
})
