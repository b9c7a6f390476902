import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dateCandidates } from '../dates/candidates.ts'
import { MAX_DOUBTED } from '../doubted.ts'
import type { Page } from '../engine/page.ts'
import { abnCandidates } from '../suppliers/abn.ts'
import { supplierCandidates } from '../suppliers/candidates.ts'
import { supplierFeatures } from '../suppliers/features.ts'
import { isTitle } from '../suppliers/label-words.ts'
import { totalCandidates } from '../totals/candidates.ts'
import { chargedTotal, type Total } from '../totals/charged.ts'
import { isForeign } from '../totals/currency.ts'
import { isLabelled } from '../totals/evidence.ts'
import { totalFeatures } from '../totals/features.ts'
import { type GstCandidate, gstCandidates } from '../totals/gst.ts'
import { wholeDollarTotal } from '../totals/whole-dollars.ts'
import { type Row, rowsOf } from '../words/rows.ts'
import { wordsOf } from '../words/words.ts'
import {
  abnConfidence,
  dateConfidence,
  digitCertainty,
  supplierConfidence,
  totalConfidence,
} from './confidence.ts'
import { isDoubtful, isIncome, isNotPurchase, isOfYear } from './doubt.ts'
import { findReceipts } from './find-receipts.ts'
import { rank, type Weights } from './ranking.ts'
import { refundOn } from './refund.ts'
import type { Corners } from './tilt.ts'

const MAX_TOTALS = 14
const MAX_SUPPLIERS = 12

/** A value read off a receipt: how likely it's right (0 to 1), the rows it's on and the text it was read from. */
export type ReadValue<Value> = { value: Value; confidence: number; rows: readonly Row[]; raw: string }

/** The values read from a receipt; undefined if not found. Amounts are in cents, the date is an ISO day. */
export type Extraction = {
  rows: readonly Row[]
  /** The corners of each receipt in a picture that shows several, as shares of the page; otherwise empty. */
  receipts: readonly Corners[]
  supplier: ReadValue<string> | undefined
  abn: ReadValue<string> | undefined
  date: ReadValue<string> | undefined
  totalCents: ReadValue<number> | undefined
  /** Whether the amounts seem to be in another currency. */
  isForeign?: boolean
  gstCents: (ReadValue<number> & Pick<GstCandidate, 'origin'>) | undefined
}

const weights = JSON.parse(readFileSync(join(import.meta.dirname, 'weights.json'), 'utf8')) as {
  total: Weights
  supplier: Weights
}

/**
 * Finds supplier, ABN, date, total and GST in the text of a receipt.
 * @param latestDay the last day a date may have, as an ISO day.
 */
export function extract(pages: readonly Page[], latestDay: string): Extraction {
  const words = pages.map(wordsOf)
  const rows = rowsOf(words)
  const receipts = pages.length === 1 ? findReceipts(pages[0]!, latestDay) : []
  const totals = totalCandidates(rows).slice(0, MAX_TOTALS)
  const total = chargedTotal(rank(totals, totalFeatures(rows, totals), weights.total), rows)
  const whole = wholeDollarTotal(rows)
  const suppliers = supplierCandidates(rows).slice(0, MAX_SUPPLIERS)
  const supplier = rank(suppliers, supplierFeatures(rows, suppliers), weights.supplier).find(
    ({ value }) => !isTitle(value),
  )
  const dates = dateCandidates(rows, latestDay)
  const [date] = dates
  const readDate = date && valueOf(date, dateConfidence(dates, rows))
  const abns = abnCandidates(rows)
  const [abn] = abns
  const [gst] = gstCandidates(rows, (whole ?? total)?.value)
  const extraction: Extraction = {
    rows,
    receipts,
    supplier: supplier && {
      ...valueOf(supplier, supplierConfidence(supplier)),
      rows: supplier.rows,
      raw: supplier.rows.map(({ text }) => text).join(' '),
    },
    abn: abn && valueOf(abn, abnConfidence(abns, rows)),
    date: isOfYear(rows) ? lowered(readDate) : readDate,
    totalCents:
      whole && whole.value !== total?.value
        ? valueOf(whole, MAX_DOUBTED * whole.row.confidence)
        : total && totalOf(total, rows),
    gstCents: gst && { ...valueOf(gst, Math.min(1, gst.score / 7)), origin: gst.origin },
  }
  if (receipts.length > 1) return lowerConfidence(extraction)
  const refund = refundOn(rows)
  // We'd file it as an expense.
  if (isIncome(rows) || refund?.isAll || refund?.cents.has(extraction.totalCents?.value ?? 0))
    return { ...extraction, totalCents: undefined, gstCents: undefined }
  if (isDoubtful(rows)) return lowerConfidence(extraction)
  const isDoubtedPurchase = refund !== undefined || isNotPurchase(rows)
  if (!isForeign(rows, extraction.totalCents))
    return isDoubtedPurchase ? withDoubtedAmounts(extraction) : extraction
  // Other countries put the month first.
  const isAmbiguous = date?.format.startsWith('dayMonth')
  return {
    ...withDoubtedAmounts(extraction),
    ...(isAmbiguous && { date: lowered(extraction.date) }),
    isForeign: true,
  }
}

function totalOf(total: Total, rows: readonly Row[]): ReadValue<number> {
  const read = valueOf(total, totalConfidence(total.probability, digitsCertainty(rows, total.printed)))
  // Of a few prices, one has the highest probability.
  return isLabelled(rows, total.printed) && !total.isUncertain ? read : lowered(read)!
}

function lowerConfidence(extraction: Extraction): Extraction {
  const { supplier, abn, date } = extraction
  return {
    ...withDoubtedAmounts(extraction),
    supplier: lowered(supplier),
    abn: lowered(abn),
    date: lowered(date),
  }
}

function withDoubtedAmounts(extraction: Extraction): Extraction {
  const { totalCents, gstCents } = extraction
  return { ...extraction, totalCents: lowered(totalCents), gstCents: lowered(gstCents) }
}

function lowered<Read extends ReadValue<unknown>>(read: Read | undefined): Read | undefined {
  return read && { ...read, confidence: Math.min(read.confidence, MAX_DOUBTED) }
}

function valueOf<Value>(
  { value, row, raw }: { value: Value; row: Row; raw: string },
  confidence: number,
): ReadValue<Value> {
  return { value, confidence, rows: [row], raw }
}

function digitsCertainty(rows: readonly Row[], cents: number): number {
  return digitCertainty(rows, String(cents).padStart(3, '0')).certainty
}
