import type { Glyph, Page, TextLine } from '../engine/page.ts'

/** Text whose place is known exactly: its left end, baseline, width and height on the page. */
export type PlacedText = { text: string; left: number; baseline: number; width: number; height: number }

/** A detected box reaches this much beyond the letters; the rest of the reader expects that. */
const BOX_MARGIN = 1.35
/** Many times as much as a printed page has: patterns take minutes for a row of millions. */
const MAX_CHARS = 50_000
/** How far letters reach above the baseline, as a share of the type size. */
const ASCENT = 0.35

/** A page of text that needn't be recognised. What it has beyond 50,000 characters is left out. */
export function textPage(size: { width: number; height: number }, texts: readonly PlacedText[]): Page {
  let left = MAX_CHARS
  const storable = texts.map((placed) => {
    const text = storableText(placed.text.slice(0, left))
    left -= text.length
    return { ...placed, text }
  })
  return { ...size, turn: 0, lines: storable.filter(({ text }) => text.trim() !== '').map(lineOf) }
}

/** Postgres can't store NUL or lone surrogates, and the engine reads each minus and the dashes in dates as a hyphen. */
function storableText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\u2212|[\u2010-\u2013](?=[\d$])|(?<=\d)[\u2010-\u2013](?=[A-Za-z])/g, '-')
}

function lineOf({ text, left, baseline, width, height }: PlacedText): TextLine {
  const chars = Array.from(text)
  const glyphs = chars.map((char, i): Glyph => ({
    char,
    confidence: 1,
    start: i / chars.length,
    end: (i + 1) / chars.length,
  }))
  const box = {
    centreX: left + width / 2,
    centreY: baseline - height * ASCENT,
    width,
    height: height * BOX_MARGIN,
    angle: 0,
  }
  return { text, confidence: 1, box, glyphs }
}
