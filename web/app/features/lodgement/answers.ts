import type { ClaimsPayload } from '@docketbox/contract/lodgement/claims'
import { typedAmount } from '@docketbox/contract/core/money'

export type YesNo = 'yes' | 'no'
/** Amounts are integer cents; NaN is something typed that is no amount. */
type Cents = number

/** The form as it is filled in, field by field under the payload's own paths. Everything may still be missing. */
export type Answers = Missing<{
  incomeYear: string
  fullName: string
  myGovPassword: string
  confirmMyGovPassword: string
  email: string
  phoneNumber: string
  spouseInformation: YesNo | null
  spouseDetails: Missing<{ firstName: string; lastName: string; dateOfBirth: string; annualIncome: Cents }>
  investmentProperty: YesNo | null
  investmentDetails: Missing<{ totalRentalIncome: Cents; totalPropertyExpenses: Cents }>
  dependents: string
  residency: Missing<{ status: YesNo | null; medicare: string }>
  logBook: YesNo | null
  logBookDetails: Missing<Record<LogBookItem, Cents>>
}>
type Missing<Whole> = { [Key in keyof Whole]?: Whole[Key] | undefined }

export type LogBookItem = keyof NonNullable<ClaimsPayload['logBookDetails']>

/** The payload of what was answered: details only with the answer they belong to (specification §3). */
export function payloadOf(answers: Answers, asksMyGovPassword: boolean): ClaimsPayload {
  const { spouseDetails: spouse, investmentDetails: property, residency, logBookDetails: amounts } = answers
  const { myGovPassword = '', confirmMyGovPassword = '' } = answers
  const has = (answer: YesNo | null | undefined) => (answer ? { yes: true, no: false }[answer] : null)
  return {
    ...(answers.incomeYear && { incomeYear: answers.incomeYear }),
    fullName: answers.fullName ?? '',
    ...(asksMyGovPassword && { myGovPassword, confirmMyGovPassword }),
    email: answers.email ?? '',
    phoneNumber: answers.phoneNumber ?? '',
    spouseInformation: has(answers.spouseInformation),
    ...(answers.spouseInformation === 'yes' && {
      spouseDetails: {
        firstName: spouse?.firstName ?? '',
        lastName: spouse?.lastName ?? '',
        dateOfBirth: spouse?.dateOfBirth ?? '',
        annualIncome: typedAmount(spouse?.annualIncome),
      },
    }),
    investmentProperty: has(answers.investmentProperty),
    ...(answers.investmentProperty === 'yes' && {
      investmentDetails: {
        totalRentalIncome: typedAmount(property?.totalRentalIncome),
        totalPropertyExpenses: typedAmount(property?.totalPropertyExpenses),
      },
    }),
    dependents: answers.dependents ?? '',
    residency: {
      status: has(residency?.status),
      ...(residency?.status === 'yes' && { medicare: residency.medicare ?? '' }),
    },
    logBook: has(answers.logBook),
    ...(answers.logBook && { logBookDetails: amountsOf(amounts ?? {}) }),
  }
}

function amountsOf(amounts: NonNullable<Answers['logBookDetails']>): Record<LogBookItem, string> {
  return {
    weeklyFuelExpenses: typedAmount(amounts.weeklyFuelExpenses),
    carRepairsAndServicing: typedAmount(amounts.carRepairsAndServicing),
    monthlyInsurance: typedAmount(amounts.monthlyInsurance),
    monthlyInternet: typedAmount(amounts.monthlyInternet),
    weeklyFoodAtWork: typedAmount(amounts.weeklyFoodAtWork),
    clothingAndLaundry: typedAmount(amounts.clothingAndLaundry),
    yearlyDonation: typedAmount(amounts.yearlyDonation),
    workRelated: typedAmount(amounts.workRelated),
    monthlyDonation: typedAmount(amounts.monthlyDonation),
  }
}

/** The form with nothing in it. */
export const nothing = {
  fullName: '',
  myGovPassword: '',
  confirmMyGovPassword: '',
  email: '',
  phoneNumber: '',
  spouseInformation: null,
  spouseDetails: { firstName: '', lastName: '', dateOfBirth: '' },
  investmentProperty: null,
  investmentDetails: {},
  dependents: '',
  residency: { status: null, medicare: '' },
  logBook: null,
  logBookDetails: {},
} satisfies Answers
