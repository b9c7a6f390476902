import { describe, expect, test } from 'vitest'
import { claims } from './claims.ts'
import { complete, logBookDetails, minimal, myGov, problems, rules, spouse } from './testing/claims-sample.ts'

describe('a lodgement', () => {
  test('needs only section 1 and the number of dependants, and defaults to the last finished year', () => {
    expect(claims(rules).parse(minimal)).toEqual({
      incomeYear: '2025-26',
      fullName: 'Ann Lee',
      email: 'ann@example.com',
      phoneNumber: '0412 345 678',
      dependents: 2,
    })
  })

  test('comes out with integer cents, whole, and without the myGov fields', () => {
    const taken = claims({ ...rules, asksMyGovPassword: true }).parse({ ...complete, ...myGov })
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

  test('without any fields reports every required field', () => {
    expect(Object.keys(problems({})).toSorted()).toEqual(['dependents', 'email', 'fullName', 'phoneNumber'])
  })

  test('reports missing details together with invalid fields', () => {
    const messages = problems({
      ...minimal,
      fullName: ' ',
      spouseInformation: true,
      investmentProperty: true,
      investmentDetails: { totalRentalIncome: '-1' },
      residency: { status: true },
      logBook: false,
    })
    expect(Object.keys(messages).toSorted()).toEqual(
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
    expect(problems({ ...minimal, ...answers })).toEqual({})
  })

  test.each([
    ['spouse details after No', { spouseInformation: false, spouseDetails: spouse }, 'spouseDetails'],
    ['spouse details after nothing', { spouseDetails: spouse }, 'spouseDetails'],
    [
      'investment details after No',
      { investmentProperty: false, investmentDetails: complete.investmentDetails },
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
    ['an unknown key in details', { ...complete, spouseDetails: { ...spouse, tfn: '1' } }, 'tfn'],
    ['an unknown key', { tfn: '123456782' }, 'tfn'],
  ])('%s: refused', (_, answers, field) => {
    expect(problems({ ...minimal, ...answers })).toHaveProperty([field])
  })
})

describe('the myGov fields', () => {
  const asking = { asksMyGovPassword: true }
  const withMyGov = { ...minimal, ...myGov }

  test('must be the same', () => {
    const payload = { ...withMyGov, confirmMyGovPassword: 'another' }
    expect(problems(payload, asking)).toEqual({
      confirmMyGovPassword: 'The two myGov passwords don’t match.',
    })
  })

  test('are compared exactly, including spaces', () => {
    const payload = { ...withMyGov, confirmMyGovPassword: 'a secret ' }
    expect(problems(payload, asking)).toHaveProperty('confirmMyGovPassword')
  })

  test('never appear in an error message', () => {
    const payload = { ...withMyGov, confirmMyGovPassword: { no: 'a secret' } }
    const { error } = claims({ ...rules, ...asking }).safeParse(payload)
    expect(JSON.stringify(error?.issues)).not.toContain('a secret')
  })

  test('are required only if the form asks for them', () => {
    expect(Object.keys(problems(minimal, asking))).toEqual(['myGovPassword', 'confirmMyGovPassword'])
    expect(problems(minimal)).toEqual({})
    expect(problems(withMyGov)).toEqual({ 'myGovPassword,confirmMyGovPassword': 'unknown' })
  })
})
