import { z } from 'zod'

/** Where a value was read, as shares (0 to 1) of the upright page. Pages count from 1. */
export const readBox = z.object({
  page: z.number(),
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
})
export type ReadBox = z.infer<typeof readBox>

/** `sure` values are filled in; `check` values are suggested. */
const level = z.enum(['sure', 'check'])

const readValue = <Value extends z.ZodType>(value: Value) =>
  z.object({ value, confidence: z.number(), level, box: readBox.nullable() })

const readTotal = readValue(z.number()).extend({
  /** Whether it may be in another currency. */
  isForeign: z.boolean().optional(),
})
const readGst = readValue(z.number()).extend({
  /** `calculated`: the receipt says that GST is included, but not how much. */
  origin: z.enum(['read', 'calculated']),
})

/** The values read from a receipt; null if not found. Amounts are in cents, dates are days. */
export const readFields = z.object({
  supplier: readValue(z.string()).nullable(),
  supplierAbn: readValue(z.string()).nullable(),
  documentDate: readValue(z.string()).nullable(),
  totalCents: readTotal.nullable(),
  gstCents: readGst.nullable(),
})
export type ReadFields = z.infer<typeof readFields>
export type ReadField = keyof ReadFields
export const readField = readFields.keyof()

/** `off`: this server doesn't read receipts. */
const readingState = z.enum(['waiting', 'done', 'failed', 'off'])

/**
 * The state of reading a file, and its values; `fields` is null until it's done. An adjusted draft has those of its original
 * until then.
 */
export const reading = z.object({ state: readingState, fields: readFields.nullable() })
export type Reading = z.infer<typeof reading>

/** A suggested category, and why: the owner's earlier choices, or the kind of supplier. */
export const suggestedCategory = z.object({
  category: z.string(),
  /** How many receipts of this supplier the owner has there; 0 when it's a guess from the text. */
  receipts: z.number(),
})
export type SuggestedCategory = z.infer<typeof suggestedCategory>

/** Where a fact comes from. `default`: we filled it in so that it isn't empty. */
const source = z.enum(['typed', 'read', 'confirmed', 'default'])
export const factName = z.enum([
  'description',
  'supplier',
  'supplierAbn',
  'documentDate',
  'paidDate',
  'totalCents',
  'gstCents',
  'currency',
  'audCents',
  'workUsePercent',
  'buyer',
  'isReimbursed',
  'note',
])
export type FactName = z.infer<typeof factName>
export const factSources = z.partialRecord(factName, source)
export type FactSources = z.infer<typeof factSources>

/** Values that were read without certainty, for the owner to accept or replace. */
export const factSuggestions = z
  .object({
    supplier: z.string(),
    supplierAbn: z.string(),
    documentDate: z.string(),
    totalCents: z.number(),
    gstCents: z.number(),
    workUsePercent: z.number(),
  })
  .partial()
export type FactSuggestions = z.infer<typeof factSuggestions>
