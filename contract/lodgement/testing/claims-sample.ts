import { claims, type ClaimsPayload, type ClaimsRules } from '../claims.ts'

export const rules: ClaimsRules = {
  today: () => '2026-11-20',
  asksMyGovPassword: false,
  isValidPhoneNumber: () => true,
}
export const spouse = {
  firstName: 'Kim',
  lastName: 'Lee',
  dateOfBirth: '1990-02-28',
  annualIncome: '55,000.50',
}
export const logBookDetails = {
  weeklyFuelExpenses: '60',
  carRepairsAndServicing: '1,200',
  monthlyInsurance: '95.10',
  monthlyInternet: 79,
  weeklyFoodAtWork: '0',
  clothingAndLaundry: '150.00',
  yearlyDonation: '.50',
  workRelated: '$300',
  monthlyDonation: '25.',
}
export const myGov = { myGovPassword: 'a secret', confirmMyGovPassword: 'a secret' }
/** Only the required fields. */
export const minimal: ClaimsPayload = {
  fullName: 'Ann Lee',
  email: 'ann@example.com',
  phoneNumber: '0412 345 678',
  dependents: '2',
}
/** Every question answered. */
export const complete: ClaimsPayload = {
  ...minimal,
  incomeYear: '2023-24',
  spouseInformation: true,
  spouseDetails: spouse,
  investmentProperty: true,
  investmentDetails: { totalRentalIncome: 20_000, totalPropertyExpenses: '4,321.09' },
  residency: { status: true, medicare: '2012-05-01' },
  logBook: true,
  logBookDetails,
}

/** Validation messages by field, as in the server's response. */
export function problems(payload: unknown, overrides: Partial<ClaimsRules> = {}): Record<string, string> {
  const { error } = claims({ ...rules, ...overrides }).safeParse(payload)
  return Object.fromEntries(
    (error?.issues ?? []).map((issue) =>
      issue.code === 'unrecognized_keys'
        ? [issue.keys.join(), 'unknown']
        : [issue.path.join('.'), issue.message],
    ),
  )
}
