import { LINE_HEIGHT_PX, type LineImage } from './line-image.ts'
import type { Glyph } from './page.ts'

/** Rows at the top and the bottom of a line may belong to its neighbours. */
const TOP_MARGIN_PX = 7
const BOTTOM_MARGIN_PX = 6
const MIN_INK_PIXELS = 2
const SEARCH_MARGIN_PX = 3

/**
 * Sets the widest gap without ink before every glyph. The model was trained on Chinese and leaves spaces out, so words
 * are distinguished by the image.
 */
export function measureGaps(glyphs: Glyph[], line: LineImage): void {
  const isInk = inkColumns(line)
  for (let i = 1; i < glyphs.length; i++) {
    const from = Math.max(0, middlePx(glyphs[i - 1]!, line) - SEARCH_MARGIN_PX)
    const to = Math.min(line.width - 1, middlePx(glyphs[i]!, line) + SEARCH_MARGIN_PX)
    let [run, widest] = [0, 0]
    for (let x = from; x <= to; x++) {
      run = isInk[x] ? 0 : run + 1
      widest = Math.max(widest, run)
    }
    glyphs[i]!.gap = widest / line.width
  }
}

function middlePx({ start, end }: Glyph, { width }: LineImage): number {
  return Math.round(((start + end) / 2) * width)
}

function inkColumns({ pixels, width }: LineImage): boolean[] {
  const sample = pixels.filter((_, i) => i % 7 === 0).toSorted()
  const quantile = (share: number) => sample[Math.floor(sample.length * share)]!
  const [dark, paper, bright] = [quantile(0.03), quantile(0.7), quantile(0.97)]
  const threshold = 0.4 * Math.max(20, paper - dark, bright - paper)
  return Array.from({ length: width }, (_, x) => {
    let ink = 0
    for (let y = TOP_MARGIN_PX; y < LINE_HEIGHT_PX - BOTTOM_MARGIN_PX; y++) {
      if (Math.abs(pixels[y * width + x]! - paper) > threshold) ink++
    }
    return ink >= MIN_INK_PIXELS
  })
}
