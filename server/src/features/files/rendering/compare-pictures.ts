import type { Sharp } from 'sharp'

/** Pictures are compared at the size of the smaller one, at most this long. */
const MAX_SIDE = 1200
const BLUR = 1.2
/** The same picture at another size has the same shape, but for rounding. */
const MAX_SHAPE_DIFFERENCE = 0.02
/** Pixels. */
const SHIFTS = [-1, 0, 1]
/** Parts of the longer side: about the height of a letter. */
const BLOCKS = 100
/**
 * Grey levels, on average over a block: of photos that may have been compressed, and of pages drawn from PDFs, where one
 * other digit in small print makes 5.
 */
const MAX_BLOCK_DIFFERENCE = { photos: 27, drawn: 4 }
/** Copies smaller than this share of the other one have less detail to differ in. */
const FULL_DETAIL = 0.85

/**
 * Whether two pictures show the same, whatever their size, quality and brightness.
 * @param areDrawn whether both were drawn from PDFs.
 */
export async function isSamePicture(
  one: () => Sharp,
  other: () => Sharp,
  { areDrawn = false } = {},
): Promise<boolean> {
  const limit = areDrawn ? MAX_BLOCK_DIFFERENCE.drawn : MAX_BLOCK_DIFFERENCE.photos
  return (await differenceBetween(one, other)) <= limit
}

/**
 * How much two pictures differ where they differ most, in grey levels, more for a smaller copy. Two receipts of one layout
 * differ in at least a figure, which changes a small block a lot.
 * @param one decodes a picture afresh.
 */
async function differenceBetween(one: () => Sharp, other: () => Sharp): Promise<number> {
  const [size, otherSize] = [await one().metadata(), await other().metadata()]
  const shapes = [size.width / size.height, otherSize.width / otherSize.height] as const
  if (Math.abs(shapes[0] / shapes[1] - 1) > MAX_SHAPE_DIFFERENCE) return Infinity
  const common = sizeToCompare(size, otherSize)
  const [pixels, otherPixels] = [await greyPixels(one(), common), await greyPixels(other(), common)]
  const detail = Math.min(size.width, otherSize.width) / Math.max(size.width, otherSize.width) / FULL_DETAIL
  return largestBlockDifference(pixels, matchBrightness(otherPixels, pixels), common) / Math.min(1, detail)
}

type Size = { width: number; height: number }

function sizeToCompare(one: Size, other: Size): Size {
  const { width, height } = one.width <= other.width ? one : other
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

function greyPixels(picture: Sharp, { width, height }: Size): Promise<Buffer> {
  return picture.greyscale().resize(width, height, { fit: 'fill' }).blur(BLUR).raw().toBuffer()
}

/** Scales pixels to the mean and contrast of others: formats and colour profiles change both a little. */
function matchBrightness(pixels: Buffer, target: Buffer): Float32Array {
  const [from, to] = [statisticsOf(pixels), statisticsOf(target)]
  const gain = from.deviation === 0 ? 1 : to.deviation / from.deviation
  return Float32Array.from(pixels, (value) => (value - from.mean) * gain + to.mean)
}

function statisticsOf(pixels: Buffer): { mean: number; deviation: number } {
  let [sum, squares] = [0, 0]
  for (const value of pixels) {
    sum += value
    squares += value * value
  }
  const mean = sum / pixels.length
  return { mean, deviation: Math.sqrt(Math.max(0, squares / pixels.length - mean * mean)) }
}

/** Copies are up to a pixel off where their sizes were rounded, so each block counts as it fits best. */
function largestBlockDifference(one: Buffer, other: Float32Array, size: Size): number {
  const side = Math.max(4, Math.round(Math.max(size.width, size.height) / BLOCKS))
  const sums = SHIFTS.flatMap((x) => SHIFTS.map((y) => blockDifferences(one, other, { ...size, side, x, y })))
  const best = sums.reduce((best, next) => best.map((sum, block) => Math.min(sum, next[block]!)))
  return best.reduce((largest, sum) => Math.max(largest, sum), 0) / (side * side)
}

type Shifted = Size & { side: number; x: number; y: number }

/** How much the pixels of each block differ from those of the other picture a shift away, in total. */
function blockDifferences(one: Buffer, other: Float32Array, shifted: Shifted): Float64Array {
  const { width, height, side } = shifted
  const columns = Math.ceil(width / side)
  const sums = new Float64Array(columns * Math.ceil(height / side))
  const shift = shifted.y * width + shifted.x
  for (let y = 1; y < height - 1; y++) {
    const row = Math.floor(y / side) * columns
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      sums[row + Math.floor(x / side)]! += Math.abs(one[at]! - other[at + shift]!)
    }
  }
  return sums
}
