import { abnDigits } from '@docketbox/contract/core/people/abn'
import type { Candidate } from '../extract/candidate.ts'
import type { Row } from '../words/rows.ts'

const DIGIT = '[0-9OoQDIlZSBG|]'
const ELEVEN_DIGITS = new RegExp(`${DIGIT}(?:[ .\\-]?${DIGIT}){10}`, 'g')
const LABEL = /\bA\.?\s?B\.?\s?N\b|A8N|ABN/i
/** How many digits beside the label may have been read as letters. */
const MAX_LETTERS = 4
const MIN_SCORE = 1

/**
 * ABNs on a receipt, most likely first: only those whose checksum holds (A New Tax System (ABN) Act 1999; the
 * algorithm is the Australian Business Register's). A number that fails it is never repaired by guessing.
 */
export function abnCandidates(rows: readonly Row[]): Candidate<string>[] {
  return rows
    .flatMap((row) => {
      const hasLabel = LABEL.test(row.text)
      return overlappingMatches(row.text).flatMap(({ raw, before }) => {
        const letters = (raw.match(/\D/g) ?? []).length
        if (letters > (hasLabel ? MAX_LETTERS : 0)) return []
        const value = abnDigits(asDigits(raw))
        const isInsideNumber = /\d\s?$/.test(before) && !hasLabel
        if (value === undefined) return []
        return { value, score: (hasLabel ? 5 : 1) - letters * 0.3 - (isInsideNumber ? 2 : 0), row, raw }
      })
    })
    .filter(({ score }) => score >= MIN_SCORE)
    .toSorted((a, b) => b.score - a.score)
}

function overlappingMatches(text: string): { raw: string; before: string }[] {
  const matches: { raw: string; before: string }[] = []
  ELEVEN_DIGITS.lastIndex = 0
  for (let match = ELEVEN_DIGITS.exec(text); match; match = ELEVEN_DIGITS.exec(text)) {
    matches.push({
      raw: match[0].replace(/[ .-]/g, ''),
      before: text.slice(Math.max(0, match.index - 2), match.index),
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
