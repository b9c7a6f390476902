import { z } from 'zod'
import { abnDigits } from '../core/abn.ts'
import { cents, day } from '../core/fields.ts'
import { MAX_LENGTH, tooLong } from '../core/limits.ts'
import { receiptTexts } from './texts.ts'

const text = (max: number) => z.string().trim().normalize().max(max, tooLong(max))

export const description = text(MAX_LENGTH.description).min(1, receiptTexts.descriptionRequired)

/** The file name shown for a receipt. */
export const title = z
  .string()
  .trim()
  .min(1, 'A title is required.')
  .max(MAX_LENGTH.title, tooLong(MAX_LENGTH.title))

/** What a person may add to a receipt (decision 18). A key that is left out stays as it is; null clears it. */
export const receiptFactsChange = z
  .strictObject({
    description,
    supplier: text(MAX_LENGTH.supplier).nullable(),
    supplierAbn: z
      .string()
      .transform((value, context) => {
        const digits = abnDigits(value)
        if (digits === undefined) context.addIssue('Enter the 11 digits of a valid ABN.')
        return digits ?? z.NEVER
      })
      .nullable(),
    /** The day the document was made out. */
    documentDate: day.nullable(),
    paidDate: day.nullable(),
    totalCents: cents.nullable(),
    gstCents: cents.nullable(),
    currency: z.string().regex(/^[A-Z]{3}$/, 'Enter a currency of three letters, such as AUD.'),
    workUsePercent: z
      .int('Enter a whole percentage.')
      .min(0, 'Enter a percentage from 0 to 100.')
      .max(100, 'Enter a percentage from 0 to 100.')
      .nullable(),
    note: text(MAX_LENGTH.note).nullable(),
  })
  .partial()

/** The facts of a receipt as they are kept; what nobody has said is null. */
export const receiptFacts = z.object({
  supplier: z.string().nullable(),
  supplierAbn: z.string().nullable(),
  documentDate: z.string().nullable(),
  paidDate: z.string().nullable(),
  totalCents: z.number().nullable(),
  gstCents: z.number().nullable(),
  currency: z.string(),
  workUsePercent: z.number().nullable(),
  note: z.string().nullable(),
})
export type ReceiptFacts = z.infer<typeof receiptFacts>

/** The most GST a total can hold: one eleventh, and one cent of rounding. */
export function mostGstCents(totalCents: number): number {
  return Math.floor(totalCents / 11) + 1
}
