import { load, remove, save } from '#platform/storage/local-storage.ts'
import type { Answers } from '../answers.ts'

const DRAFT_KEY = 'lodgement-draft'
const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_DAYS = 30

const isKind = {
  text: (value: unknown) => typeof value === 'string',
  cents: (value: unknown) => Number.isFinite(value),
  answer: (value: unknown) => value === 'yes' || value === 'no',
}
type Shape<Whole> = {
  [Key in keyof Whole]-?: NonNullable<Whole[Key]> extends object
    ? Shape<NonNullable<Whole[Key]>>
    : keyof typeof isKind
}
type Told = Omit<Answers, 'myGovPassword' | 'confirmMyGovPassword'>

/** Everything but the myGov fields, which are never kept. */
const told: Shape<Told> = {
  incomeYear: 'text',
  fullName: 'text',
  email: 'text',
  phoneNumber: 'text',
  spouseInformation: 'answer',
  spouseDetails: { firstName: 'text', lastName: 'text', dateOfBirth: 'text', annualIncome: 'cents' },
  investmentProperty: 'answer',
  investmentDetails: { totalRentalIncome: 'cents', totalPropertyExpenses: 'cents' },
  dependents: 'text',
  residency: { status: 'answer', medicare: 'text' },
  logBook: 'answer',
  logBookDetails: {
    weeklyFuelExpenses: 'cents',
    carRepairsAndServicing: 'cents',
    monthlyInsurance: 'cents',
    monthlyInternet: 'cents',
    weeklyFoodAtWork: 'cents',
    clothingAndLaundry: 'cents',
    yearlyDonation: 'cents',
    workRelated: 'cents',
    monthlyDonation: 'cents',
  },
}

export type Draft = { answers: Told; savedAt: string }

/** The draft kept on this device, unless it has grown old. */
export function keptDraft(now: Date = new Date()): Draft | undefined {
  const found = load(DRAFT_KEY, readDraft)
  if (!found) return undefined
  const age = now.getTime() - new Date(found.savedAt).getTime()
  if (age < KEPT_DAYS * DAY_MS) return found
  forgetDraft()
  return undefined
}

/** Keeps what was typed on this device, without the myGov fields; nothing, when there is nothing. */
export function keepDraft(given: Answers, now: Date): void {
  const answers = fitting(given, told)
  const { incomeYear: _, ...rest } = answers
  if (isBlank(rest)) forgetDraft()
  else save(DRAFT_KEY, { answers, savedAt: now.toISOString() })
}

export function forgetDraft(): void {
  remove(DRAFT_KEY)
}

function readDraft(stored: unknown): Draft | undefined {
  if (!isGroup(stored)) return undefined
  const { answers, savedAt } = stored
  if (typeof savedAt !== 'string' || Number.isNaN(Date.parse(savedAt))) return undefined
  return { answers: fitting(answers, told), savedAt }
}

/** What of a value has the shape. What an older version wrote and we cannot read is left out. */
function fitting<Whole>(value: unknown, shape: Shape<Whole>): Whole {
  const found: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries<Shape<object> | keyof typeof isKind>(shape)) {
    const part = isGroup(value) ? value[name] : undefined
    if (typeof kind !== 'string') found[name] = fitting(part, kind)
    else if (isKind[kind](part)) found[name] = part
  }
  return found as Whole
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isBlank(value: unknown): boolean {
  return isGroup(value) ? Object.values(value).every(isBlank) : value === undefined || value === ''
}
