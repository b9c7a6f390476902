import { type LogBookItem, timesAYear } from '@docketbox/contract/lodgement/amounts'
import type { ClaimsPayload } from '@docketbox/contract/lodgement/claims'
import { typedAmount } from '@docketbox/contract/core/money'
import { get } from 'react-hook-form'

export type YesNo = 'yes' | 'no'
/** Integer cents; the text itself if it isn't an amount. */
type Amount = number | string

/** The form's values under the payload's paths; any of them may be missing. */
export type Answers = Missing<{
  incomeYear: string
  fullName: string
  myGovPassword: string
  confirmMyGovPassword: string
  email: string
  phoneNumber: string
  spouseInformation: YesNo | null
  spouseDetails: Missing<{ firstName: string; lastName: string; dateOfBirth: string; annualIncome: Amount }>
  investmentProperty: YesNo | null
  investmentDetails: Missing<{ totalRentalIncome: Amount; totalPropertyExpenses: Amount }>
  dependents: string
  residency: Missing<{ status: YesNo | null; medicare: string }>
  logBook: YesNo | null
  logBookDetails: Missing<Record<LogBookItem, Amount>>
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
        annualIncome: amountText(spouse?.annualIncome),
      },
    }),
    investmentProperty: toBoolean(answers.investmentProperty),
    ...(answers.investmentProperty === 'yes' && {
      investmentDetails: {
        totalRentalIncome: amountText(property?.totalRentalIncome),
        totalPropertyExpenses: amountText(property?.totalPropertyExpenses),
      },
    }),
    dependents: answers.dependents ?? '',
    residency: {
      status: toBoolean(residency?.status),
      ...(residency?.status === 'yes' && { medicare: residency.medicare ?? '' }),
    },
    logBook: toBoolean(answers.logBook),
    ...(answers.logBook && { logBookDetails: forEachItem((item) => amountText(amounts?.[item])) }),
  }
}

function amountText(amount: Amount | undefined): string {
  return typeof amount === 'string' ? amount : typedAmount(amount)
}

/** The fields whose text isn't an amount. */
export function unclearAmounts(answers: Answers): AmountField[] {
  return amountFields.filter((name) => typeof get(answers, name) === 'string')
}

type AmountField = (typeof amountFields)[number]
const amountFields = [
  'spouseDetails.annualIncome',
  'investmentDetails.totalRentalIncome',
  'investmentDetails.totalPropertyExpenses',
  ...logBookItems.map((item) => `logBookDetails.${item}` as const),
] as const

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
