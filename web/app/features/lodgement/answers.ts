import { type LogBookItem, timesAYear } from '@docketbox/contract/lodgement/amounts'
import type { ClaimsPayload } from '@docketbox/contract/lodgement/claims'
import { typedAmount } from '@docketbox/contract/core/money'

export type YesNo = 'yes' | 'no'
/** Integer cents; NaN if the input isn't an amount. */
type Cents = number

/** The form's values under the payload's paths; any of them may be missing. */
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

export const logBookItems = Object.keys(timesAYear) as LogBookItem[]

/** An object with a value for each amount of the logbook question. */
export function forEachItem<Value>(valueOf: (item: LogBookItem) => Value): Record<LogBookItem, Value> {
  return Object.fromEntries(logBookItems.map((item) => [item, valueOf(item)])) as Record<LogBookItem, Value>
}

/** Converts the answers to the payload; details are only sent with the answer they belong to. */
export function payloadOf(answers: Answers, asksMyGovPassword: boolean): ClaimsPayload {
  const { spouseDetails: spouse, investmentDetails: property, residency, logBookDetails: amounts } = answers
  const { myGovPassword = '', confirmMyGovPassword = '' } = answers
  const toBoolean = (answer: YesNo | null | undefined) => (answer ? { yes: true, no: false }[answer] : null)
  return {
    ...(answers.incomeYear && { incomeYear: answers.incomeYear }),
    fullName: answers.fullName ?? '',
    ...(asksMyGovPassword && { myGovPassword, confirmMyGovPassword }),
    email: answers.email ?? '',
    phoneNumber: answers.phoneNumber ?? '',
    spouseInformation: toBoolean(answers.spouseInformation),
    ...(answers.spouseInformation === 'yes' && {
      spouseDetails: {
        firstName: spouse?.firstName ?? '',
        lastName: spouse?.lastName ?? '',
        dateOfBirth: spouse?.dateOfBirth ?? '',
        annualIncome: typedAmount(spouse?.annualIncome),
      },
    }),
    investmentProperty: toBoolean(answers.investmentProperty),
    ...(answers.investmentProperty === 'yes' && {
      investmentDetails: {
        totalRentalIncome: typedAmount(property?.totalRentalIncome),
        totalPropertyExpenses: typedAmount(property?.totalPropertyExpenses),
      },
    }),
    dependents: answers.dependents ?? '',
    residency: {
      status: toBoolean(residency?.status),
      ...(residency?.status === 'yes' && { medicare: residency.medicare ?? '' }),
    },
    logBook: toBoolean(answers.logBook),
    ...(answers.logBook && { logBookDetails: forEachItem((item) => typedAmount(amounts?.[item])) }),
  }
}

export const emptyAnswers = {
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
