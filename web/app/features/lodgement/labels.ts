import type { FieldName, QuestionName } from './sections.ts'

/** What each field is called, on the form and on paper, in the order of the form. */
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
  dependents: 'Number of dependents',
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
  'logBookDetails.workRelated': 'Other work related expenses',
} as const satisfies Partial<Record<FieldName, string>>

/** The Yes/No questions, on the form and on paper, about the time between the days of the chosen income year. */
export const questions: Record<QuestionName, (between: string) => string> = {
  spouseInformation: (between) => `Did you have a spouse at any time between ${between}?`,
  investmentProperty: (between) => `Did you own an investment property between ${between}?`,
  'residency.status': () => 'Are you an Australian resident for tax purposes?',
  logBook: () => 'Have you kept a log book for your car?',
}
