import { describe, expect, test } from 'vitest'
import { phoneNumberMessages as messages, phoneNumberProblem } from './phone-numbers.ts'

describe('a phone number as Australians write it', () => {
  test.each([
    '0412 345 678',
    '0412345678',
    '04-1234-5678',
    '04.1234.5678',
    ' (03) 9123 4567 ',
    '03/9123 4567',
    '+61 412 345 678',
    '+61 (0)412 345 678',
    '61412345678',
    '412 345 678',
    '0011 61 412 345 678',
    '1300 123 456',
    '1800 123 456',
    '13 12 13',
    '+64 21 123 456',
    '0011 44 20 7946 0000',
    '+1 (202) 555-0123',
    '',
  ])('"%s" is taken', (typed) => {
    expect(phoneNumberProblem(typed)).toBeUndefined()
  })

  test.each([
    ['9123 4567', messages.noAreaCode],
    ['0412 345 67', messages.tooShort],
    ['0412 345 6789', messages.tooLong],
    ['+64 21', messages.tooShort],
    ['+44 20 7946 0000 0000 00', messages.tooLong],
    ['000', messages.unknown],
    ['0512 345 678', messages.unknown],
    ['+61 512 345 678', messages.unknown],
    ['call me', messages.notDigits],
    ['+', messages.notDigits],
    ['0412 345 678\r\nBcc: a@example.com', messages.notDigits],
    ['٠٤١٢٣٤٥٦٧٨', messages.notDigits],
    ['<b>0412 345 678</b>', messages.notDigits],
  ])('"%s" is sent back with advice', (typed, advice) => {
    expect(phoneNumberProblem(typed)).toBe(advice)
  })
})

test('an extremely long number is rejected quickly', () => {
  expect(phoneNumberProblem('1 '.repeat(100_000))).toBe(messages.unknown)
})
