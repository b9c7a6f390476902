import { z } from 'zod'
import { formatIncomeYear } from '../core/income-years.ts'
import { asRead } from '../core/schemas/as-read.ts'
import { cents, day, incomeYear } from '../core/schemas/fields.ts'
import { MAX_LENGTH, tooLong } from '../core/limits.ts'
import { listOf, pageQuery } from '../core/schemas/list.ts'
import { whenValid } from '../core/schemas/when-valid.ts'
import { endpoint } from '../core/endpoint.ts'
import { formatCents } from '../core/money.ts'
import { commonRefusals, refusals } from '../core/refusal.ts'
import { subscriptionRefusals } from '../subscriptions/endpoints.ts'
import { deductionLabel } from '../receipts/deduction-labels.ts'

/**
 * The evidence of an expense without a receipt. `smallExpense`: within the limits of a year, the owner's own record is enough (s 900-125);
 * `unobtainable`: there's no receipt to get, such as for tolls; `bankLine`: a line of a bank statement with a note of what
 * it was for.
 */
export const evidenceKinds = ['smallExpense', 'unobtainable', 'bankLine'] as const
const evidenceKind = z.enum(evidenceKinds, 'Choose what kind of evidence this is.')
export type EvidenceKind = z.infer<typeof evidenceKind>

export const evidenceKindNames: Record<EvidenceKind, string> = {
  smallExpense: 'Small expense',
  unobtainable: 'No receipt available',
  bankLine: 'Bank statement line',
}

const requiredText = (max: number, message: string) =>
  z.string().trim().normalize().min(1, message).max(max, tooLong(max))

/** What can be changed about an expense, as it's returned. */
const details = {
  kind: evidenceKind,
  paidOn: z.string(),
  supplier: z.string(),
  description: z.string(),
  amountCents: z.number(),
  label: deductionLabel.nullable(),
  workUsePercent: z.number().nullable(),
  note: z.string().nullable(),
}

/** An owner's details of an expense without a receipt: what a receipt would show. */
export const newExpense = z
  .strictObject({
    kind: evidenceKind,
    /** The day it was incurred. */
    paidOn: day,
    /** Of a bank line, as the statement prints it. */
    supplier: requiredText(MAX_LENGTH.supplier, 'Enter the supplier.'),
    description: requiredText(MAX_LENGTH.description, 'Enter what you bought.'),
    amountCents: cents.min(1, 'Enter an amount above $0.'),
    label: deductionLabel.nullable().default(null),
    workUsePercent: z
      .int('Enter a whole percentage.')
      .min(0, 'Enter a percentage from 0 to 100.')
      .max(100, 'Enter a percentage from 0 to 100.')
      .nullable()
      .default(null),
    /** Why there's no receipt; for a bank line, what it was for. */
    note: z
      .string()
      .trim()
      .normalize()
      .max(MAX_LENGTH.note, tooLong(MAX_LENGTH.note))
      .nullable()
      .default(null),
    known: asRead(details),
  })
  .refine(({ kind, note }) => kind !== 'unobtainable' || (note ?? '') !== '', {
    path: ['note'],
    message: 'Say why there’s no receipt.',
    ...whenValid('kind', 'note'),
  })
  .refine(({ kind, note }) => kind !== 'bankLine' || (note ?? '') !== '', {
    path: ['note'],
    message: 'Say what it was for.',
    ...whenValid('kind', 'note'),
  })
export type NewExpense = z.output<typeof newExpense>

const expense = z.object({
  _id: z.string(),
  ...details,
  /** As in `2026-27`. */
  incomeYear: z.string(),
  claimableCents: z.number(),
  /** Of an asset claimed over several years, the last of them. */
  lastClaimedYear: z.string().nullable(),
  /** Whether its owner can say that it's an asset: it cost more than its year's limit, and is for work outside a business. */
  canBeAsset: z.boolean(),
  /** Whether it may be an asset, and its owner hasn't said yet. */
  mayBeAsset: z.boolean(),
  /** Who entered it, and when. */
  enteredBy: z.string(),
  enteredAt: z.string(),
  changedAt: z.string(),
})
export type ExpenseWithoutReceipt = z.infer<typeof expense>

/** What the expenses of one kind add up to. */
export const expenseTotals = z.object({
  kind: evidenceKind,
  /** How many there are. */
  records: z.number(),
  spentCents: z.number(),
  claimableCents: z.number(),
})
export type ExpenseTotals = z.infer<typeof expenseTotals>

const expenseYear = listOf(expense).extend({
  /** Of the whole year, for each kind that has any. They count separately from receipts. */
  totals: z.array(expenseTotals),
  /** The year's limits for small expenses; null while they aren't known. */
  limits: z.object({ eachCents: z.number(), yearCents: z.number() }).nullable(),
})
export type ExpenseYear = z.infer<typeof expenseYear>

export const expenseTexts = {
  tooMuch: (eachCents: number) => `A small expense can be at most ${formatCents(eachCents)}.`,
  overLimit: (yearCents: number, leftCents: number, incomeYear: string) =>
    `Small expenses can add up to ${formatCents(yearCents)} a year. ` +
    `There’s ${formatCents(leftCents)} left for ${formatIncomeYear(incomeYear)}.`,
}

/** Clients know them as `evidence`. */
export const expenseRefusals = refusals('evidence', {
  limitUnknown: [
    409,
    'We don’t know the limits for small expenses in this income year. Choose another kind of evidence.',
  ],
  notFound: [404, 'We couldn’t find this expense. It may have been deleted.'],
})

const byId = z.object({ evidenceId: z.uuid() })

export const expenseEndpoints = {
  list: endpoint('GET /api/evidence', {
    right: 'receipts:read',
    guests: { logs: 'openRecords', about: 'incomeYear' },
    summary: 'Expenses without a receipt of an income year, the latest first.',
    query: z.object({ incomeYear, ...pageQuery({ limit: 50, maxLimit: 200 }) }),
    response: expenseYear,
  }),
  save: endpoint('POST /api/evidence/:evidenceId', {
    right: 'receipts:write',
    summary:
      'Saves an expense without a receipt under a new id that the caller chooses, or changes the one with this id. Restores a deleted one.',
    params: byId,
    body: newExpense,
    response: expense,
    refusals: [subscriptionRefusals.noActivePlan, expenseRefusals.limitUnknown, commonRefusals.changed],
  }),
  setLastClaim: endpoint('PUT /api/evidence/:evidenceId/last-claim', {
    right: 'receipts:write',
    summary:
      'Sets the last income year an asset is claimed in. Null for other expenses, which `isOneYear` confirms.',
    params: byId,
    body: z.strictObject({ incomeYear: incomeYear.nullable(), isOneYear: z.boolean().default(false) }),
    response: expense,
    refusals: [expenseRefusals.notFound],
  }),
  remove: endpoint('DELETE /api/evidence/:evidenceId', {
    right: 'receipts:write',
    summary: 'Deletes an expense. Saving it again within 30 days restores who entered it and when.',
    params: byId,
    response: expense,
    refusals: [expenseRefusals.notFound],
  }),
}
