import type { Candidate } from '../extract/candidate.ts'
import { hasLabel, labelText } from '../words/labels.ts'
import type { Row } from '../words/rows.ts'
import { amountsIn } from './amounts.ts'

/** `calculated`: the receipt says that GST is included, but not how much. */
export type GstCandidate = Candidate<number> & { origin: 'read' | 'calculated' }

/** GST is one eleventh of a GST-inclusive price: A New Tax System (Goods and Services Tax) Act 1999, s 9-70. */
export const GST_SHARE = 11
const GST_LABEL = /GST|\b(G S T|GSI)\b/
/** Below this there is no evidence that the amount is GST. */
const MIN_SCORE = 2
const INCLUDED = /\b(GST (IS )?INCL|INCL\w* (OF )?GST|INC GST|GST INC)/
const FREE_SALES = /\b(GST FREE|FREE OF GST|EX\w* GST|NO GST|BEFORE GST)\b/g
/** Some of it may be free of GST, or all. */
const FREE = /\b(GST FREE|NO GST|NIL GST|NOT REGISTERED|EXCL\w* GST|EX GST|(WHERE|IF|WHEN) APPLICABLE)\b/

/**
 * GST amounts in cents on a receipt, most likely first.
 * @param totalCents the receipt's total; GST is never more than an eleventh of it, and never the total itself.
 */
export function gstCandidates(rows: readonly Row[], totalCents: number | undefined): GstCandidate[] {
  const printed = printedGst(rows, totalCents)
  if (printed.length > 0 || totalCents === undefined) return printed
  const whole = wholeDollarGst(rows, totalCents)
  return whole.length > 0 ? whole : calculatedGst(rows, totalCents)
}

function printedGst(rows: readonly Row[], totalCents: number | undefined): GstCandidate[] {
  const expected = totalCents === undefined ? undefined : Math.round(totalCents / GST_SHARE)
  const labels = rows.map(({ text }) => labelText(text).replace(FREE_SALES, ''))
  return amountsIn(rows)
    .flatMap(({ cents, isNegative, row, raw }): GstCandidate[] => {
      const label = labels[row.index]!
      const labelAbove = labels[row.index - 1] ?? ''
      const isExact = expected !== undefined && Math.abs(cents - expected) <= 1
      // Without a figure that fits, "tax" may be part of an item's name.
      const isLabelled = GST_LABEL.test(label) || (isExact && /\bTAX\b/.test(label))
      if (isNegative || cents === 0 || cents === totalCents) return []
      if (expected !== undefined && cents > expected + 1) return []
      const candidate = { value: cents, row, raw, origin: 'read' as const }
      if (!isLabelled) return isExact && /GST|TAX/.test(labelAbove) ? [{ ...candidate, score: 3 }] : []
      let score = 2
      if (GST_LABEL.test(label)) score += 1
      // A cent more or less may be rounding of single items, or a misread digit.
      if (isExact) score += cents === expected ? 4 : 2.5
      if (hasLabel(label, ['TOTAL', 'SUBTOTAL']) && !/TOTAL GST|GST TOTAL|INCL/.test(label)) score -= 1
      if (/\bNO\b|REG/.test(label)) score -= 1
      return [{ ...candidate, score }]
    })
    .filter(({ score }) => score >= MIN_SCORE)
    .toSorted((a, b) => b.score - a.score)
}

/** GST without cents, as on simple invoices: only an eleventh of the total, because other numbers may count something. */
function wholeDollarGst(rows: readonly Row[], totalCents: number): GstCandidate[] {
  return rows.flatMap((row): GstCandidate[] => {
    const raw = /(?<![\d.,-])(\d{1,3}(,\d{3})+|\d{1,6})$/.exec(row.text)?.[0]
    const value = Number(raw?.replaceAll(',', '')) * 100
    if (raw === undefined || value !== totalCents / GST_SHARE || !GST_LABEL.test(labelText(row.text)))
      return []
    return [{ value, row, raw, origin: 'read', score: MIN_SCORE }]
  })
}

/** Only if a separate sentence says that prices include GST: "TOTAL (inc GST)" is printed on GST-free sales too. */
function calculatedGst(rows: readonly Row[], totalCents: number): GstCandidate[] {
  const labels = rows.map(({ text }) => labelText(text))
  if (labels.some((label) => FREE.test(label))) return []
  const row = rows.find(({ index, text }) => INCLUDED.test(labels[index]!) && !/\d[.,]\d\d/.test(text))
  const value = Math.round(totalCents / GST_SHARE)
  return row && value > 0 ? [{ value, row, raw: row.text, origin: 'calculated', score: MIN_SCORE }] : []
}
