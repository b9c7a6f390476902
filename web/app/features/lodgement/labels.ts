import type { FieldName, QuestionName } from './sections.ts'

/** The labels of the fields, on screen and in print, in the order of the form. */
export const labels = {
  incomeYear: 'Income year',
  fullName: 'Full name',
  email: 'Email',
  phoneNumber: 'Phone number',
  myGovPassword: 'myGov password',
  confirmMyGovPassword: 'Confirm myGov password',
  'spouseDetails.firstName': 'First name',
  'spouseDetails.lastName': 'Last name',
  'spouseDetails.dateOfBirth': 'Date of birth',
  'spouseDetails.annualIncome': 'Annual income',
  'investmentDetails.totalRentalIncome': 'Total rental income',
  'investmentDetails.totalPropertyExpenses': 'Total property expenses',
  dependents: 'Number of dependants',
  'residency.status': 'Australian resident for tax purposes',
  'residency.medicare': 'Medicare card first received',
  'logBookDetails.weeklyFuelExpenses': 'Weekly fuel expenses',
  'logBookDetails.weeklyFoodAtWork': 'Weekly food at work',
  'logBookDetails.monthlyInsurance': 'Monthly insurance',
  'logBookDetails.monthlyInternet': 'Monthly internet',
  'logBookDetails.monthlyDonation': 'Monthly donation',
  'logBookDetails.carRepairsAndServicing': 'Car repairs and servicing',
  'logBookDetails.clothingAndLaundry': 'Clothing and laundry',
  'logBookDetails.yearlyDonation': 'Yearly donation',
  'logBookDetails.workRelated': 'Other work-related expenses',
} as const satisfies Partial<Record<FieldName, string>>

/** The Yes/No questions, about the dates of the selected income year. */
export const questions: Record<QuestionName, (yearDates: string) => string> = {
  spouseInformation: (yearDates) => `Did you have a spouse at any time between ${yearDates}?`,
  investmentProperty: (yearDates) => `Did you own an investment property between ${yearDates}?`,
  'residency.status': () => 'Are you an Australian resident for tax purposes?',
  logBook: () => 'Have you kept a logbook for your car?',
}
