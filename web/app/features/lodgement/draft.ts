import { z } from 'zod'
import { forget, keep, kept } from '#platform/kept'
import type { Answers } from './answers.ts'

const DRAFT_KEY = 'lodgement-draft'
const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_DAYS = 30

const text = z.string().optional().catch(undefined)
const cents = z.number().optional().catch(undefined)
const answer = z.enum(['yes', 'no']).nullish().catch(undefined)

/** Everything but the myGov fields, which are never kept. What an older version wrote and we cannot read is left out. */
const answers = z.object({
  incomeYear: text,
  fullName: text,
  email: text,
  phoneNumber: text,
  spouseInformation: answer,
  spouseDetails: z
    .object({ firstName: text, lastName: text, dateOfBirth: text, annualIncome: cents })
    .optional()
    .catch(undefined),
  investmentProperty: answer,
  investmentDetails: z
    .object({ totalRentalIncome: cents, totalPropertyExpenses: cents })
    .optional()
    .catch(undefined),
  dependents: text,
  residency: z.object({ status: answer, medicare: text }).optional().catch(undefined),
  logBook: answer,
  logBookDetails: z
    .object({
      weeklyFuelExpenses: cents,
      carRepairsAndServicing: cents,
      monthlyInsurance: cents,
      monthlyInternet: cents,
      weeklyFoodAtWork: cents,
      clothingAndLaundry: cents,
      yearlyDonation: cents,
      workRelated: cents,
      monthlyDonation: cents,
    })
    .optional()
    .catch(undefined),
})
const draft = z.object({ answers, savedAt: z.iso.datetime() })
export type Draft = z.output<typeof draft>

/** The draft kept on this device, unless it has grown old. */
export function keptDraft(now: Date = new Date()): Draft | undefined {
  const found = kept(DRAFT_KEY, (stored) => draft.safeParse(stored).data)
  if (!found) return undefined
  const age = now.getTime() - new Date(found.savedAt).getTime()
  if (age < KEPT_DAYS * DAY_MS) return found
  forgetDraft()
  return undefined
}

/** Keeps what was typed on this device, without the myGov fields; nothing, when there is nothing. */
export function keepDraft(given: Answers, now: Date): void {
  const told = answers.parse(given)
  if (isBlank({ ...told, incomeYear: undefined })) forgetDraft()
  else keep(DRAFT_KEY, { answers: told, savedAt: now.toISOString() })
}

export function forgetDraft(): void {
  forget(DRAFT_KEY)
}

function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.values(value).every(isBlank)
}
