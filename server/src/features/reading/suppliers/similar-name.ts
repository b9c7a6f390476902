import { editDistance } from '../words/labels.ts'
import { LEGAL_FORM } from './business-words.ts'

const MIN_LETTERS = 4
/** The share of the letters that may have been misread. */
const MAX_MISREAD = 0.25

/** Whether two names may be one supplier's: one of them misread, or with more words. */
export function isSimilarName(a: string, b: string): boolean {
  const [short, long] = [letters(a), letters(b)].toSorted((x, y) => x.length - y.length) as [string, string]
  const max = Math.floor(long.length * MAX_MISREAD)
  return (short.length >= MIN_LETTERS && long.includes(short)) || editDistance(short, long, max) <= max
}

function letters(name: string): string {
  return name
    .replace(LEGAL_FORM, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
