import sharp from 'sharp'
import { type Matrix, perspectiveOf, type Point } from './perspective.ts'
import { type Random, seededRandom } from './random.ts'

export const PHOTO_KINDS = ['perspective', 'shadow', 'blur', 'crease', 'tilt', 'all'] as const
export type PhotoKind = (typeof PHOTO_KINDS)[number]

const [WIDTH, HEIGHT] = [1500, 2000]
const TABLES = [[58, 40, 28], [40, 42, 46], [110, 84, 58], [70, 20, 24], [25, 25, 28]] as const // prettier-ignore
const CORNERS: readonly Point[] = [[-1, -1], [1, -1], [1, 1], [-1, 1]] // prettier-ignore

/** A photo, as JPEG, of a flat receipt lying on a dark table. `all` combines every defect. */
export async function photograph(receipt: Buffer, seed: number, kind: PhotoKind): Promise<Buffer> {
  return (await photographWithCorners(receipt, seed, { kind })).photo
}

type PhotoOptions = {
  kind: PhotoKind
  /** Draws only one of so many pixels in each direction. */
  step?: number
  /** Leaves the receipt out. */
  isEmpty?: boolean
}

/**
 * A photo, as JPEG, of a flat receipt lying on a dark table, and where the receipt is.
 * @returns its corners as shares of the photo: top left, top right, bottom right, bottom left.
 */
export async function photographWithCorners(
  receipt: Buffer,
  seed: number,
  { kind, step = 1, isEmpty = false }: PhotoOptions,
): Promise<{ photo: Buffer; corners: Point[] }> {
  const random = seededRandom(seed + 2_000_003)
  const has = (other: PhotoKind) => kind === other || kind === 'all'
  const { data, info } = await sharp(receipt).greyscale().raw().toBuffer({ resolveWithObject: true })
  const corners = cornersOf(random, info, kind)
  const toReceipt = perspectiveOf(corners, [
    [0, 0],
    [info.width, 0],
    [info.width, info.height],
    [0, info.height],
  ])
  const light = lightOf(random, has('shadow'))
  const creases = creasesOf(random, has('crease') ? random.integer(2, 4) : 0)
  const table = random.pick(TABLES)
  const curl = has('crease') ? random.between(3, 8) : random.between(0, 2)
  const [columns, rows] = [Math.floor(WIDTH / step), Math.floor(HEIGHT / step)]
  const pixels = Buffer.alloc(columns * rows * 3)
  let at = 0
  for (let y = 0; y < rows * step; y += step) {
    for (let x = 0; x < columns * step; x += step) {
      const [u, v] = apply(toReceipt, x, y)
      const fold = creases(u / info.width, v / info.height)
      const paper = isEmpty
        ? undefined
        : sample(data, info, u + fold.shift, v + curl * Math.sin((u / info.width) * Math.PI))
      const lit = light(x / WIDTH, y / HEIGHT) * (paper === undefined ? 1 : fold.light)
      const noise = (random.share() + random.share() - 1) * 14
      const grain = 8 * Math.sin(y * 0.021 + 3 * Math.sin(x * 0.004))
      for (let channel = 0; channel < 3; channel++) {
        const value = paper ?? table[channel]! + grain
        pixels[at++] = Math.max(0, Math.min(255, value * lit + noise))
      }
    }
  }
  const blur = has('blur') ? random.between(1.1, kind === 'all' ? 1.5 : 1.9) : 0.6
  const photo = await sharp(pixels, { raw: { width: columns, height: rows, channels: 3 } })
    .blur(Math.max(0.3, blur / step))
    .jpeg({ quality: random.integer(68, 85) })
    .toBuffer()
  return { photo, corners: corners.map(([x, y]): Point => [x / WIDTH, y / HEIGHT]) }
}

function cornersOf(
  random: Random,
  { width, height }: { width: number; height: number },
  kind: PhotoKind,
): Point[] {
  const scale = Math.min(
    (WIDTH * random.between(0.66, 0.82)) / width,
    (HEIGHT * random.between(0.8, 0.92)) / height,
  )
  const [halfWidth, halfHeight] = [(width * scale) / 2, (height * scale) / 2]
  const [centreX, centreY] = [WIDTH / 2 + random.between(-60, 60), HEIGHT / 2 + random.between(-60, 60)]
  const side = random.chance(0.5) ? -1 : 1
  const angle = ((kind === 'tilt' ? random.between(8, 16) * side : random.between(-3, 3)) * Math.PI) / 180
  const isSkewed = kind === 'perspective' || kind === 'all'
  const skewX = isSkewed ? random.between(0.08, 0.18) * side : random.between(-0.03, 0.03)
  const skewY = isSkewed ? random.between(-0.07, 0.07) : 0
  return CORNERS.map(([a, b]): Point => {
    const [x, y] = [a * halfWidth * (1 + b * skewX), b * halfHeight * (1 + a * skewY)]
    return [
      centreX + x * Math.cos(angle) - y * Math.sin(angle),
      centreY + x * Math.sin(angle) + y * Math.cos(angle),
    ]
  })
}

/** Brightness by place: uneven, and darker on one side of a shadow's edge. */
function lightOf(random: Random, hasShadow: boolean): (x: number, y: number) => number {
  const [exposure, slopeX, slopeY] = [
    random.between(0.72, 0.98),
    random.between(-0.25, 0.25),
    random.between(-0.2, 0.2),
  ]
  const [angle, offset, dark, softness] = [random.between(0, 6.28), random.between(-0.2, 0.2), random.between(0.4, 0.6), random.between(0.03, 0.15)] // prettier-ignore
  return (x, y) => {
    const even = exposure * (1 + slopeX * (x - 0.5) + slopeY * (y - 0.5))
    if (!hasShadow) return even
    const side = ((x - 0.5) * Math.cos(angle) + (y - 0.5) * Math.sin(angle) - offset) / softness
    return even * (1 - (1 - dark) / (1 + Math.exp(-side * 3)))
  }
}

function creasesOf(random: Random, count: number) {
  const creases = Array.from({ length: count }, () => ({
    angle: random.between(-0.15, 0.15) + (random.chance(0.6) ? 0 : Math.PI / 2),
    at: random.between(0.15, 0.85),
    depth: random.between(0.1, 0.22),
    shift: random.between(2, 5),
  }))
  return (x: number, y: number) => {
    let [light, shift] = [1, 0]
    for (const crease of creases) {
      const distance = ((x - 0.5) * Math.sin(crease.angle) + (y - crease.at) * Math.cos(crease.angle)) * 1000
      const side = Math.sign(distance)
      light *= 1 - (side > 0 ? crease.depth : -0.25 * crease.depth) * Math.exp(-Math.abs(distance) / 28)
      shift += 0.5 * side * crease.shift * Math.exp(-Math.abs(distance) / 20)
    }
    return { light, shift }
  }
}

function apply([a, b, c, d, e, f, g, h]: Matrix, x: number, y: number): Point {
  const w = g * x + h * y + 1
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
}

function sample(data: Buffer, { width, height }: { width: number; height: number }, x: number, y: number) {
  if (!(x >= 0 && y >= 0 && x < width - 1 && y < height - 1)) return undefined
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [shareX, shareY] = [x - left, y - top]
  const at = top * width + left
  return (
    (data[at]! * (1 - shareX) + data[at + 1]! * shareX) * (1 - shareY) +
    (data[at + width]! * (1 - shareX) + data[at + width + 1]! * shareX) * shareY
  )
}
