import { z } from 'zod'

export const monthNames = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const
export const monthName = z.enum(monthNames, 'This isn’t a month.')
export type MonthName = (typeof monthNames)[number]

/** Formats the month with this first date, such as `2026-07-01`, as `Jul 2026`. */
export function monthLabel(first: string): string {
  return `${monthNames[Number(first.slice(5, 7)) - 1]} ${first.slice(0, 4)}`
}
