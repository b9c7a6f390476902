import { z } from 'zod'
import { MAX_CENTS } from './limits.ts'

/** An amount of money in integer cents. */
export const cents = z
  .int('Enter an amount.')
  .min(0, 'Enter an amount of 0 or more.')
  .max(MAX_CENTS, 'Enter a smaller amount.')

/** A date such as `2026-06-30`. Date inputs accept `26` for the year 26, hence the minimum. */
export const day = z.iso
  .date('Enter a date as day, month and year.')
  .refine((typed) => typed >= '1900-01-01', 'Enter the year with all four digits.')
