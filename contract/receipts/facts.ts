import { z } from 'zod'
import { abnDigits } from '../core/abn.ts'

const text = (max: number) => z.string().trim().normalize().max(max, `At most ${max} characters.`)
/** Date fields take `26` for the year 26. */
const day = z.iso
  .date('Enter a date as day, month and year.')
  .refine((said) => said >= '1900-01-01', 'Enter the year with all four digits.')
const cents = z
  .int('Enter an amount.')
  .min(0, 'Enter an amount of 0 or more.')
  .max(100_000_000_00, 'Enter a smaller amount.')

/** What a person may add to a receipt (decision 18). A key that is left out stays as it is; null clears it. */
export const receiptFactsChange = z
  .strictObject({
    description: text(2000).min(1, 'Description is required'),
    supplier: text(200).nullable(),
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
    note: text(4000).nullable(),
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
