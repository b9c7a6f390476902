import { claims } from '@docketbox/contract/lodgement/claims'
import { defaultRules } from '@docketbox/contract/lodgement/endpoints'
import { describe, expect, test } from 'vitest'
import { type Answers, payloadOf } from './answers.ts'
import { sectionStates } from './sections.ts'
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

const missing = (answers: Answers, asks = true) =>
  sectionStates(answers, asks).flatMap((state) => state.missing)

const rules = { ...defaultRules, asksMyGovPassword: true }

describe('what’s still missing', () => {
  test.each<[string, Answers, string[]]>([
    ['nothing, if section 1 and the dependants are filled in', person, []],
    ['a field with only spaces', { ...person, fullName: '  ' }, ['fullName']],
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

  test('the myGov fields aren’t required when they are off', () => {
    const { myGovPassword: _, confirmMyGovPassword: __, ...rest } = person
    expect(missing(rest)).toEqual(['myGovPassword', 'confirmMyGovPassword'])
    expect(missing(rest, false)).toEqual([])
  })

  test.each<[string, Answers]>([
    ['the minimum', person],
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
      'leftover details of an answer that was changed',
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
  ])('nothing, exactly when the contract accepts it: %s', (_, answers) => {
    expect(missing(answers)).toEqual([])
    expect(claims(rules).safeParse(payloadOf(answers, true)).error).toBeUndefined()
    const { dependents: __, ...without } = answers
    expect(missing(without)).toEqual(['dependents'])
    expect(claims(rules).safeParse(payloadOf(without, true)).success).toBe(false)
  })
})

describe('a section is done', () => {
  test('when its question is answered and nothing is missing or invalid', () => {
    const done = (answers: Answers, isInvalid?: Parameters<typeof sectionStates>[2]) =>
      sectionStates(answers, true, isInvalid).flatMap(({ section, isDone }) => (isDone ? [section.name] : []))
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
  test('multiply weekly and monthly work expenses', () => {
    expect(workTotalCents({ logBook: 'no', logBookDetails })).toBe(52 * 6000 + 12 * 9510 + 120_000)
  })

  test('only include what is filled in', () => {
    expect(workTotalCents({ logBook: 'yes', logBookDetails: { monthlyDonation: 100 } })).toBe(1200)
    expect(workTotalCents({ logBook: 'yes', logBookDetails: { monthlyDonation: '12,5' } })).toBeUndefined()
    expect(workTotalCents({ logBookDetails })).toBeUndefined()
    expect(rentalResultCents({ investmentProperty: 'yes', investmentDetails })).toBe(1_567_891)
    expect(
      rentalResultCents({ investmentProperty: 'yes', investmentDetails: { totalPropertyExpenses: 5 } }),
    ).toBe(-5)
    expect(rentalResultCents({ investmentProperty: 'no', investmentDetails })).toBeUndefined()
  })
})
