import type { Answers, LogBookItem } from './answers.ts'

/** How often an amount of the log book question comes in a year. */
const timesAYear: Record<LogBookItem, number> = {
  weeklyFuelExpenses: 52,
  weeklyFoodAtWork: 52,
  monthlyInsurance: 12,
  monthlyInternet: 12,
  monthlyDonation: 12,
  carRepairsAndServicing: 1,
  clothingAndLaundry: 1,
  yearlyDonation: 1,
  workRelated: 1,
}

/** What the work expenses come to in a year, as far as they are filled in; undefined while none is. */
export function workTotalCents({ logBook, logBookDetails = {} }: Answers): number | undefined {
  if (!logBook) return undefined
  const items = Object.entries(timesAYear) as [LogBookItem, number][]
  const parts = items.flatMap(([item, times]) => amount(logBookDetails[item]).map((cents) => cents * times))
  return parts.length > 0 ? parts.reduce((sum, part) => sum + part, 0) : undefined
}

/** Rental income less expenses, which may be below zero; undefined while neither is filled in. */
export function rentalResultCents({
  investmentProperty,
  investmentDetails = {},
}: Answers): number | undefined {
  if (investmentProperty !== 'yes') return undefined
  const [income] = amount(investmentDetails.totalRentalIncome)
  const [expenses] = amount(investmentDetails.totalPropertyExpenses)
  return income === undefined && expenses === undefined ? undefined : (income ?? 0) - (expenses ?? 0)
}

/** The amount, when there is a readable one. */
function amount(cents: number | undefined): number[] {
  return cents === undefined || Number.isNaN(cents) ? [] : [cents]
}
