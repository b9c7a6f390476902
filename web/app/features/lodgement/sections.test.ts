import { claims } from '@docketbox/contract/lodgement/claims'
import { defaultRules } from '@docketbox/contract/lodgement/endpoints'
import { describe, expect, test } from 'vitest'
import { type Answers, payloadOf } from './answers.ts'
import { standOf } from './sections.ts'
import { rentalResultCents, workTotalCents } from './totals.ts'

const person: Answers = {
  fullName: 'Ann Lee',
  email: 'ann@example.com',
  phoneNumber: '0412 345 678',
  myGovPassword: 'a secret',
  confirmMyGovPassword: 'a secret',
  dependents: '0',
}
const spouseDetails = { firstName: 'Kim', lastName: 'Lee', dateOfBirth: '1990-02-28', annualIncome: 0 }
const investmentDetails = { totalRentalIncome: 2_000_000, totalPropertyExpenses: 432_109 }
const logBookDetails = {
  weeklyFuelExpenses: 6000,
  carRepairsAndServicing: 120_000,
  monthlyInsurance: 9510,
  monthlyInternet: 0,
  weeklyFoodAtWork: 0,
  clothingAndLaundry: 0,
  yearlyDonation: 0,
  workRelated: 0,
  monthlyDonation: 0,
}

const missing = (answers: Answers, asks = true) => standOf(answers, asks).flatMap((state) => state.missing)

const rules = { ...defaultRules, asksMyGovPassword: true }

describe('what is still missing', () => {
  test.each<[string, Answers, string[]]>([
    ['nothing, when section 1 and the dependents are filled in', person, []],
    ['blanks are nothing', { ...person, fullName: '  ' }, ['fullName']],
    [
      'one spouse field',
      { ...person, spouseInformation: 'yes', spouseDetails: { ...spouseDetails, lastName: '' } },
      ['spouseDetails.lastName'],
    ],
    ['no spouse field after No', { ...person, spouseInformation: 'no' }, []],
    [
      'both amounts of a property',
      { ...person, investmentProperty: 'yes' },
      ['investmentDetails.totalRentalIncome', 'investmentDetails.totalPropertyExpenses'],
    ],
    ['the Medicare date of a resident', { ...person, residency: { status: 'yes' } }, ['residency.medicare']],
    ['no Medicare date otherwise', { ...person, residency: { status: 'no' } }, []],
    [
      'the last of nine amounts, after Yes',
      { ...person, logBook: 'yes', logBookDetails: { ...logBookDetails, monthlyDonation: undefined } },
      ['logBookDetails.monthlyDonation'],
    ],
    [
      'the last of nine amounts, after No',
      { ...person, logBook: 'no', logBookDetails: { ...logBookDetails, monthlyDonation: undefined } },
      ['logBookDetails.monthlyDonation'],
    ],
  ])('%s', (_, answers, fields) => {
    expect(missing(answers)).toEqual(fields)
  })

  test('all nine amounts after either answer', () => {
    expect(missing({ ...person, logBook: 'yes' })).toHaveLength(9)
    expect(missing({ ...person, logBook: 'no' })).toHaveLength(9)
  })

  test('no myGov fields where they are not asked for', () => {
    const { myGovPassword: _, confirmMyGovPassword: __, ...rest } = person
    expect(missing(rest)).toEqual(['myGovPassword', 'confirmMyGovPassword'])
    expect(missing(rest, false)).toEqual([])
  })

  test.each<[string, Answers]>([
    ['least', person],
    [
      'everything',
      {
        ...person,
        spouseInformation: 'yes',
        spouseDetails,
        investmentProperty: 'yes',
        investmentDetails,
        residency: { status: 'yes', medicare: '2012-05-01' },
        logBook: 'no',
        logBookDetails,
      },
    ],
    [
      'details left over from an answer that was taken back',
      {
        ...person,
        spouseInformation: 'no',
        spouseDetails,
        investmentProperty: 'no',
        investmentDetails,
        residency: { status: 'no', medicare: '2012-05-01' },
        logBookDetails,
      },
    ],
  ])('nothing, exactly when the contract takes it: %s', (_, answers) => {
    expect(missing(answers)).toEqual([])
    expect(claims(rules).safeParse(payloadOf(answers, true)).error).toBeUndefined()
    const { dependents: __, ...without } = answers
    expect(missing(without)).toEqual(['dependents'])
    expect(claims(rules).safeParse(payloadOf(without, true)).success).toBe(false)
  })
})

describe('a section is done', () => {
  test('when its question is answered and nothing is missing or wrong', () => {
    const done = (answers: Answers, isWrong?: Parameters<typeof standOf>[2]) =>
      standOf(answers, true, isWrong).flatMap(({ section, isDone }) => (isDone ? [section.name] : []))
    expect(done(person)).toEqual(['personal', 'dependents'])
    expect(done(person, (name) => name === 'email')).toEqual(['dependents'])
    expect(done({ ...person, spouseInformation: 'no', logBook: 'no' })).toEqual([
      'personal',
      'spouse',
      'dependents',
    ])
  })
})

describe('the totals', () => {
  test('of work expenses count weeks and months of a year', () => {
    expect(workTotalCents({ logBook: 'no', logBookDetails })).toBe(52 * 6000 + 12 * 9510 + 120_000)
  })

  test('go by what is filled in so far', () => {
    expect(workTotalCents({ logBook: 'yes', logBookDetails: { monthlyDonation: 100 } })).toBe(1200)
    expect(
      workTotalCents({ logBook: 'yes', logBookDetails: { monthlyDonation: Number.NaN } }),
    ).toBeUndefined()
    expect(workTotalCents({ logBookDetails })).toBeUndefined()
    expect(rentalResultCents({ investmentProperty: 'yes', investmentDetails })).toBe(1_567_891)
    expect(
      rentalResultCents({ investmentProperty: 'yes', investmentDetails: { totalPropertyExpenses: 5 } }),
    ).toBe(-5)
    expect(rentalResultCents({ investmentProperty: 'no', investmentDetails })).toBeUndefined()
  })
})
