import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '../engine/page.ts'
import { abnCandidates } from '../suppliers/abn.ts'
import { dateConfidence, digitCertainty, supplierConfidence, totalConfidence } from './confidence.ts'
import { dateCandidates } from '../dates/candidates.ts'
import { gstCandidates } from '../totals/gst.ts'
import { rank, type Weights } from './ranking.ts'
import { type Row, rowsOf } from '../words/rows.ts'
import { supplierFeatures } from '../suppliers/features.ts'
import { supplierCandidates } from '../suppliers/candidates.ts'
import { totalFeatures } from '../totals/features.ts'
import { totalCandidates } from '../totals/candidates.ts'
import { wordsOf } from '../words/words.ts'

const MAX_TOTALS = 14
const MAX_SUPPLIERS = 12

/** A value read off a receipt. `confidence` is 0 to 1. */
export type ReadValue<Value> = { value: Value; confidence: number; row: Row }

/** What a receipt says; undefined where nothing was found. Amounts are in cents, the date is an ISO day. */
export type Extraction = {
  rows: readonly Row[]
  supplier: ReadValue<string> | undefined
  abn: ReadValue<string> | undefined
  date: ReadValue<string> | undefined
  totalCents: ReadValue<number> | undefined
  gstCents: ReadValue<number> | undefined
}

const weights = JSON.parse(readFileSync(join(import.meta.dirname, 'weights.json'), 'utf8')) as {
  total: Weights
  supplier: Weights
}

/**
 * Finds supplier, ABN, date, total and GST in the text of a receipt.
 * @param today the last day a date may have, as an ISO day.
 */
export function extract(page: Page, today: string): Extraction {
  const rows = rowsOf(wordsOf(page))
  const totals = totalCandidates(rows).slice(0, MAX_TOTALS)
  const total = rank(totals, totalFeatures(rows, totals), weights.total)[0]
  const suppliers = supplierCandidates(rows).slice(0, MAX_SUPPLIERS)
  const supplier = rank(suppliers, supplierFeatures(rows, suppliers), weights.supplier)[0]
  const dates = dateCandidates(rows, today)
  const [date] = dates
  const [abn] = abnCandidates(rows)
  const [gst] = gstCandidates(rows, total?.value)
  return {
    rows,
    supplier: supplier && {
      value: supplier.value,
      confidence: supplierConfidence(supplier.probability, supplier.row),
      row: supplier.row,
    },
    abn: abn && { value: abn.value, confidence: Math.min(1, abn.score / 5), row: abn.row },
    date: date && { value: date.value, confidence: dateConfidence(dates, rows), row: date.row },
    totalCents: total && {
      value: total.value,
      confidence: totalConfidence(total.probability, digitsCertainty(rows, total.value)),
      row: total.row,
    },
    gstCents: gst && { value: gst.value, confidence: Math.min(1, gst.score / 7), row: gst.row },
  }
}

function digitsCertainty(rows: readonly Row[], cents: number): number {
  return digitCertainty(rows, String(cents).padStart(3, '0')).certainty
}
