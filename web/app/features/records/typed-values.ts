import { z } from 'zod'

/** A day that may be left empty. */
export const optionalDay = z
  .string()
  .optional()
  .transform((typed) => typed || null)

/** Commas only separate thousands: 12,5 could mean 12.5 or 125. */
const plainNumber = /^(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d*)?$/

/** A number that may be left empty; NaN if it isn't a number. */
export const optionalNumber = z
  .string()
  .optional()
  .transform((typed) => {
    const text = (typed ?? '').replaceAll(/\s/g, '')
    if (text === '') return null
    return plainNumber.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
  })

/** Integer cents that may be left empty. */
export const optionalCents = z
  .number('Enter an amount such as 1,250.00.')
  .optional()
  .transform((cents) => cents ?? null)
