import { z } from 'zod'
import { perthDay } from '../core/dates.ts'
import type { FactSources } from '../reading/schemas.ts'
import type { YearRules } from '../tax-rules/schema.ts'
import type { LodgedReturn } from '../years/schemas.ts'
import { businessLabels, type DeductionLabel } from './deduction-labels.ts'
import type { ReceiptFacts } from './facts.ts'
import type { LabelAnswers } from './labels/questions.ts'

/** Details that evidence must show (s 900-115), and those a tax invoice must show as well. */
export const evidenceDetail = z.enum([
  'supplier',
  'amount',
  'description',
  'date',
  'documentDate',
  'supplierAbn',
  'gst',
  'buyer',
])
export type Detail = z.infer<typeof evidenceDetail>

export const detailNames: Record<Detail, string> = {
  supplier: 'supplier',
  amount: 'amount',
  description: 'what you bought',
  date: 'date',
  documentDate: 'date on the receipt',
  supplierAbn: 'supplier’s ABN',
  gst: 'GST',
  buyer: 'buyer’s name or ABN',
}

type EvidenceFacts = Omit<ReceiptFacts, 'workUsePercent' | 'note' | 'audCents' | 'isReimbursed'> & {
  sources: FactSources
  /** Confirmed or suggested; null if it isn't sorted. */
  label: DeductionLabel | null
  isLabelConfirmed: boolean
  labelAnswers: LabelAnswers
}

type Requirements = {
  /** Whether the owner is registered for GST; null until they were asked. */
  isGstRegistered: boolean | null
  /** The rules of the receipt's income year; undefined when nothing is known about it. */
  rules: Pick<YearRules, 'taxInvoiceCents' | 'buyerOnInvoiceCents'> | undefined
}

/**
 * The details that evidence needs and a receipt doesn't show yet: the supplier, the amount, what was bought, when the
 * expense was incurred, and the date of the document. Above the year's limit, owners registered for GST also need those
 * of a tax invoice for their business, and above a higher limit its buyer. What's confirmed as private needs no evidence.
 * @returns them in the order of the form; none if the evidence is complete.
 */
export function missingDetails(receipt: EvidenceFacts, { isGstRegistered, rules }: Requirements): Detail[] {
  const { supplier, totalCents, documentDate, paidDate, supplierAbn, gstCents, buyer, currency, sources } =
    receipt
  if (receipt.label === 'private' && receipt.isLabelConfirmed) return []
  const hasCredit = isGstRegistered === true && mayHaveGstCredit(receipt)
  const limit = rules?.taxInvoiceCents?.value
  const buyerLimit = rules?.buyerOnInvoiceCents?.value
  const invoicedCents = hasCredit && currency === 'AUD' ? (totalCents ?? 0) : 0
  const needsInvoice = limit !== undefined && invoicedCents > limit
  const missing: Record<Detail, boolean> = {
    // We wrote the supplier or the category there. What's read off the receipt or written by the owner counts.
    description: sources.description === 'default',
    supplier: supplier === null,
    supplierAbn: needsInvoice && supplierAbn === null,
    amount: totalCents === null,
    gst: needsInvoice && gstCents === null,
    buyer: needsInvoice && buyerLimit !== undefined && invoicedCents >= buyerLimit && buyer === null,
    // The day it was incurred is the one on the receipt, unless it was paid on another.
    date: documentDate === null && paidDate === null,
    documentDate: documentDate === null && paidDate !== null,
  }
  return (Object.keys(missing) as Detail[]).filter((name) => missing[name])
}

/** Whether an expense may be for a business, whose GST can be claimed back. Any may be until its owner says it's for a job. */
function mayHaveGstCredit({ label, isLabelConfirmed, labelAnswers }: EvidenceFacts): boolean {
  if (label === null || label === 'business') return true
  return !isLabelConfirmed && labelAnswers.forWork !== 'job' && businessLabels.includes(label)
}

/**
 * Whether something happened after the day the return was lodged, wherever in Australia its owner is.
 * @param lodgedOn as in `2026-09-30`.
 */
export function isAfterLodging(at: Date, lodgedOn: string): boolean {
  return perthDay(at) > lodgedOn
}

/**
 * Whether a receipt was in its income year when the year's return was lodged, or last amended if it was: the return may claim
 * it. What came later, by being added or moved there from another year, may be missing from the return.
 * @param inYearSince when it was moved there; null or left out if it has been there since it was added.
 * @param lodgedReturn null before the return is lodged, which nothing was in.
 */
export function wasInReturn(
  { createdAt, inYearSince }: { createdAt: Date | string; inYearSince?: Date | string | null | undefined },
  lodgedReturn: LodgedReturn | null,
): boolean {
  if (lodgedReturn === null) return false
  return !isAfterLodging(new Date(inYearSince ?? createdAt), lodgedReturn.amendedOn ?? lodgedReturn.lodgedOn)
}

/**
 * Whether the owner wrote the description after they lodged, when it no longer shows what was bought.
 * @param describedAt when they wrote it; null if they haven't.
 * @param lodgedOn the day the return of its income year was lodged, as in `2026-09-30`; null before it.
 */
export function isDescribedLate(describedAt: string | null, lodgedOn: string | null): boolean {
  return describedAt !== null && lodgedOn !== null && isAfterLodging(new Date(describedAt), lodgedOn)
}

/** `Evidence complete`, or `To add: supplier, date`. */
export function formatEvidence(missing: readonly Detail[]): string {
  if (missing.length === 0) return 'Evidence complete'
  return `To add: ${missing.map((name) => detailNames[name]).join(', ')}`
}

/** The field of a receipt that holds each detail. */
export const detailFields = {
  supplier: 'supplier',
  amount: 'totalCents',
  description: 'description',
  date: 'documentDate',
  documentDate: 'documentDate',
  supplierAbn: 'supplierAbn',
  gst: 'gstCents',
  buyer: 'buyer',
} as const satisfies Record<Detail, string>
