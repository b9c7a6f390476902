import { z } from 'zod'
import { expenseTotals } from '../expenses-without-receipt/endpoints.ts'
import { deductionLabel } from '../receipts/deduction-labels.ts'
import { evidenceDetail } from '../receipts/evidence.ts'
import { recordClaim, recordKinds } from '../records/schemas.ts'
import { receiptTotals, lodgedReturn, yearRetention } from './schemas.ts'

const count = z.number()
const cents = z.number()
const day = z.string()

/** Whether a figure of the law is certain: `draft` may still change, `unknown` isn't published yet. */
const ruleStatus = z.enum(['law', 'draft', 'unknown'])

/** The limit of a simpler rule, and how much of it is used. */
const meter = z.object({
  kind: z.enum(['writtenEvidence', 'smallExpenses', 'laundry']),
  usedCents: cents,
  /** Whether some of it isn't known yet. */
  hasUnknown: z.boolean(),
  /** Null when this year's limit isn't known, or the year has none. */
  limitCents: cents.nullable(),
  /** How much a single one may be; null when that isn't known or limited. */
  eachCents: cents.nullable(),
  status: ruleStatus,
})
export type Meter = z.infer<typeof meter>

/** A receipt that lacks details that evidence needs. */
const incompleteReceipt = z.object({
  _id: z.string(),
  /** Its supplier, otherwise its description. */
  name: z.string(),
  /** The purchase date, otherwise the day it was added. */
  day,
  totalCents: cents.nullable(),
  currency: z.string(),
  missing: z.array(evidenceDetail),
})
export type IncompleteReceipt = z.infer<typeof incompleteReceipt>

/** A receipt, or an expense without one, that may be for an asset. */
const possibleAsset = z.object({
  _id: z.string(),
  hasReceipt: z.boolean(),
  /** Its supplier, otherwise its description. */
  name: z.string(),
  description: z.string(),
  day,
  spentCents: cents,
})
export type PossibleAsset = z.infer<typeof possibleAsset>

/** An asset of an earlier year that's still claimed, with a receipt or without. */
const earlierAsset = possibleAsset.extend({
  /** Of its `day`. */
  incomeYear: z.string(),
  /** In Australian dollars; null while that isn't known. */
  spentCents: cents.nullable(),
  /** 100 unless its owner said otherwise. */
  workUsePercent: z.number(),
  label: deductionLabel.nullable(),
  lastClaimedYear: z.string(),
})
export type EarlierAsset = z.infer<typeof earlierAsset>

/** What isn’t a receipt and can change after a return was lodged. */
export const changedKinds = [...recordKinds, 'expenses', 'taxAnswers'] as const
export type ChangedKind = (typeof changedKinds)[number]

const labelTotals = receiptTotals.extend({
  label: deductionLabel.nullable(),
  /** How much of the claimable amount the records already cover, so that it mustn't be claimed twice. */
  coveredCents: cents,
  /** How much was spent on assets that are claimed over several years, besides what was reimbursed. */
  assetSpentCents: cents,
})
export type LabelTotals = z.infer<typeof labelTotals>

export const yearSummary = z.object({
  incomeYear: z.string(),
  totals: receiptTotals,
  /** Categories that have receipts. */
  byCategory: z.array(receiptTotals.extend({ category: z.string() })),
  /** Deduction labels that have receipts; null stands for receipts without a label. */
  byLabel: z.array(labelTotals),
  /** What's for cars, whatever label a business claims it under. */
  cars: receiptTotals.omit({ gstCents: true, complete: true, incomplete: true, withoutAmount: true }).extend({
    /** On what is or may be an asset. */
    assetSpentCents: cents,
    /** Spent without a receipt, except on assets. */
    withoutReceiptCents: cents,
  }),
  /** How much of the claimable total is for assets that are claimed over several years. */
  assetCents: cents,
  /** How many assets from earlier years are still claimed in this one. */
  earlierAssets: count,
  /** The latest of them. */
  earlierAssetDocs: z.array(earlierAsset),
  /** What may be an asset, which its owner hasn't said; the most valuable ones are in `docs`. */
  possibleAssets: z.object({
    receipts: count,
    /** Of these receipts. */
    claimableCents: cents,
    /** Expenses without a receipt. */
    expenses: count,
    docs: z.array(possibleAsset),
  }),
  /** Months that have receipts, the first one first; `month` as in `2026-07`. */
  months: z.array(z.object({ month: z.string(), receipts: count, totalCents: cents })),
  /** The year before; null for guests with whom it isn't shared. */
  previous: z
    .object({
      incomeYear: z.string(),
      receipts: count,
      spentCents: cents,
      /** Up to the same day of the year, while this one is running; else the same as `spentCents`. */
      toDateCents: cents,
      byCategory: z.array(z.object({ category: z.string(), receipts: count, spentCents: cents })),
    })
    .nullable(),
  /** The most valuable receipts that lack details; `receipts` counts all of them. */
  missing: z.object({ receipts: count, docs: z.array(incompleteReceipt) }),
  /** Expenses without a receipt, by kind; it counts separately. */
  evidence: z.array(expenseTotals),
  /** How much of their claimable total the records already cover, is for assets claimed over several years, or may be, and is for cars. */
  evidenceParts: z.object({ coveredCents: cents, assetCents: cents, possibleCents: cents, carCents: cents }),
  /** What records that aren't receipts add up to; only chosen methods count. */
  records: z.array(recordClaim),
  /** Sole traders only have the one for small expenses. */
  meters: z.array(meter),
  /** When a return is due; null when it isn't known. */
  deadlines: z.object({ self: day, agent: day }).nullable(),
  /** Null for a year whose rules aren't known; `isChanging` while some of them are a draft. */
  rules: z.object({ isChanging: z.boolean() }).nullable(),
  /** Whether there are receipts of a business registered for GST, whose amounts include what it can get back. */
  businessIncludesGst: z.boolean(),
  /** Null unless the year's rules include one, and for sole traders, who have no work expenses for it to replace. */
  standardDeduction: z
    .object({
      cents,
      workExpensesCents: cents,
      /** Whether some of the work expenses aren't known yet. */
      hasUnknown: z.boolean(),
      status: ruleStatus,
    })
    .nullable(),
  lodgement: lodgedReturn.nullable(),
  /** Receipts that were added, or moved here from another year, after the return was lodged or last amended. */
  addedSinceLodged: count,
  /**
   * Receipts that were in the return when it was lodged or last amended, and whose claim has been edited since, or that were
   * removed from the year: deleted or moved to another. `inBin` is how many of those removed are in the bin.
   */
  receiptsChangedSinceLodged: z.object({ edited: count, removed: count, inBin: count }),
  /** Records, expenses without a receipt and tax answers that differ from when the return was lodged or last amended. */
  changedSinceLodged: z.array(z.enum(changedKinds)),
  isDisputed: z.boolean(),
  retention: yearRetention,
})
export type YearSummary = z.infer<typeof yearSummary>
