import { z } from 'zod'
import { withoutControls } from '../core/schemas/text.ts'
import { abnDigits } from '../core/people/abn.ts'
import { cents, day } from '../core/schemas/fields.ts'
import { MAX_LENGTH, tooLong } from '../core/limits.ts'
import type { FactName, FactSources, ReadFields } from '../reading/schemas.ts'
import { receiptTexts } from './texts.ts'

const currencies = new Set(Intl.supportedValuesOf('currency'))
const text = (max: number) => z.string().overwrite(withoutControls).trim().normalize().max(max, tooLong(max))
const name = text(MAX_LENGTH.supplier).overwrite((text) => text.replaceAll(/\s+/g, ' '))

export const description = text(MAX_LENGTH.description).min(1, receiptTexts.descriptionRequired)

/** The file name shown for a receipt. */
export const title = z
  .string()
  .trim()
  .min(1, 'A title is required.')
  .max(MAX_LENGTH.title, tooLong(MAX_LENGTH.title))

/** What a user can add to a receipt (requirement 18). A missing key changes nothing; null clears the value. */
export const receiptFactsChange = z
  .strictObject({
    description,
    supplier: name.nullable(),
    supplierAbn: z
      .string()
      .transform((value, context) => {
        const digits = abnDigits(value)
        if (digits === undefined) context.addIssue('Enter the 11 digits of a valid ABN.')
        return digits ?? z.NEVER
      })
      .nullable(),
    /** The day the document was issued. */
    documentDate: day.nullable(),
    paidDate: day.nullable(),
    totalCents: cents.nullable(),
    gstCents: cents.nullable(),
    currency: z.string().refine((code) => currencies.has(code), 'Enter a currency code such as AUD or USD.'),
    /** The total in Australian dollars, if it's in another currency. */
    audCents: cents.nullable(),
    workUsePercent: z
      .int('Enter a whole percentage.')
      .min(0, 'Enter a percentage from 0 to 100.')
      .max(100, 'Enter a percentage from 0 to 100.')
      .nullable(),
    /** Who a tax invoice is made out to: a name or an ABN. */
    buyer: name.nullable(),
    /** Whether someone paid the owner back; then nothing of it is claimable. */
    isReimbursed: z.boolean().nullable(),
    note: text(MAX_LENGTH.note).nullable(),
  })
  .partial()

/** The facts that may come with a new receipt. */
export const filedFacts = receiptFactsChange.omit({ description: true })

/** What the owner changed about an upload before filing it, as typed: the total may not be an amount yet. */
export const draftEdit = z
  .strictObject({
    supplier: z.string().max(MAX_LENGTH.supplier),
    /** In dollars. */
    total: z.string().max(MAX_LENGTH.amount),
    date: z.string().max(10),
    description: z.string().max(MAX_LENGTH.description),
    /** The id of a category, or nothing. */
    category: z.string().max(40),
  })
  .partial()
export type DraftEdit = z.infer<typeof draftEdit>

/** The facts of a receipt; null means unknown. */
export const receiptFacts = z.object({
  supplier: z.string().nullable(),
  supplierAbn: z.string().nullable(),
  documentDate: z.string().nullable(),
  paidDate: z.string().nullable(),
  totalCents: z.number().nullable(),
  gstCents: z.number().nullable(),
  currency: z.string(),
  audCents: z.number().nullable(),
  workUsePercent: z.number().nullable(),
  buyer: z.string().nullable(),
  isReimbursed: z.boolean().nullable(),
  note: z.string().nullable(),
})
export type ReceiptFacts = z.infer<typeof receiptFacts>

/** The maximum GST in a total: one eleventh, and one cent for rounding. */
export function maxGstCents(totalCents: number): number {
  return Math.floor(totalCents / 11) + 1
}

/** Whether a fact is from its user. What was read in the meantime gives way to what they typed. */
export function isFromUser(source: FactSources[FactName]): boolean {
  return source === 'typed' || source === 'confirmed'
}

/** Whether GST that was read can be part of a total. What was calculated from another total can't. */
export function isGstOf(totalCents: number, { value, origin }: NonNullable<ReadFields['gstCents']>): boolean {
  return origin === 'calculated' ? value === Math.round(totalCents / 11) : value <= maxGstCents(totalCents)
}
