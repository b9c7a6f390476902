import { z } from 'zod'

/** How a return was lodged. Returns lodged by an agent are due later. */
export const lodgedVia = z.enum(['myTax', 'agent', 'paper'], 'Choose how you lodged your return.')
export type LodgedVia = z.infer<typeof lodgedVia>

export const lodgedReturn = z.object({
  lodgedOn: z.string(),
  via: lodgedVia,
  /** When it was last amended. */
  amendedOn: z.string().nullable(),
})
export type LodgedReturn = z.infer<typeof lodgedReturn>

/** How long the receipts of an income year have to be kept. */
export const yearRetention = z.object({
  /** The last day; null during a dispute, which suspends the period. */
  keepUntil: z.string().nullable(),
  /** Whether it's only an estimate, because the day the return was lodged isn't known. */
  isProvisional: z.boolean(),
  /** Whether the period has ended, except for assets, and its owner hasn't decided yet what to do with the receipts. */
  isDecisionDue: z.boolean(),
})
export type YearRetention = z.infer<typeof yearRetention>

export const yearOverview = z.object({
  incomeYear: z.string(),
  receipts: z.number(),
  /** Whether assets are claimed in it for the last time, so that their retention counts from it. */
  isLastOfAssets: z.boolean(),
  /** Whether it has records that aren't receipts: trips, hours and the like, or expenses without one. */
  hasRecords: z.boolean(),
  /** In Australian dollars. */
  spentCents: z.number(),
  /** The share of that for work. */
  claimableCents: z.number(),
  /** When a return is due that's lodged without an agent; null when it isn't known. */
  dueOn: z.string().nullable(),
  lodgement: lodgedReturn.nullable(),
  isDisputed: z.boolean(),
  retention: yearRetention,
})
export type YearOverview = z.infer<typeof yearOverview>

export const receiptTotals = z.object({
  receipts: z.number(),
  /** In Australian dollars, like all amounts here. */
  spentCents: z.number(),
  /** How much of it someone paid the owner back. */
  reimbursedCents: z.number(),
  /** The share for work. */
  claimableCents: z.number(),
  gstCents: z.number(),
  /** Receipts with every detail that evidence needs, and the others. */
  complete: z.number(),
  incomplete: z.number(),
  /** Receipts that count for nothing above, because their amount isn't known in Australian dollars. */
  withoutAmount: z.number(),
})
export type ReceiptTotals = z.infer<typeof receiptTotals>

export const noTotals: Readonly<ReceiptTotals> = {
  receipts: 0,
  spentCents: 0,
  reimbursedCents: 0,
  claimableCents: 0,
  gstCents: 0,
  complete: 0,
  incomplete: 0,
  withoutAmount: 0,
}
