import type { DateCandidate } from '../dates/candidates.ts'
import type { Row } from '../words/rows.ts'

/** How certainly the digits of a value were read where they were read best, and how often they occur. */
export function digitCertainty(rows: readonly Row[], digits: string): { certainty: number; count: number } {
  let [certainty, count] = [0, 0]
  for (const row of rows) {
    const printed = row.words.flatMap(({ glyphs }) => glyphs.filter(({ char }) => /\d/.test(char)))
    const text = printed.map(({ char }) => char).join('')
    for (let at = text.indexOf(digits); digits && at >= 0; at = text.indexOf(digits, at + 1)) {
      const weakest = Math.min(...printed.slice(at, at + digits.length).map(({ confidence }) => confidence))
      certainty = Math.max(certainty, weakest)
      count++
    }
  }
  return { certainty, count }
}

/** Fitted on labelled scans, so that values above the limits of `certainty.ts` are right as often as promised. */
export function totalConfidence(probability: number, certainty: number): number {
  const bounded = Math.min(0.99999, Math.max(1e-9, probability))
  const logit = Math.min(9, Math.max(-2, Math.log(bounded / (1 - bounded))))
  return clamp((logit + 3 * Math.log(Math.max(0.02, certainty)) + 6) / 15)
}

export function dateConfidence(candidates: readonly DateCandidate[], rows: readonly Row[]): number {
  const [best, ...others] = candidates
  if (!best) return 0
  const { certainty, count } = digitCertainty(rows, best.raw.replace(/\D/g, ''))
  const rival = others.find(({ value }) => value !== best.value)
  const doubt = rival ? 0.15 * Math.max(0, 1 - (best.score - rival.score) / 3) : 0
  return clamp(Math.min(1, best.score / 6) * (0.3 + 0.7 * certainty) + (count > 1 ? 0.1 : 0) - doubt)
}

export function supplierConfidence(probability: number, { confidence }: Row): number {
  return clamp(probability * (0.5 + 0.5 * confidence))
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}
