import { z } from 'zod'

// What isn't valid is passed on: the contract's schema then reports it together with everything else.

/** A text that may be left empty. */
export const optionalText = z
  .string()
  .optional()
  .transform((typed) => (typed === undefined || typed.trim() === '' ? null : typed))

/** A day that may be left empty. */
export const optionalDay = z
  .string()
  .optional()
  .transform((typed) => typed || null)

/** Commas separate thousands. */
const plainNumber = /^(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d*)?$/
/** As in 12,5. More digits could be thousands of which one is missing. */
const decimalComma = /^(\d+),(\d)$/

/** A number that may be left empty; NaN if it isn't a number. */
export const optionalNumber = z
  .string()
  .optional()
  .transform((typed) => {
    const text = (typed ?? '').replaceAll(/\s/g, '').replace(decimalComma, '$1.$2')
    if (text === '') return null
    return plainNumber.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN
  })

/** Integer cents of an amount field that may be left empty; NaN if its text isn't an amount. */
export const optionalCents = z
  .union([z.number(), z.string()])
  .optional()
  .transform((typed) => (typeof typed === 'string' ? Number.NaN : (typed ?? null)))
