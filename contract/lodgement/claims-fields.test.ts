import { describe, expect, test } from 'vitest'
import { claims } from './claims.ts'
import { minimal, complete, problems, rules, spouse } from './testing/claims-sample.ts'

describe('single fields', () => {
  const amountOf = (value: unknown) =>
    problems({ ...complete, investmentDetails: { totalRentalIncome: value, totalPropertyExpenses: 0 } })[
      'investmentDetails.totalRentalIncome'
    ]

  test.each([0, 0.1, 0.29, 1.005e3, '0', '12', '1,234', '1 234.5', '$1,234.50', ' 7 ', 999_999_999.99])(
    '%j is an amount',
    (value) => {
      expect(amountOf(value)).toBeUndefined()
    },
  )

  test.each([
    -1,
    -0.01,
    1.001,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    ' ',
    '-5',
    '1e5',
    '0x10',
    '1.234',
    '1,23',
    '١٢',
    '１２',
    'NaN',
    'Infinity',
    '.',
    '$',
    '1.2.3',
    1_000_000_000,
    '9'.repeat(40),
    '=1+1',
    "1'; drop table lodgements; --",
    null,
    true,
    [],
    {},
    ['1'],
  ])('%j is no amount', (value) => {
    expect(amountOf(value)).toEqual(expect.any(String))
  })

  test('cents of a number are exact', () => {
    const cents = (value: number) =>
      claims(rules).parse({
        ...complete,
        investmentDetails: { totalRentalIncome: value, totalPropertyExpenses: 0 },
      }).investmentDetails?.totalRentalIncome
    expect([0.29, 1.1, 4.35, 19.99, 1234.56, 90_071_992.54].map(cents)).toEqual([
      29, 110, 435, 1999, 123_456, 9_007_199_254,
    ])
  })

  test.each([
    ['dependents', '0', true],
    ['dependents', 30, true],
    ['dependents', '31', false],
    ['dependents', '-1', false],
    ['dependents', '1.5', false],
    ['dependents', 'two', false],
    ['dependents', '', false],
    ['dependents', '1e1', false],
    ['dependents', [], false],
    ['fullName', '<b>Ann</b> "O\'Neil" & Søn', true],
    ['fullName', '李小龍', true],
    ['fullName', 'Ann\r\nBcc: eve@example.com', false],
    ['fullName', 'Ann\u0000', false],
    ['fullName', 'Ann \u202Eeel', false],
    ['fullName', 'x'.repeat(201), false],
    ['fullName', ' \t ', false],
    ['fullName', 7, false],
    ['fullName', { $gt: '' }, false],
    ['email', 'Ann+tax@Example.com.au', true],
    ['email', 'ann', false],
    ['email', 'ann@', false],
    ['email', 'ann@example', false],
    ['email', 'ann@example.com,eve@example.com', false],
    ['email', 'ann@example.com\r\nBcc: eve@example.com', false],
    ['email', 'Ann <ann@example.com>', false],
    ['email', `${'a'.repeat(250)}@example.com`, false],
    ['email', ['ann@example.com'], false],
    ['phoneNumber', '9123 4567', false],
    ['phoneNumber', 412_345_678, false],
    ['incomeYear', '2026-27', true],
    ['incomeYear', '2022-23', false],
    ['incomeYear', '2027-28', false],
    ['incomeYear', '2025-27', false],
    ['incomeYear', '__proto__', false],
    ['incomeYear', '', false],
  ])('%s: %j', (field, value, isFine) => {
    expect(field in problems({ ...minimal, [field]: value })).toBe(!isFine)
  })

  test.each([
    ['1990-02-28', true],
    ['2026-11-20', true],
    ['2026-11-21', false],
    ['1899-12-31', false],
    ['2023-02-29', false],
    ['2024-02-29', true],
    ['28/02/1990', false],
    ['1990-2-8', false],
    ['99999-01-01', false],
    ['1990-02-28T00:00:00Z', false],
    ['', false],
    [19_900_228, false],
  ])('the date of birth %j', (value, isFine) => {
    const payload = { ...complete, spouseDetails: { ...spouse, dateOfBirth: value } }
    expect('spouseDetails.dateOfBirth' in problems(payload)).toBe(!isFine)
  })

  test.each([
    ['1984-02-01', true],
    ['1984-01-31', false],
    ['2026-11-21', false],
  ])('the Medicare date %j', (value, isFine) => {
    const payload = { ...minimal, residency: { status: true, medicare: value } }
    expect('residency.medicare' in problems(payload)).toBe(!isFine)
  })

  test('a phone number that is well written may still be no number', () => {
    expect(problems(minimal, { isValidPhoneNumber: () => false })).toHaveProperty('phoneNumber')
  })

  test('names are normalised and trimmed', () => {
    const { fullName } = claims(rules).parse({ ...minimal, fullName: '  Ame\u0301lie  ' })
    expect(fullName).toBe('Amélie')
  })
})
