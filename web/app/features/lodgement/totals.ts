import { timesAYear } from '@docketbox/contract/lodgement/amounts'
import { type Answers, logBookItems } from './answers.ts'

/** The year's total of the work expenses filled in; undefined if there are none. */
export function workTotalCents({ logBook, logBookDetails = {} }: Answers): number | undefined {
  if (!logBook) return undefined
  const parts = logBookItems.flatMap((item) =>
    validAmount(logBookDetails[item]).map((cents) => cents * timesAYear[item]),
  )
  return parts.length > 0 ? parts.reduce((sum, part) => sum + part, 0) : undefined
}

/** Rental income less expenses, which may be negative; undefined if neither is filled in. */
export function rentalResultCents({
  investmentProperty,
  investmentDetails = {},
}: Answers): number | undefined {
  if (investmentProperty !== 'yes') return undefined
  const [income] = validAmount(investmentDetails.totalRentalIncome)
  const [expenses] = validAmount(investmentDetails.totalPropertyExpenses)
  return income === undefined && expenses === undefined ? undefined : (income ?? 0) - (expenses ?? 0)
}

/** The amount in a list, empty if it isn't valid. */
function validAmount(amount: number | string | undefined): number[] {
  return typeof amount === 'number' ? [amount] : []
}
