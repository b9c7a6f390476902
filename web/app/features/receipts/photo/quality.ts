import type { GreyFrame } from './grey.ts'

/** Sharpness and brightness are judged at this size. */
export const QUALITY_PIXELS = 800
/** Frames are judged tile by tile: paper has print on some of it, a table may have none. */
const TILE_PIXELS = 64
const MAX_TILES_PER_SIDE = 8
/** How strongly the sharpest tiles change from pixel to pixel, relative to their contrast. */
const MIN_SHARPNESS = 0.4
/** Grey values from 0 to 255; tiles below this contrast show nothing to judge. */
const MIN_CONTRAST = 6
/** The brightest pixels are paper even on a dark table. The same minimum as for outlines. */
const MIN_BRIGHTNESS = 90
const MIN_BRIGHT_SHARE = 0.04
/** Pixels that are as bright as the sensor can tell. */
const CLIPPED = 254
const MAX_CLIPPED_SHARE = 0.12

/** A camera's first frames are black, for at most this long. */
export const MAX_BLACK_MS = 800
/** Even a dark room has pixels brighter than this. */
const BLACK = 12

export function isBlack({ data }: GreyFrame): boolean {
  return data.every((grey) => grey < BLACK)
}

/** What's wrong with the light. */
export function lightProblem({ data }: GreyFrame): 'dark' | 'glare' | undefined {
  const counts = new Uint32Array(256)
  for (const grey of data) counts[Math.min(255, Math.max(0, Math.floor(grey)))]! += 1
  const shareFrom = (level: number) =>
    counts.subarray(level).reduce((sum, count) => sum + count, 0) / data.length
  if (shareFrom(MIN_BRIGHTNESS) < MIN_BRIGHT_SHARE) return 'dark'
  return shareFrom(CLIPPED) >= MAX_CLIPPED_SHARE ? 'glare' : undefined
}

/** Whether print is blurred, in a picture scaled to `QUALITY_PIXELS` or a part of it. */
export function isBlurry(frame: GreyFrame): boolean {
  const sharpness = sharpestTiles(frame)
  return sharpness !== undefined && sharpness < MIN_SHARPNESS
}

/** The sharpness of tiles with contrast: the upper quartile of the Laplacian's deviation over that of the grey values. */
function sharpestTiles({ data, width, height }: GreyFrame): number | undefined {
  const tiles: number[] = []
  const sizeOf = (side: number) =>
    Math.floor((side - 2) / Math.max(2, Math.min(MAX_TILES_PER_SIDE, Math.floor(side / TILE_PIXELS))))
  const [tileWidth, tileHeight] = [sizeOf(width), sizeOf(height)]
  for (let top = 1; top + tileHeight < height; top += tileHeight) {
    for (let left = 1; left + tileWidth < width; left += tileWidth) {
      const values: number[] = []
      const edges: number[] = []
      for (let y = top; y < top + tileHeight; y++) {
        for (let x = left; x < left + tileWidth; x++) {
          const i = y * width + x
          values.push(data[i]!)
          edges.push(4 * data[i]! - data[i - 1]! - data[i + 1]! - data[i - width]! - data[i + width]!)
        }
      }
      const contrast = deviation(values)
      if (contrast >= MIN_CONTRAST) tiles.push(deviation(edges) / contrast)
    }
  }
  return tiles.sort((one, other) => one - other)[Math.floor(tiles.length * 0.75)]
}

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}
