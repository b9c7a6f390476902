import { asInput, LINE_HEIGHT_PX, type LineImage } from './line-image.ts'
import type { Box } from './page.ts'
import type { Model } from './runtime.ts'

const INPUT_WIDTH_PX = 192
const CERTAIN = 0.9
/** Lines of these widths are the most reliable. */
const MIN_LINE_PX = 120
const MAX_LINE_PX = 500
const MIN_LINES = 3
const MAX_LINES = 9

/** Whether most lines stand on their side. */
export function isSideways(boxes: readonly Box[]): boolean {
  const tall = boxes.filter(({ width, height }) => height > width * 1.6).length
  const wide = boxes.filter(({ width, height }) => width > height * 1.6).length
  return tall >= 4 && tall > wide * 1.3
}

export async function isUpsideDown(model: Model, lines: readonly LineImage[]): Promise<boolean> {
  const sample = lines.filter(({ width }) => width >= MIN_LINE_PX && width < MAX_LINE_PX).slice(0, MAX_LINES)
  if (sample.length < MIN_LINES) return false
  let flipped = 0
  for (const line of sample) {
    const { data } = await model(asInput(squeeze(line), INPUT_WIDTH_PX), [
      1,
      3,
      LINE_HEIGHT_PX,
      INPUT_WIDTH_PX,
    ])
    if (data[1]! > CERTAIN) flipped++
  }
  return flipped / sample.length > 0.5
}

function squeeze(line: LineImage): LineImage {
  const width = Math.min(INPUT_WIDTH_PX, line.width)
  const pixels = new Float32Array(width * LINE_HEIGHT_PX)
  for (let y = 0; y < LINE_HEIGHT_PX; y++) {
    for (let x = 0; x < width; x++) {
      pixels[y * width + x] = line.pixels[y * line.width + Math.floor((x * line.width) / width)]!
    }
  }
  return { pixels, width }
}
