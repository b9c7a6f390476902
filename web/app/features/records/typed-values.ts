import { z } from 'zod'

/** A day that may be left empty. */
export const optionalDay = z
  .string()
  .optional()
  .transform((typed) => typed || null)

/** A number that may be left empty; NaN if it isn't a number. */
export const optionalNumber = z
  .string()
  .optional()
  .transform((typed) => {
    const text = (typed ?? '').replaceAll(/[\s,]/g, '')
    return text === '' ? null : Number(text)
  })

/** Integer cents that may be left empty. */
export const optionalCents = z
  .number('Enter an amount such as 1,250.00.')
  .optional()
  .transform((cents) => cents ?? null)
