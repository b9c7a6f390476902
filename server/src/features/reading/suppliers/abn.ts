import { abnDigits } from '@docketbox/contract/core/people/abn'
import type { Candidate } from '../extract/candidate.ts'
import type { Row } from '../words/rows.ts'
import { buyerSegments } from './buyer.ts'
import { isAligned, type Segment, segmentsOf } from '../words/columns.ts'

export type AbnCandidate = Candidate<string> & {
  /** Whether a label, or how it's printed, says that it's one. */
  isEvident: boolean
  /** Xero prints the buyer's beside its label, and the supplier's own below one. */
  isBelowLabel: boolean
  isBuyers: boolean
}

const DIGIT = '[0-9OoQDIlZSBG|]'
const ELEVEN_DIGITS = new RegExp(`${DIGIT}(?:[ .\\-]?${DIGIT}){10}`, 'g')
const LABEL = /\bA\.?\s?B\.?\s?N\b|A8N|ABN|AUSTRALIAN BUSINESS N/i
/** Has its row, or the rest of its column, to itself. */
const LABEL_ABOVE = /^(A\.?\s?B\.?\s?N|AUSTRALIAN BUSINESS N)[^\d]*$/i
const SPACED = /^\d\d \d{3} \d{3} \d{3}$/
/** How many digits beside the label may have been read as letters. */
const MAX_LETTERS = 4
const MIN_SCORE = 0.5

/**
 * ABNs on a receipt, most likely first: only those whose checksum holds (A New Tax System (ABN) Act 1999; the
 * algorithm is the Australian Business Register's). A number that fails it is never repaired by guessing.
 */
export function abnCandidates(rows: readonly Row[]): AbnCandidate[] {
  const buyers = buyerSegments(rows)
  return rows
    .flatMap((row) => {
      const hasLabel = LABEL.test(row.text)
      return overlappingMatches(row.text).flatMap(({ printed, before, at }): AbnCandidate[] => {
        const raw = printed.replace(/[ .-]/g, '')
        const letters = (raw.match(/\D/g) ?? []).length
        if (letters > (hasLabel ? MAX_LETTERS : 0)) return []
        const value = abnDigits(asDigits(raw))
        if (value === undefined) return []
        const part = segmentsOf(row).find(({ end }) => at < end)!
        const isBelowLabel = !hasLabel && isBelow(part, rows[row.index - 1])
        const isLabelled = hasLabel || isBelowLabel
        const isBuyers = buyers.some((buyer) => buyer.row === row && buyer.start === part.start)
        const isInsideNumber = /\d\s?$/.test(before) && !isLabelled
        const score = isBuyers ? MIN_SCORE : isBelowLabel ? 5.1 : hasLabel ? 5 : 1
        return [
          {
            value,
            score: score - letters * 0.3 - (isInsideNumber ? 2 : 0),
            row,
            raw,
            isEvident: isLabelled || SPACED.test(printed),
            isBelowLabel,
            isBuyers,
          },
        ]
      })
    })
    .filter(({ score }) => score >= MIN_SCORE)
    .toSorted((a, b) => b.score - a.score)
}

function isBelow(part: Segment, above: Row | undefined): boolean {
  if (above?.page !== part.row.page) return false
  return segmentsOf(above).some((label) => LABEL_ABOVE.test(label.text) && isAligned(label, part))
}

function overlappingMatches(text: string): { printed: string; before: string; at: number }[] {
  const matches: { printed: string; before: string; at: number }[] = []
  ELEVEN_DIGITS.lastIndex = 0
  for (let match = ELEVEN_DIGITS.exec(text); match; match = ELEVEN_DIGITS.exec(text)) {
    matches.push({
      printed: match[0],
      before: text.slice(Math.max(0, match.index - 2), match.index),
      at: match.index,
    })
    ELEVEN_DIGITS.lastIndex = match.index + 1
  }
  return matches
}

function asDigits(raw: string): string {
  return raw
    .replace(/[OoQD]/g, '0')
    .replace(/[Il|]/g, '1')
    .replace(/Z/g, '2')
    .replace(/S/g, '5')
    .replace(/B/g, '8')
    .replace(/G/g, '6')
}
