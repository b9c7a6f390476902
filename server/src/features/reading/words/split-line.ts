import type { Glyph } from '../engine/page.ts'

/** Gaps between words, in distances between characters. Between the digits of a number they are wider. */
const WORD_GAP = 0.6
const NUMBER_GAP = 0.95
/** Where a line's gaps fall into two groups between these, the limit is between the groups if they are this far apart. */
const MIN_WORD_GAP = 0.42
const MAX_LETTER_GAP = 0.75
const MIN_DIFFERENCE = 0.12
const MIN_PAIRS = 3
const WIDE_PITCH = 2.6

const MONTH = '(?:jan|feb|mar|apr|may|jun|ju[l1i]|aug|sep|[o0]ct|n[o0]v|dec)'
/** Where a date is glued to a time, or a label to a date. The first group is what comes before the cut. */
const GLUED = [
  /^((?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},?)\d{1,2}[/\-. ]?[a-z0-9]/i,
  /^(.*?\d[/\-.]\d{1,2}[/\-.](?:20\d\d|\d\d))\d{1,2}[:.]\d\d/,
  new RegExp(`^(.*?\\d[-/. ]?[a-z]{3,9}[-/. ]?20\\d\\d)\\d{1,2}[:.]\\d\\d`, 'i'),
  new RegExp(`^(.*?${MONTH}[a-z]{0,6}[/\\-.,' ]?(?:20[0-4]\\d|\\d\\d))\\d{1,2}:\\d\\d`, 'i'),
  // Four digits before a colon are a year and the hour.
  /^(20[0-4]\d)\d{1,2}:\d\d/,
  /^(\d\d)\d\d:\d\d/,
  /^([a-z.:/]{3,}?)\d{1,2}[/\-.]\d{1,2}[/\-.]\d{2,4}/i,
  new RegExp(`^([a-z.:/]{3,}?)\\d{1,2}(?:st|nd|rd|th)?[/\\-.]?${MONTH}`, 'i'),
  /^([a-z.:/]*(?:date|time|on):?)\d{1,2}$/i,
]

/** No line of a receipt has more. Each cut takes a time that grows with the length. */
const MAX_GLUED = 200

/** Splits a line into words at its spaces and at wide gaps in the image. */
export function splitLine(glyphs: readonly Glyph[]): Glyph[][] {
  const limits = gapLimits(glyphs)
  const pitch = medianPitch(glyphs)
  const words: Glyph[][] = []
  let word: Glyph[] = []
  const flush = () => {
    if (word.length > 0) words.push(word)
    word = []
  }
  for (const glyph of glyphs) {
    if (glyph.char === ' ') {
      flush()
      continue
    }
    const previous = word.at(-1)
    if (previous && isWordGap(previous, glyph)) flush()
    word.push(glyph)
  }
  flush()
  return words

  function isWordGap(previous: Glyph, glyph: Glyph): boolean {
    const isNumber = /[\d.,:/-]/.test(glyph.char) && /[\d.,:/-]/.test(previous.char)
    if ((glyph.gap ?? 0) <= (isNumber ? limits.number : limits.word)) return false
    if (/[.,]/.test(glyph.char) && /\d/.test(previous.char)) return false
    const distance = middle(glyph) - middle(previous)
    return !(/[.,]/.test(previous.char) && /\d/.test(glyph.char) && distance < pitch * WIDE_PITCH)
  }
}

/** Splits a word where a date and a time, or a label and a date, were read as one. */
export function splitGlued(glyphs: Glyph[]): Glyph[][] {
  if (glyphs.length > MAX_GLUED) return [glyphs]
  const text = glyphs.map(({ char }) => char).join('')
  for (const pattern of GLUED) {
    const before = pattern.exec(text)?.[1]
    if (before)
      return [...splitGlued(glyphs.slice(0, before.length)), ...splitGlued(glyphs.slice(before.length))]
  }
  return [glyphs]
}

/** The usual distance between two neighbouring characters, as a share of the line; 1 for a single one. */
export function medianPitch(glyphs: readonly Glyph[]): number {
  const pitches = tightPairs(glyphs)
    .map(([left, right]) => middle(right) - middle(left))
    .toSorted((a, b) => a - b)
  return pitches[pitches.length >> 1] ?? 1
}

function middle({ start, end }: Glyph): number {
  return (start + end) / 2
}

/** Neighbours without a space between them. */
function tightPairs(glyphs: readonly Glyph[]): (readonly [Glyph, Glyph])[] {
  return glyphs
    .slice(1)
    .map((glyph, i) => [glyphs[i]!, glyph] as const)
    .filter((pair) => pair.every(({ char }) => char !== ' '))
}

/** The widest gaps of a line that can be inside a word and inside a number, as shares of it. */
function gapLimits(glyphs: readonly Glyph[]): { word: number; number: number } {
  const pairs = tightPairs(glyphs)
  if (pairs.length < MIN_PAIRS) return { word: 1, number: 1 }
  const pitch = (middle(glyphs.at(-1)!) - middle(glyphs[0]!)) / (glyphs.length - 1)
  const gaps = pairs.map(([, { gap = 0 }]) => gap / pitch).toSorted((a, b) => a - b)
  return { word: pitch * wordGap(gaps), number: pitch * NUMBER_GAP }
}

/** The widest gap that can be inside a word, which depends on the font. The gaps are in rising order. */
function wordGap(gaps: readonly number[]): number {
  let [difference, limit, previous] = [0, WORD_GAP, MIN_WORD_GAP]
  for (const gap of gaps) {
    const next = Math.min(gap, MAX_LETTER_GAP)
    if (next - previous > difference) [difference, limit] = [next - previous, (next + previous) / 2]
    previous = Math.max(previous, next)
  }
  return difference >= MIN_DIFFERENCE ? limit : WORD_GAP
}
