import { type FieldPath, get } from 'react-hook-form'
import { type Answers, logBookItems } from './answers.ts'

export type FieldName = FieldPath<Answers>
export type QuestionName = 'spouseInformation' | 'investmentProperty' | 'residency.status' | 'logBook'
export type SectionName = 'personal' | 'spouse' | 'investment' | 'dependents' | 'residency' | 'work'

type Section = {
  name: SectionName
  title: string
  shortTitle: string
  /** The Yes/No question the section starts with. */
  question?: QuestionName
  /** The fields that must be filled in, given the current answers. */
  requiredFields: (answers: Answers, asksMyGovPassword: boolean) => FieldName[]
}

/** The six numbered sections of the form. */
export const sections: readonly Section[] = [
  {
    name: 'personal',
    title: 'Personal Information',
    shortTitle: 'Your details',
    requiredFields: (_, asksMyGovPassword) => [
      'fullName',
      'email',
      'phoneNumber',
      ...(asksMyGovPassword ? (['myGovPassword', 'confirmMyGovPassword'] as const) : []),
    ],
  },
  {
    name: 'spouse',
    title: 'Spouse Information',
    shortTitle: 'Spouse',
    question: 'spouseInformation',
    requiredFields: ({ spouseInformation }) =>
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
    shortTitle: 'Property',
    question: 'investmentProperty',
    requiredFields: ({ investmentProperty }) =>
      investmentProperty === 'yes'
        ? ['investmentDetails.totalRentalIncome', 'investmentDetails.totalPropertyExpenses']
        : [],
  },
  {
    name: 'dependents',
    title: 'Dependents',
    shortTitle: 'Dependants',
    requiredFields: () => ['dependents'],
  },
  {
    name: 'residency',
    title: 'Residency Status',
    shortTitle: 'Residency',
    question: 'residency.status',
    requiredFields: ({ residency }) => (residency?.status === 'yes' ? ['residency.medicare'] : []),
  },
  {
    name: 'work',
    title: 'Deductions and Work Related Expenses',
    shortTitle: 'Work expenses',
    question: 'logBook',
    requiredFields: ({ logBook }) =>
      logBook ? logBookItems.map((item) => `logBookDetails.${item}` as const) : [],
  },
]

export type SectionState = {
  section: Section
  number: number
  /** Required fields that are empty. */
  missing: FieldName[]
  /** Required fields with an invalid value. */
  invalid: FieldName[]
  isAnswered: boolean
  /** Answered, with nothing missing or invalid. */
  isDone: boolean
}

/**
 * The state of each section. The form is complete when none of them misses anything.
 * @param isInvalid whether a field has failed its check.
 */
export function sectionStates(
  answers: Answers,
  asksMyGovPassword: boolean,
  isInvalid: (name: FieldName) => boolean = () => false,
): SectionState[] {
  return sections.map((section, index) => {
    const required = section.requiredFields(answers, asksMyGovPassword)
    const missing = required.filter((name) => !isFilled(get(answers, name)))
    const invalid = required.filter((name) => !missing.includes(name) && isInvalid(name))
    const isAnswered = !section.question || isFilled(get(answers, section.question))
    const isDone = isAnswered && missing.length === 0 && invalid.length === 0
    return { section, number: index + 1, missing, invalid, isAnswered, isDone }
  })
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : value !== undefined && value !== null
}
