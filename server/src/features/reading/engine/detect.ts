import { type Point, smallestRectangle } from './geometry.ts'
import { cut, type GreyImage, resize } from './grey-image.ts'
import type { Box } from './page.ts'
import type { Model } from './runtime.ts'

/** Lines are found best at this width of a receipt. */
const TARGET_WIDTH_PX = 800
const MAX_SIDE_PX = 2_400
const MAX_PIXELS = 2.6e6
/** For long images, which would be illegible if scaled down as a whole. */
const MAX_LONG_PIXELS = 8e6
/** Larger images are processed in slices: memory grows with the size of the input. */
const MAX_SLICE_PIXELS = 0.9e6
/** Neighbouring slices share this much, so that each line is whole in one of them. */
const OVERLAP_PX = 112
const MAX_ENLARGEMENT = 2
/** The network halves its input five times. */
const MULTIPLE_PX = 32

const TEXT_THRESHOLD = 0.3
const MIN_BOX_SCORE = 0.5
const MIN_BOX_PIXELS = 8
/** The network marks the core of a line; this is how far the line reaches beyond it. */
const UNCLIP_RATIO = 1.6
const MIN_CORE_SIDE_PX = 3
const MIN_LINE_SIDE_PX = 5

/** Mean and standard deviation of the images the network was trained on, as blue, green, red. */
const CHANNELS = [
  [0.406, 0.225],
  [0.456, 0.224],
  [0.485, 0.229],
] as const

/**
 * Finds the lines of text in an image (DBNet). Large images are processed in slices.
 * @param scale of the image the network sees; chosen by the image's width when left out.
 * @returns the boxes in pixels of `image`, and the scale used.
 */
export async function detectLines(
  model: Model,
  image: GreyImage,
  scale = TARGET_WIDTH_PX / image.width,
): Promise<{ boxes: Box[]; scale: number }> {
  const isLong = image.height * scale > MAX_SIDE_PX && image.height > 2 * image.width
  const maxPixels = isLong ? MAX_LONG_PIXELS : MAX_PIXELS
  const bounded = Math.min(
    scale,
    MAX_SIDE_PX / (isLong ? image.width : Math.max(image.width, image.height)),
    Math.sqrt(maxPixels / (image.width * image.height)),
    MAX_ENLARGEMENT,
  )
  const boxes: Box[] = []
  for (const { top, height, from, to } of slices(image, bounded)) {
    const slice =
      height === image.height ? image : await cut(image, { left: 0, top, width: image.width, height })
    for (const box of await detectIn(model, slice, bounded)) {
      const centreY = box.centreY + top
      if (centreY >= from && centreY < to) boxes.push({ ...box, centreY })
    }
  }
  return { boxes, scale: bounded }
}

/** Parts of an image from top to bottom; a line belongs to the one that has its centre between `from` and `to`. */
function slices({ width, height: imageHeight }: GreyImage, scale: number) {
  const overlap = Math.ceil(OVERLAP_PX / scale)
  const maxHeight = Math.floor(MAX_SLICE_PIXELS / (width * scale) / scale)
  const count = imageHeight <= maxHeight ? 1 : Math.ceil((imageHeight - overlap) / (maxHeight - overlap))
  const step = Math.ceil((imageHeight - overlap) / count)
  return Array.from({ length: count }, (_, i) => {
    const top = i * step
    const height = count === 1 ? imageHeight : Math.min(step + overlap, imageHeight - top)
    return {
      top,
      height,
      from: i === 0 ? -Infinity : top + overlap / 2,
      to: i === count - 1 ? Infinity : top + step + overlap / 2,
    }
  })
}

async function detectIn(model: Model, image: GreyImage, scale: number): Promise<Box[]> {
  const [width, height] = [inMultiples(image.width * scale), inMultiples(image.height * scale)]
  const { data } = await model(normalise(await resize(image, width, height)), [
    1,
    CHANNELS.length,
    height,
    width,
  ])
  const [scaleX, scaleY] = [image.width / width, image.height / height]
  return boxesIn(data, width, height).map((box) => ({
    centreX: box.centreX * scaleX,
    centreY: box.centreY * scaleY,
    width: box.width * scaleX,
    height: box.height * scaleY,
    angle: box.angle,
  }))
}

function inMultiples(px: number): number {
  return Math.max(MULTIPLE_PX, Math.round(px / MULTIPLE_PX) * MULTIPLE_PX)
}

function normalise({ pixels }: GreyImage): Float32Array {
  const input = new Float32Array(CHANNELS.length * pixels.length)
  CHANNELS.forEach(([mean, deviation], channel) => {
    const offset = channel * pixels.length
    for (let i = 0; i < pixels.length; i++) input[offset + i] = (pixels[i]! / 255 - mean) / deviation
  })
  return input
}

/** One box around each connected area of likely text. */
function boxesIn(probabilities: Float32Array, width: number, height: number): Box[] {
  const seen = new Uint8Array(width * height)
  const stack = new Int32Array(width * height)
  const boxes: Box[] = []
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || probabilities[start]! <= TEXT_THRESHOLD) continue
    const area = fill(start)
    if (area.pixels < MIN_BOX_PIXELS || area.score < MIN_BOX_SCORE) continue
    const box = unclipped(smallestRectangle(outline(area.rows)))
    if (box) boxes.push(box)
  }
  return boxes

  function fill(start: number) {
    const rows = new Map<number, [left: number, right: number]>()
    let [depth, pixels, sum] = [0, 0, 0]
    const visit = (at: number) => {
      if (seen[at] || probabilities[at]! <= TEXT_THRESHOLD) return
      seen[at] = 1
      stack[depth++] = at
    }
    visit(start)
    while (depth > 0) {
      const at = stack[--depth]!
      pixels++
      sum += probabilities[at]!
      const [x, y] = [at % width, Math.floor(at / width)]
      const row = rows.get(y)
      if (!row) rows.set(y, [x, x])
      else if (x < row[0]) row[0] = x
      else if (x > row[1]) row[1] = x
      if (x > 0) visit(at - 1)
      if (x < width - 1) visit(at + 1)
      if (y > 0) visit(at - width)
      if (y < height - 1) visit(at + width)
    }
    return { pixels, score: sum / pixels, rows }
  }
}

/** The corners of the pixels at both ends of every row. */
function outline(rows: Map<number, [number, number]>): Point[] {
  return [...rows].flatMap(([y, [left, right]]): Point[] => [
    [left - 0.5, y - 0.5],
    [left - 0.5, y + 0.5],
    [right + 0.5, y - 0.5],
    [right + 0.5, y + 0.5],
  ])
}

function unclipped(core: Box): Box | undefined {
  if (Math.min(core.width, core.height) < MIN_CORE_SIDE_PX) return undefined
  const margin = (core.width * core.height * UNCLIP_RATIO) / (core.width + core.height)
  const box = { ...core, width: core.width + margin, height: core.height + margin }
  return Math.min(box.width, box.height) < MIN_LINE_SIDE_PX ? undefined : box
}
