import { amountsIn } from './amounts.ts'
import type { Candidate } from '../extract/candidate.ts'
import { hasLabel, labelText } from '../words/labels.ts'
import type { Row } from '../words/rows.ts'

/** GST is one eleventh of a GST-inclusive price: A New Tax System (Goods and Services Tax) Act 1999, s 9-70. */
const GST_SHARE = 11
const TAX_LABEL = /\b(GST|G S T|GSI|6ST|TAX)\b/
/** Below this there is no evidence that the amount is GST. */
const MIN_SCORE = 2

/**
 * GST amounts in cents that are printed on a receipt, the likeliest first.
 * @param totalCents the receipt's total; GST is never more than an eleventh of it, and never the total itself.
 */
export function gstCandidates(rows: readonly Row[], totalCents: number | undefined): Candidate<number>[] {
  const expected = totalCents === undefined ? undefined : Math.round(totalCents / GST_SHARE)
  return amountsIn(rows)
    .flatMap(({ cents, isNegative, row, raw }): Candidate<number>[] => {
      const label = labelText(row.text)
      const labelAbove = labelText(rows[row.index - 1]?.text ?? '')
      const isExact = expected !== undefined && Math.abs(cents - expected) <= 1
      const isLabelled = TAX_LABEL.test(label)
      if (isNegative || cents === 0 || cents === totalCents) return []
      if (expected !== undefined && cents > expected + 1) return []
      if (!isLabelled)
        return isExact && /GST|TAX/.test(labelAbove) ? [{ value: cents, score: 3, row, raw }] : []
      let score = 2
      if (/GST/.test(label)) score += 1
      if (isExact) score += 4
      if (hasLabel(label, ['TOTAL', 'SUBTOTAL']) && !/TOTAL GST|GST TOTAL|INCL/.test(label)) score -= 1
      if (/\bNO\b|REG/.test(label)) score -= 1
      return [{ value: cents, score, row, raw }]
    })
    .filter(({ score }) => score >= MIN_SCORE)
    .toSorted((a, b) => b.score - a.score)
}
