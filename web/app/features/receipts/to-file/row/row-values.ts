import { parseCents, typedAmount } from '@docketbox/contract/core/money'
import { cents, day } from '@docketbox/contract/core/schemas/fields'
import type { Input } from '@docketbox/contract/core/endpoint'
import type { draftEndpoints } from '@docketbox/contract/receipts/drafts/endpoints'
import type { DraftEdit } from '@docketbox/contract/receipts/facts'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import type { z } from 'zod'
import { isoDay, today } from '#platform/format/dates.ts'

export type NewReceipt = Input<typeof draftEndpoints.fileDrafts>['body']['receipts'][number]

/** What the user changed in a row. */
export type RowEdit = DraftEdit
/** What a row's fields contain, as typed. */
export type RowValues = Record<keyof DraftEdit, string>
export type RowField = keyof RowValues
/** Why a row can't be filed. */
export type Problem = { field: RowField; text: string }
export type Row = { draft: Draft; edit: RowEdit }

const readFields = { supplier: 'supplier', total: 'totalCents', date: 'documentDate' } as const

/** The file name of a draft, but not the one that all photos of our camera have (requirement 40). */
export function fileNameOf({ title }: Draft): string {
  return title.replace(/^captured-image(.*)\.\w+$/, 'Photo$1')
}

/** A row's values: what was read, unless the user changed it. */
export function valuesOf({ reading, suggestedCategory }: Draft, edit: RowEdit): RowValues {
  const { supplier, totalCents, documentDate } = reading.fields ?? {}
  return {
    supplier: edit.supplier ?? supplier?.value ?? '',
    total: edit.total ?? typedAmount(totalCents?.value),
    date: edit.date ?? documentDate?.value ?? '',
    description: edit.description ?? '',
    category: edit.category ?? suggestedCategory?.category ?? '',
  }
}

/** What a row is called: its supplier or, without one, its file name. */
export function rowName({ draft, edit }: Row): string {
  return valuesOf(draft, edit).supplier || fileNameOf(draft)
}

/** Why a category is suggested. */
export function reasonOf({ suggestedCategory }: Draft, category: string): string {
  if (!suggestedCategory || suggestedCategory.category !== category) return ''
  const { receipts } = suggestedCategory
  if (receipts === 0) return 'Suggested'
  return receipts === 1 ? 'You’ve filed one here before' : `You’ve filed ${receipts} here before`
}

export const foreignTotal =
  'The total may be in another currency. Once it’s saved, you can change the currency in its details.'

/** Asks to check fields that were read without certainty. */
export function pleaseCheck(fields: readonly string[]): string {
  return `Please check the ${new Intl.ListFormat('en-AU').format(fields)}.`
}

/** Whether a value was read without certainty and not changed since. */
export function needsCheck({ reading }: Draft, edit: RowEdit, field: RowField): boolean {
  if (edit[field] !== undefined || !isRead(field)) return false
  return reading.fields?.[readFields[field]]?.level === 'check'
}

/**
 * Whether a row can be filed unseen: its category, supplier and total are certain, and its date, which decides the income
 * year; and it's no duplicate.
 */
export function isSure(draft: Draft, edit: RowEdit): boolean {
  const values = valuesOf(draft, edit)
  const isCertain = (field: RowField) => values[field] !== '' && !needsCheck(draft, edit, field)
  const isComplete = (['category', 'supplier', 'total', 'date'] as const).every(isCertain)
  const isDuplicate = draft.duplicateOf !== undefined || draft.isComparing === true
  return isComplete && !isDuplicate && problemsOf(values).length === 0
}

/** Why what's typed as an amount can't be saved; undefined if it can, or if it's nothing. */
export function problemInAmount(typed: string): string | undefined {
  if (typed.trim() === '') return undefined
  const amount = parseCents(typed)
  return amount === undefined ? 'Enter an amount such as 12.50.' : problemIn(cents, amount)
}

/** Why what's typed as a date can't be saved; undefined if it can, or if it's nothing. */
export function problemInDate(typed: string): string | undefined {
  if (typed === '') return undefined
  return problemIn(day, typed) ?? (typed > today() ? 'This date is in the future.' : undefined)
}

/** Why a row can't be filed, by field. */
export function problemsOf({ category, total, date }: RowValues): Problem[] {
  const problems: Problem[] = []
  const amountProblem = problemInAmount(total)
  if (amountProblem) problems.push({ field: 'total', text: amountProblem })
  const dateProblem = problemInDate(date)
  if (dateProblem) problems.push({ field: 'date', text: dateProblem })
  if (category === '') problems.push({ field: 'category', text: 'Choose a category.' })
  return problems
}

/**
 * The receipt a row becomes.
 * @param isSeen whether the user accepted this row, which confirms what was read; if not, only changes are sent.
 */
export function receiptFrom(draft: Draft, edit: RowEdit, { isSeen }: { isSeen: boolean }): NewReceipt {
  const values = valuesOf(draft, edit)
  const parsed = {
    supplier: values.supplier.trim() || null,
    total: parseCents(values.total) ?? null,
    date: values.date || null,
  }
  const isSent = (field: keyof typeof readFields) =>
    edit[field] !== undefined || (isSeen && parsed[field] !== null)
  const facts = {
    ...(isSent('supplier') && { supplier: parsed.supplier }),
    ...(isSent('total') && { totalCents: parsed.total }),
    ...(isSent('date') && { documentDate: parsed.date }),
  }
  return {
    category: values.category,
    file: [{ uri: draft.uri }],
    description: values.description.trim(),
    facts,
    capturedOn: draft.capturedOn ?? isoDay(new Date(draft.createdAt)),
  }
}

/** What the server would say about a value. */
function problemIn(schema: z.ZodType, value: unknown): string | undefined {
  return schema.safeParse(value).error?.issues[0]?.message
}

function isRead(field: RowField): field is keyof typeof readFields {
  return field in readFields
}
