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

const readGst = readValue(z.number()).extend({
  /** `calculated`: the receipt says that GST is included, but not how much. */
  origin: z.enum(['read', 'calculated']),
})

/** What a receipt says; null where nothing was found. Amounts are in cents, dates are days. */
export const readFields = z.object({
  supplier: readValue(z.string()).nullable(),
  supplierAbn: readValue(z.string()).nullable(),
  documentDate: readValue(z.string()).nullable(),
  totalCents: readValue(z.number()).nullable(),
  gstCents: readGst.nullable(),
})
export type ReadFields = z.infer<typeof readFields>
export type ReadField = keyof ReadFields
