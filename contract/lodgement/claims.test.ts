import { describe, expect, test } from 'vitest'
import { claims } from './claims.ts'
import { least, logBookDetails, most, problems, rules, spouse } from './claims-sample.ts'

describe('a lodgement', () => {
  test('needs no more than section 1 and the number of dependents; the last finished year is taken', () => {
    expect(claims(rules).parse(least)).toEqual({
      incomeYear: '2025-26',
      fullName: 'Ann Lee',
      email: 'ann@example.com',
      phoneNumber: '0412 345 678',
      dependents: 2,
    })
  })

  test('comes out with integer cents, whole, and without the myGov fields', () => {
    const taken = claims(rules).parse(most)
    expect(taken).toMatchObject({
      incomeYear: '2023-24',
      spouseDetails: { dateOfBirth: '1990-02-28', annualIncome: 5_500_050 },
      investmentDetails: { totalRentalIncome: 2_000_000, totalPropertyExpenses: 432_109 },
      residency: { status: true, medicare: '2012-05-01' },
      logBookDetails: {
        weeklyFuelExpenses: 6000,
        yearlyDonation: 50,
        monthlyDonation: 2500,
        workRelated: 30_000,
      },
    })
    expect(JSON.stringify(taken)).not.toMatch(/secret|myGov/i)
  })

  test('of nothing names every field that is missing at once', () => {
    expect(Object.keys(problems({})).toSorted()).toEqual([
      'confirmMyGovPassword',
      'dependents',
      'email',
      'fullName',
      'myGovPassword',
      'phoneNumber',
    ])
  })

  test('names missing details at once with wrong fields elsewhere', () => {
    const found = problems({
      ...least,
      fullName: ' ',
      spouseInformation: true,
      investmentProperty: true,
      investmentDetails: { totalRentalIncome: '-1' },
      residency: { status: true },
      logBook: false,
    })
    expect(Object.keys(found).toSorted()).toEqual(
      [
        'fullName',
        'residency.medicare',
        'investmentDetails.totalRentalIncome',
        'investmentDetails.totalPropertyExpenses',
        ...Object.keys(spouse).map((name) => `spouseDetails.${name}`),
        ...Object.keys(logBookDetails).map((name) => `logBookDetails.${name}`),
      ].toSorted(),
    )
  })

  test.each([
    ['a list', []],
    ['a text', 'x'],
    ['nothing', null],
    ['a number', 7],
  ])('that is %s is refused, not broken by', (_, payload) => {
    expect(problems(payload)).toHaveProperty([''])
  })
})

describe('the answers and what they open', () => {
  test.each([
    ['spouse: No', { spouseInformation: false }],
    ['spouse: not answered', { spouseInformation: null }],
    ['investment property: No', { investmentProperty: false }],
    ['residency: No', { residency: { status: false } }],
    ['residency: not answered', { residency: { status: null } }],
    ['residency: left out', { residency: null }],
    ['log book: No, with its nine amounts', { logBook: false, logBookDetails }],
    ['log book: Yes, with its nine amounts', { logBook: true, logBookDetails }],
  ])('%s is complete', (_, answers) => {
    expect(problems({ ...least, ...answers })).toEqual({})
  })

  test.each([
    ['spouse details after No', { spouseInformation: false, spouseDetails: spouse }, 'spouseDetails'],
    ['spouse details after nothing', { spouseDetails: spouse }, 'spouseDetails'],
    [
      'investment details after No',
      { investmentProperty: false, investmentDetails: most.investmentDetails },
      'investmentDetails',
    ],
    [
      'a Medicare date after No',
      { residency: { status: false, medicare: '2012-05-01' } },
      'residency.medicare',
    ],
    ['log book amounts without an answer', { logBookDetails }, 'logBookDetails'],
    ['an answer in words', { spouseInformation: 'Yes' }, 'spouseInformation'],
    ['an answer as a number', { logBook: 1 }, 'logBook'],
    ['an unknown key in details', { ...most, spouseDetails: { ...spouse, tfn: '1' } }, 'tfn'],
    ['an unknown key', { tfn: '123456782' }, 'tfn'],
  ])('%s: refused', (_, answers, field) => {
    expect(problems({ ...least, ...answers })).toHaveProperty([field])
  })
})

describe('the myGov fields', () => {
  test('must be the same', () => {
    const payload = { ...least, confirmMyGovPassword: 'another' }
    expect(problems(payload)).toEqual({ confirmMyGovPassword: 'The two myGov passwords are not the same.' })
  })

  test('are compared to the letter, spaces included', () => {
    expect(problems({ ...least, confirmMyGovPassword: 'a secret ' })).toHaveProperty('confirmMyGovPassword')
  })

  test('never appear in a problem', () => {
    const { error } = claims(rules).safeParse({ ...least, confirmMyGovPassword: { no: 'a secret' } })
    expect(JSON.stringify(error?.issues)).not.toContain('a secret')
  })

  test('are unknown where the form does not ask for them', () => {
    expect(problems(least, { asksMyGovPassword: false })).toEqual({
      'myGovPassword,confirmMyGovPassword': 'unknown',
    })
    const { myGovPassword: _, confirmMyGovPassword: __, ...rest } = least
    expect(problems(rest, { asksMyGovPassword: false })).toEqual({})
  })
})
