import { z } from 'zod'
import { factSources, factSuggestions, reading, suggestedCategory } from '../reading/schemas.ts'
import { deductionLabel } from './deduction-labels.ts'
import { labelQuestion } from './labels/questions.ts'
import { evidenceDetail } from './evidence.ts'
import { draftEdit, receiptFacts } from './facts.ts'

/** `image`: can be shown; `locked`: a PDF with a password; `none`: a Word document. */
const previewKind = z.enum(['image', 'locked', 'none'])

const measured = {
  type: z.string(),
  size: z.number(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** Pages of a PDF. */
  pages: z.number().nullable(),
  preview: previewKind,
}

/** Another draft or receipt of the owner that's probably the same one. */
export const duplicateOf = z.object({
  /** `file`: the same bytes; `image`: the same photo or PDF, saved differently; `details`: the same supplier, date and total. */
  reason: z.enum(['file', 'image', 'details']),
  draft: z.string().nullable(),
  receipt: z.string().nullable(),
})
export type DuplicateOf = z.infer<typeof duplicateOf>

/** A file that was uploaded but isn't in a category yet. */
export const draft = z.object({
  uri: z.string(),
  title: z.string(),
  ...measured,
  createdAt: z.string(),
  /** The day its device says it was added, unless that’s unknown. */
  capturedOn: z.string().optional(),
  reading,
  /** How many receipts the picture shows, if it's several that can be split. */
  splitsInto: z.number().optional(),
  suggestedCategory: suggestedCategory.nullable(),
  /** Whether it's still being compared with the owner's others. */
  isComparing: z.boolean().optional(),
  duplicateOf: duplicateOf.optional(),
  edit: draftEdit.optional(),
  /** When it was cropped or straightened; the original is still there. */
  adjustedAt: z.string().optional(),
})
export type Draft = z.infer<typeof draft>

export const receiptFile = z.object({
  _id: z.string(),
  uri: z.string(),
  title: z.string(),
  ...measured,
  description: z.string(),
  /** Counts up each time the file is replaced. */
  version: z.number(),
})
export type ReceiptFile = z.infer<typeof receiptFile>

export const receipt = z.object({
  _id: z.string(),
  category: z.string(),
  description: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When it was moved to the bin, where it stays for 30 days. */
  deletedAt: z.string().nullable(),
  /** The local day it was captured. */
  capturedOn: z.string(),
  /** As in `2026-27`. */
  incomeYear: z.string(),
  file: z.array(receiptFile),
  facts: receiptFacts,
  sources: factSources,
  suggestions: factSuggestions.nullable(),
  /** What the evidence doesn't show yet; empty when it's complete. */
  missing: z.array(evidenceDetail),
  /** Where it goes in the tax return, with our suggestion and the owner's confirmation kept apart. */
  label: z.object({
    suggested: deductionLabel.nullable(),
    confirmed: deductionLabel.nullable(),
    /** At most three. */
    questions: z.array(labelQuestion),
  }),
  /** The last income year an asset is claimed in; null for other receipts. */
  lastClaimedYear: z.string().nullable(),
  /** Whether it may be an asset that can't be claimed in one year, and its owner hasn't said yet. */
  mayBeAsset: z.boolean(),
  /** When its owner last wrote the description; null if they haven't. */
  describedAt: z.string().nullable(),
  /** In Australian dollars; null while it isn't known. */
  spentCents: z.number().nullable(),
  /** The share of that for work; 0 for what its owner confirmed as private. */
  claimableCents: z.number().nullable(),
  /** Whether details that it lacks may still be read from its files. */
  isReading: z.boolean().optional(),
  duplicateOf: duplicateOf.optional(),
})
export type Receipt = z.infer<typeof receipt>

const fileVersion = z.object({
  file: z.string(),
  version: z.number(),
  title: z.string(),
  ...measured,
  sha256: z.string(),
  createdAt: z.string(),
  replacedAt: z.string().nullable(),
})
export const receiptDetails = receipt.extend({
  /** When it moved to its income year; left out if it was always there, or was in the year's return before it left. */
  inYearSince: z.string().optional(),
  /** True if its claim has changed since the return of its year was lodged or last amended; otherwise left out. */
  hasChangedSinceLodged: z.literal(true).optional(),
  /** Only for guests: a hash of what a reviewed mark certifies, to send with the mark. */
  reviewableHash: z.string().optional(),
  versions: z.array(fileVersion),
  /** One for each file. */
  readings: z.array(reading.extend({ file: z.string() })),
})
export type ReceiptDetails = z.infer<typeof receiptDetails>

export const receiptSummary = z.object({
  totals: z.array(
    z.object({
      category: z.string(),
      incomeYear: z.string(),
      receipts: z.number(),
      /** Spent, in Australian dollars. */
      totalCents: z.number(),
      /** The share of that for work. */
      claimableCents: z.number(),
    }),
  ),
  /**
   * Months of the current income year that have receipts, the first one first; `month` as in `2026-07`. Those of both years
   * while only one of them has begun in Perth.
   */
  months: z.array(z.object({ month: z.string(), receipts: z.number(), totalCents: z.number() })),
  receipts: z.number(),
  trashed: z.number(),
  /** Uploads that wait to be filed. */
  toFile: z.number(),
  /** Receipts with suggestions. */
  toCheck: z.number(),
  recent: z.array(receipt),
})
export type ReceiptSummary = z.infer<typeof receiptSummary>

export const uploadRules = z.object({
  maxBytes: z.number(),
  maxFiles: z.number(),
  types: z.array(z.string()),
})
export type UploadRules = z.infer<typeof uploadRules>

/** Files of all receipts and drafts of one owner. */
export const readingStatus = z.object({ isOn: z.boolean(), waiting: z.number() })
export const readingProgress = readingStatus.extend({
  done: z.number(),
  failed: z.number(),
  /** Never read; 0 while others wait. */
  unread: z.number(),
})
export type ReadingProgress = z.infer<typeof readingProgress>
