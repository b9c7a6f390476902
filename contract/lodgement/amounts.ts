import type { ClaimsPayload } from './claims.ts'

export type LogBookItem = keyof NonNullable<ClaimsPayload['logBookDetails']>

/** How many times a year each amount of the logbook question occurs, in the order of the form. */
export const timesAYear: Record<LogBookItem, number> = {
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
