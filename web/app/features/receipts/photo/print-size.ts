import type { GreyFrame, ReadFrame } from './grey.ts'
import type { Quad } from './quad.ts'

/** Letters smaller than this are hard to read, in pixels of the photo. */
const MIN_LETTER_PIXELS = 9
/** Where print is looked for, at the photo's own scale: squares down the middle of the paper. */
const WINDOW_PIXELS = 256
const WINDOWS = [0.15, 0.3, 0.45, 0.6, 0.75, 0.9]
/** A line of print is one where any of so many neighbouring pixels is inked. */
const BAND_PIXELS = 12
const MIN_CONTRAST = 40
/** With fewer lines it isn't print. */
const MIN_LINES = 12

type Size = { width: number; height: number }

/** Whether most letters of a photo are too small to read. */
export function hasSmallPrint(size: Size, outline: Quad | undefined, readFrame: ReadFrame): boolean {
  // Strokes of large letters look like small print until they are scaled down.
  return [1, 0.5].every((scale) => {
    const heights = lineHeightsDown(size, outline, readFrame, scale)
    return heights.length >= MIN_LINES && median(heights) / scale < MIN_LETTER_PIXELS
  })
}

function lineHeightsDown(
  { width, height }: Size,
  outline: Quad | undefined,
  readFrame: ReadFrame,
  scale: number,
) {
  const [topLeft, topRight, bottomRight, bottomLeft] = outline ?? [[0, 0], [1, 0], [1, 1], [0, 1]] // prettier-ignore
  const size = Math.min(WINDOW_PIXELS / scale, width, height)
  return WINDOWS.flatMap((share) => {
    const middle = (at: 0 | 1) =>
      ((topLeft[at] + topRight[at]) * (1 - share) + (bottomLeft[at] + bottomRight[at]) * share) / 2
    const left = Math.round(Math.min(width - size, Math.max(0, middle(0) * width - size / 2)))
    const top = Math.round(Math.min(height - size, Math.max(0, middle(1) * height - size / 2)))
    return lineHeights(readFrame({ scale, part: { left, top, width: size, height: size } }))
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!
}

/** The heights of print, in pixels: how many rows in succession have ink within a narrow band. */
function lineHeights({ data, width, height }: GreyFrame): number[] {
  const sorted = data.toSorted()
  const [ink, paper] = [sorted[Math.floor(sorted.length * 0.02)]!, sorted[Math.floor(sorted.length * 0.8)]!]
  if (paper - ink < MIN_CONTRAST) return []
  const threshold = ink + (paper - ink) * 0.5
  const heights: number[] = []
  for (let left = 0; left + BAND_PIXELS <= width; left += BAND_PIXELS) {
    let start = -1
    for (let y = 0; y < height; y++) {
      const row = data.subarray(y * width + left, y * width + left + BAND_PIXELS)
      const isInked = row.some((grey) => grey < threshold)
      if (isInked && start < 0) start = y
      // A line cut by the edge of the window has no known height.
      if (!isInked && start > 0 && y - start > 1) heights.push(y - start)
      if (!isInked) start = -1
    }
  }
  return heights
}
