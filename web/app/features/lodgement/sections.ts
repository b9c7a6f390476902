import { type FieldPath, get } from 'react-hook-form'
import type { Answers } from './answers.ts'

export type FieldName = FieldPath<Answers>
export type QuestionName = 'spouseInformation' | 'investmentProperty' | 'residency.status' | 'logBook'
export type SectionName = 'personal' | 'spouse' | 'investment' | 'dependents' | 'residency' | 'work'

type Section = {
  name: SectionName
  title: string
  /** Where there is little room. */
  brief: string
  /** The Yes/No question the section begins with. */
  question?: QuestionName
  /** What must be filled in, given the answers so far (specification §5). */
  needs: (answers: Answers, asksMyGovPassword: boolean) => FieldName[]
}

export const logBookItems = [
  'logBookDetails.weeklyFuelExpenses',
  'logBookDetails.weeklyFoodAtWork',
  'logBookDetails.monthlyInsurance',
  'logBookDetails.monthlyInternet',
  'logBookDetails.monthlyDonation',
  'logBookDetails.carRepairsAndServicing',
  'logBookDetails.clothingAndLaundry',
  'logBookDetails.yearlyDonation',
  'logBookDetails.workRelated',
] as const satisfies FieldName[]

/** The six numbered sections of the form. */
export const sections: readonly Section[] = [
  {
    name: 'personal',
    title: 'Personal Information',
    brief: 'You',
    needs: (_, asksMyGovPassword) => [
      'fullName',
      'email',
      'phoneNumber',
      ...(asksMyGovPassword ? (['myGovPassword', 'confirmMyGovPassword'] as const) : []),
    ],
  },
  {
    name: 'spouse',
    title: 'Spouse Information',
    brief: 'Spouse',
    question: 'spouseInformation',
    needs: ({ spouseInformation }) =>
      spouseInformation === 'yes'
        ? [
            'spouseDetails.firstName',
            'spouseDetails.lastName',
            'spouseDetails.dateOfBirth',
            'spouseDetails.annualIncome',
          ]
        : [],
  },
  {
    name: 'investment',
    title: 'Investment Property',
    brief: 'Property',
    question: 'investmentProperty',
    needs: ({ investmentProperty }) =>
      investmentProperty === 'yes'
        ? ['investmentDetails.totalRentalIncome', 'investmentDetails.totalPropertyExpenses']
        : [],
  },
  { name: 'dependents', title: 'Dependents', brief: 'Dependents', needs: () => ['dependents'] },
  {
    name: 'residency',
    title: 'Residency Status',
    brief: 'Residency',
    question: 'residency.status',
    needs: ({ residency }) => (residency?.status === 'yes' ? ['residency.medicare'] : []),
  },
  {
    name: 'work',
    title: 'Deductions and Work Related Expenses',
    brief: 'Work',
    question: 'logBook',
    needs: ({ logBook }) => (logBook ? [...logBookItems] : []),
  },
]

export type SectionState = {
  section: Section
  number: number
  /** What still has to be filled in before the form may be sent. */
  missing: FieldName[]
  /** What was filled in and found wrong. */
  wrong: FieldName[]
  isAnswered: boolean
  /** Nothing is missing or known to be wrong, and the question has an answer. */
  isDone: boolean
}

/**
 * Where each section stands. The form is complete when none of them misses anything.
 * @param isWrong whether a field was found wrong already.
 */
export function standOf(
  answers: Answers,
  asksMyGovPassword: boolean,
  isWrong: (name: FieldName) => boolean = () => false,
): SectionState[] {
  return sections.map((section, index) => {
    const needed = section.needs(answers, asksMyGovPassword)
    const missing = needed.filter((name) => !isFilled(get(answers, name)))
    const wrong = needed.filter((name) => !missing.includes(name) && isWrong(name))
    const isAnswered = !section.question || isFilled(get(answers, section.question))
    const isDone = isAnswered && missing.length === 0 && wrong.length === 0
    return { section, number: index + 1, missing, wrong, isAnswered, isDone }
  })
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null
}
