import { z } from 'zod'
import { monthNames } from '../core/dates.ts'

export const monthName = z.enum(monthNames, 'This isn’t a month.')
export type MonthName = (typeof monthNames)[number]

/** A month that can be bought, or why it can't. */
export const offeredMonth = z.object({
  month: monthName,
  year: z.int(),
  /** Paid for, or covered by a trial or plan: can't be bought. */
  isTaken: z.boolean(),
  /** Its first and last date in Sydney. */
  startsOn: z.iso.date(),
  endsOn: z.iso.date(),
  /** How many of its days are left, counting today. */
  daysLeft: z.int(),
  /** The plan that covers its beginning but not all of it, and the last day it does; null if none does. */
  covered: z.object({ planName: z.string(), until: z.iso.date() }).nullable(),
})
export type OfferedMonth = z.infer<typeof offeredMonth>

/** Formats the month with this first date, such as `2026-07-01`, as `Jul 2026`. */
export function monthLabel(first: string): string {
  return `${monthNames[Number(first.slice(5, 7)) - 1]} ${first.slice(0, 4)}`
}
