import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { day, incomeYear } from '../core/schemas/fields.ts'
import { MAX_CENTS, MAX_LENGTH } from '../core/limits.ts'
import { listOf, pageQuery } from '../core/schemas/list.ts'
import { deductionLabel } from './deduction-labels.ts'
import { receipt } from './schemas.ts'
import { receiptRefusals, receiptTexts } from './texts.ts'

export const listFilter = {
  category: z.uuid().optional(),
  incomeYear: incomeYear.optional(),
  q: z.string().trim().normalize().max(MAX_LENGTH.receiptSearch).optional(),
}

/** Digits in an address, a number in a body. Nothing else is coerced: null and an empty text would become $0. */
const cents = z.preprocess(
  (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
  z.int().min(0).max(MAX_CENTS),
)
/** Filters of a search; those left out don't apply. */
export const searchFilter = {
  ...listFilter,
  /** In Australian dollars; while that isn't known, in the receipt's currency. Sorting by amount does the same. */
  minCents: cents.optional(),
  maxCents: cents.optional(),
  /** Whether someone paid the owner back; `no` includes those who weren't asked. */
  reimbursed: z.enum(['yes', 'no']).optional(),
  /** The confirmed deduction label, otherwise the suggested one; `none`: receipts that aren't sorted yet. */
  label: deductionLabel.or(z.literal('none')).optional(),
  /** Receipts without this detail; `amount` is the one in Australian dollars. */
  missing: z.enum(['any', 'supplier', 'date', 'amount']).optional(),
  type: z.enum(['image', 'pdf', 'document']).optional(),
  /** Where the supplier, the date or the amount comes from. */
  source: z.enum(['typed', 'read', 'confirmed']).optional(),
  /** Receipts whose claim has changed since the return of their year was lodged or last amended. */
  changed: z.literal('sinceLodged').optional(),
}

/** Long enough for four similar words for each one that a search can hold. */
const MAX_CORRECTIONS_LENGTH = 2000
/** The receipts to change or download: all that a search showed. */
export const shownFilter = {
  ...searchFilter,
  /** The corrections it showed, separated by commas. No other words are searched for instead of mistyped ones. */
  corrections: z
    .string()
    .max(MAX_CORRECTIONS_LENGTH)
    .transform((words) => words.split(','))
    .optional(),
}

/** As many as a URL can hold. */
export const MAX_SELECTED = 200
/** Ids of receipts, separated by commas. */
export const selectedIds = z
  .string()
  .max(MAX_SELECTED * 37)
  .transform((ids) => ids.split(','))
  .pipe(z.array(z.uuid()).max(MAX_SELECTED))

/** `-` sorts downwards; receipts without the value are last either way. */
export const receiptSort = z.enum([
  'date',
  '-date',
  'amount',
  '-amount',
  'supplier',
  '-supplier',
  'added',
  '-added',
])
export type ReceiptSort = z.infer<typeof receiptSort>

/** How many receipts can be named in one change. */
const MAX_NAMED = 1000

const bulkAction = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('move'), category: z.uuid(receiptTexts.categoryRequired) }),
  z.strictObject({ type: z.literal('workUse'), workUsePercent: z.int().min(0).max(100).nullable() }),
  z.strictObject({ type: z.literal('date'), documentDate: day.nullable() }),
  z.strictObject({ type: z.literal('delete') }),
  z.strictObject({ type: z.literal('read') }),
])
export type BulkAction = z.infer<typeof bulkAction>

const { notFound, inTrash, unknownCategory, changeNotFound } = receiptRefusals

/** Finding receipts, and changing many at once. */
export const searchEndpoints = {
  search: endpoint('GET /api/receipts', {
    right: 'receipts:read',
    guests: { logs: 'search', about: 'q' },
    summary:
      'The caller’s receipts that match a search for words in any detail or in the text on the receipt, amounts, ABNs and dates.',
    query: z.object({
      ...searchFilter,
      sort: receiptSort.default('-date'),
      ...pageQuery({ limit: 50, maxLimit: 200 }),
    }),
    response: listOf(receipt).extend({
      /** Whether more receipts match than `totalDocs`: a search for words counts up to 1,000. */
      isCountCapped: z.boolean(),
      /** The total of all matching receipts in Australian dollars; null when they are too many to add up. */
      totalCents: z.number().nullable(),
      /** How many of them have an amount. */
      withAmount: z.number().nullable(),
      /** The share of the total for work. */
      claimableCents: z.number().nullable(),
      /** The words that were searched for instead of mistyped ones; empty when nothing was mistyped. */
      corrections: z.array(z.string()),
    }),
    cost: 'search',
    refusals: [unknownCategory],
  }),
  bulk: endpoint('POST /api/receipts/bulk', {
    right: 'receipts:write',
    summary: 'Changes receipts by id, or all that a search showed. All or nothing.',
    body: z
      .strictObject({
        ids: z.array(z.uuid()).min(1).max(MAX_NAMED).optional(),
        filter: z.strictObject(shownFilter).optional(),
        action: bulkAction,
      })
      .refine(
        ({ ids, filter }) => (ids === undefined) !== (filter === undefined),
        'Send either ids or a filter.',
      ),
    response: z.object({
      changed: z.number(),
      /** Of those that got a date: how many stay in another income year, which their date paid decides. */
      inOtherYear: z.number().optional(),
      /** Takes the change back; null when nothing was changed. */
      undo: z.string().nullable(),
    }),
    refusals: [notFound, inTrash, unknownCategory],
    idempotent: true,
  }),
  undoBulk: endpoint('POST /api/receipts/bulk/:changeId/undo', {
    right: 'receipts:write',
    summary:
      'Undoes a bulk change of the last day, except on receipts that have changed since and files that have been read.',
    params: z.object({ changeId: z.uuid() }),
    response: z.object({ changed: z.number() }),
    refusals: [changeNotFound],
  }),
  toCheck: endpoint('GET /api/receipt/to-check', {
    right: 'receipts:read',
    summary: 'Ids of the newest 1,000 receipts with suggestions to check, and how many there are.',
    response: z.object({ ids: z.array(z.uuid()), total: z.number() }),
  }),
}
