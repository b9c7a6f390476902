import { z } from 'zod'
import { endingOf, incomeYearLabel } from '../income-years.ts'
import { MAX_CENTS } from '../limits.ts'

/** An amount of money in integer cents. */
export const cents = z
  .int('Enter an amount such as 12.50.')
  .min(0, 'Enter an amount of 0 or more.')
  .max(MAX_CENTS, 'Enter a smaller amount.')

/** A date such as `2026-06-30`. Date inputs accept `26` as the year 26, so there's a minimum. */
export const day = z.iso
  .date('Enter a date as day, month and year.')
  .refine((typed) => typed >= '1900-01-01', 'Enter the year with four digits.')

/** A date to calculate with: the day after 9999-12-31 isn't one. */
export const dayUntil2100 = day.refine((typed) => typed <= '2100-12-31', 'Enter a date up to 31 Dec 2100.')

const INCOME_YEAR = 'Enter an income year such as 2026-27.'
/** An income year such as `2026-27`. */
export const incomeYear = z
  .string(INCOME_YEAR)
  .regex(/^(?:18|19|20)\d\d-\d\d$/, INCOME_YEAR)
  .refine((label) => label === incomeYearLabel(endingOf(label)), INCOME_YEAR)
