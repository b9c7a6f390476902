import type { Glyph } from '../engine/page.ts'

/** Gaps in pixels of a line 48 pixels high. Between the digits of a number they are wider than between letters. */
const MIN_GAP_PX = 14
const GAP_MARGIN_PX = 6
const MIN_NUMBER_GAP_PX = 24
const NUMBER_GAP_MARGIN_PX = 14
const DEFAULT_GAP_PX = 4
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
  const { gapPx, numberGapPx, pitch, pairs } = spacing(glyphs)
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
    if (previous && pairs >= MIN_PAIRS && isWordGap(previous, glyph)) flush()
    word.push(glyph)
  }
  flush()
  return words

  function isWordGap(previous: Glyph, glyph: Glyph): boolean {
    const isNumber = /[\d.,:/-]/.test(glyph.char) && /[\d.,:/-]/.test(previous.char)
    if ((glyph.gapPx ?? 0) <= (isNumber ? numberGapPx : gapPx)) return false
    if (/[.,]/.test(glyph.char) && /\d/.test(previous.char)) return false
    const distance = (glyph.start + glyph.end - previous.start - previous.end) / 2
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

/** Two neighbours without a space between them. */
export function isTightPair(left: Glyph, right: Glyph): boolean {
  return left.char !== ' ' && right.char !== ' '
}

function spacing(glyphs: readonly Glyph[]) {
  const tight = glyphs
    .slice(1)
    .flatMap((glyph, i) => (isTightPair(glyphs[i]!, glyph) ? [{ left: glyphs[i]!, glyph }] : []))
  const gaps = tight.flatMap(({ glyph }) => glyph.gapPx ?? []).toSorted((a, b) => a - b)
  const usual = gaps[Math.floor(gaps.length * 0.4)] ?? DEFAULT_GAP_PX
  const pitches = tight
    .map(({ left, glyph }) => (glyph.start + glyph.end - left.start - left.end) / 2)
    .toSorted((a, b) => a - b)
  return {
    gapPx: Math.max(MIN_GAP_PX, 2 * usual + GAP_MARGIN_PX),
    numberGapPx: Math.max(MIN_NUMBER_GAP_PX, 2 * usual + NUMBER_GAP_MARGIN_PX),
    pitch: pitches[pitches.length >> 1] ?? 1,
    pairs: pitches.length,
  }
}
