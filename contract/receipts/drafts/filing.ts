import { z } from 'zod'
import { description, filedFacts } from '../facts.ts'
import { receiptRefusals, receiptTexts } from '../texts.ts'

/** The most files one receipt can have. */
export const MAX_FILES = 20

export const draftUri = z.string().min(1).max(300)
/** The client also sends these. They're validated but never trusted (requirement 13). */
export const claimed = { type: z.string().max(200).optional(), size: z.number().min(0).optional() }

/** Drafts that become one receipt. */
export const newReceipt = z.strictObject({
  category: z.uuid(receiptTexts.categoryRequired),
  file: z
    .array(
      z.strictObject({
        uri: draftUri,
        title: z.string().max(1000, 'Use at most 1,000 characters.').optional(),
        ...claimed,
      }),
    )
    .min(1, receiptTexts.chooseFile)
    .max(MAX_FILES, receiptRefusals.tooManyFiles.message),
  /** When empty, the supplier or the category names the receipt until a description is written. */
  description: description.or(z.literal('')).default(''),
  /** What was typed or accepted before filing. */
  facts: filedFacts.optional(),
  /** The day the first file was added, where the user is. */
  capturedOn: z.iso.date().optional(),
})
