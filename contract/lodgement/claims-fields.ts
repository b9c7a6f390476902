import { z } from 'zod'
import { MAX_CENTS } from '../core/limits.ts'
import { parseCents } from '../core/money.ts'

/**
 * An amount in dollars, as text (`$1,234.50`) or a number, parsed into integer cents.
 * @param what completes "Please enter …": `the annual income`.
 */
export function dollars(what: string) {
  const required = `Please enter ${what}, or 0.`
  const unclear = `Please enter ${what} in dollars, such as 1,234.50.`
  const tooMuch = `Please enter a smaller amount for ${what}.`
  return z
    .union([z.string(), z.number()], { error: required })
    .transform((value, context) => {
      const typed = String(value).trim()
      if (typed === '') return problem(context, required)
      const cents = parseCents(typed)
      if (cents === undefined) return problem(context, unclear)
      return cents > MAX_CENTS ? problem(context, tooMuch) : cents
    })
    .meta({ description: 'Dollars, as text ("1,234.50") or as a number.' })
}

/** A whole number from 0 to `max`, as text or a number. */
export function count(required: string, { max }: { max: number }) {
  const unclear = `Please enter a whole number from 0 to ${max}.`
  return z
    .union([z.string(), z.number()], { error: required })
    .transform((value, context) => {
      const typed = String(value).trim()
      if (typed === '') return problem(context, required)
      return /^\d{1,4}$/.test(typed) && Number(typed) <= max ? Number(typed) : problem(context, unclear)
    })
    .meta({ description: `A whole number from 0 to ${max}, as text or as a number.` })
}

type Days = {
  required: string
  earliest: string
  /** The message for a day before `earliest`. */
  tooEarly: string
  /** The message for a day in the future. */
  tooLate: string
  today: () => string
}

/** A day up to today, such as `2026-06-30`. */
export function pastDay({ required, earliest, tooEarly, tooLate, today }: Days) {
  return z
    .string({ error: required })
    .trim()
    .superRefine((day, context) => {
      if (day === '') context.addIssue(required)
      else if (!z.iso.date().safeParse(day).success)
        context.addIssue('Please enter the date as day, month and year.')
      else if (day < earliest) context.addIssue(tooEarly)
      else if (day > today()) context.addIssue(tooLate)
    })
    .meta({ format: 'date' })
}

function problem(context: z.core.$RefinementCtx, message: string): never {
  context.addIssue(message)
  return z.NEVER
}
