import { z } from 'zod'
import { MAX_CENTS } from '../core/limits.ts'
import { parseCents } from '../core/money.ts'

/**
 * An amount in dollars, as it is typed (`$1,234.50`) or as a number; integer cents afterwards.
 * @param what the amount in a sentence: `the annual income`.
 */
export function dollars(what: string) {
  const required = `Please enter ${what}; 0 is fine.`
  const unclear = `Please enter ${what} in dollars, such as 1,234.50.`
  const tooMuch = `Please enter a smaller amount for ${what}.`
  return z
    .union([z.string(), z.number()], { error: required })
    .transform((given, context) => {
      const typed = (typeof given === 'number' ? plainNumber(given) : given).trim()
      if (typed === '') return problem(context, required)
      const cents = parseCents(typed)
      if (cents === undefined) return problem(context, unclear)
      return cents > MAX_CENTS ? problem(context, tooMuch) : cents
    })
    .meta({ description: 'Dollars, as text ("1,234.50") or as a number.' })
}

/** How many there are of something: a few, as text or as a number. */
export function count(required: string, { max }: { max: number }) {
  const unclear = `Please enter a whole number from 0 to ${max}.`
  return z
    .union([z.string(), z.number()], { error: required })
    .transform((given, context) => {
      const typed = String(given).trim()
      if (typed === '') return problem(context, required)
      return /^\d{1,4}$/.test(typed) && Number(typed) <= max ? Number(typed) : problem(context, unclear)
    })
    .meta({ description: `A whole number from 0 to ${max}, as text or as a number.` })
}

type Days = {
  required: string
  earliest: string
  /** Said of a day before `earliest`. */
  tooEarly: string
  /** Said of a day after today. */
  tooLate: string
  today: () => string
}

/** A day of the past, `2026-06-30`. */
export function pastDay({ required, earliest, tooEarly, tooLate, today }: Days) {
  return z
    .string({ error: required })
    .trim()
    .superRefine((day, context) => {
      if (day === '') context.addIssue(required)
      else if (!isDay(day)) context.addIssue('Please enter the date as day, month and year.')
      else if (day < earliest) context.addIssue(tooEarly)
      else if (day > today()) context.addIssue(tooLate)
    })
    .meta({ format: 'date' })
}

/** Whether a text is a day of the calendar: 2026-02-30 is none. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** A number without exponent; what has none stays unreadable on purpose. */
function plainNumber(given: number): string {
  return Number.isFinite(given) ? String(given) : 'not a number'
}

function problem(context: z.core.$RefinementCtx, message: string): never {
  context.addIssue(message)
  return z.NEVER
}
