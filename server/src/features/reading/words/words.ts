import type { Glyph, Page, TextLine } from '../engine/page.ts'
import { levelling } from './levelling.ts'
import { medianPitch, splitGlued, splitLine } from './split-line.ts'

/** One word on the levelled page, in pixels. */
export type Word = {
  text: string
  /** 0 to 1. */
  confidence: number
  x: number
  y: number
  width: number
  height: number
  /** Where it is before levelling, as shares of the page. */
  area: Area
  glyphs: readonly Glyph[]
}

export type Area = { left: number; top: number; right: number; bottom: number }

const MIN_LINE_CONFIDENCE = 0.5
/** A detected box reaches this much beyond the letters. */
const BOX_MARGIN = 1.35

export function isLegible({ confidence, box }: TextLine): boolean {
  return confidence >= MIN_LINE_CONFIDENCE && box.height > 2 && box.width > 1
}

/** The words of a page, level, so that those printed side by side share a row. */
export function wordsOf(page: Page): Word[] {
  const lines = page.lines.filter(isLegible)
  const levelY = levelling(lines, page)
  return lines.flatMap((line) => {
    const pitch = medianPitch(line.glyphs)
    return splitLine(line.glyphs)
      .flatMap(splitGlued)
      .map((glyphs) => wordAt(line, glyphs, pitch, levelY, page))
  })
}

function wordAt(
  { box }: TextLine,
  glyphs: Glyph[],
  pitch: number,
  levelY: (x: number, y: number) => number,
  page: Page,
): Word {
  const middle = ({ start, end }: Glyph) => (start + end) / 2
  const from = Math.max(0, middle(glyphs[0]!) - pitch / 2)
  const to = Math.min(1, middle(glyphs.at(-1)!) + pitch / 2)
  const along = ((from + to) / 2 - 0.5) * box.width
  const centreX = box.centreX + along * Math.cos(box.angle)
  const centreY = box.centreY + along * Math.sin(box.angle)
  const width = Math.max(2, (to - from) * box.width)
  const height = box.height / BOX_MARGIN
  const [cos, sin] = [Math.cos(box.angle), Math.abs(Math.sin(box.angle))]
  const [halfWidth, halfHeight] = [(width * cos + height * sin) / 2, (width * sin + height * cos) / 2]
  return {
    text: glyphs.map(({ char }) => char).join(''),
    confidence: glyphs.reduce((sum, glyph) => sum + glyph.confidence, 0) / glyphs.length,
    x: centreX - width / 2,
    y: levelY(centreX, centreY) - height / 2,
    width,
    height,
    area: {
      left: (centreX - halfWidth) / page.width,
      top: (centreY - halfHeight) / page.height,
      right: (centreX + halfWidth) / page.width,
      bottom: (centreY + halfHeight) / page.height,
    },
    glyphs,
  }
}
