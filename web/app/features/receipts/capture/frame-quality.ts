const MAX_SIDE = 800
/** Frames are judged tile by tile: paper has print on some of it, a table may have none. */
const TILES_PER_SIDE = 8
/** How strongly the sharpest tiles change from pixel to pixel, relative to their contrast. */
const MIN_SHARPNESS = 0.4
/** Grey values from 0 to 255; tiles below this contrast show nothing to judge. */
const MIN_CONTRAST = 6
/** Of the brightest tenth, which is paper even on a dark table. */
const MIN_BRIGHTNESS = 90
/** Pixels that are as bright as the sensor can tell. */
const CLIPPED = 254
const MAX_CLIPPED_SHARE = 0.12

type Frame = Readonly<{ data: Uint8ClampedArray; width: number; height: number }>

/** Why a photo may be hard to read, in a sentence; undefined if it looks fine or can't be judged. */
export function photoWarning(photo: HTMLCanvasElement): string | undefined {
  const scale = Math.min(1, MAX_SIDE / Math.max(photo.width, photo.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(photo.width * scale)
  canvas.height = Math.round(photo.height * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(photo, 0, 0, canvas.width, canvas.height)
  return frameWarning(context.getImageData(0, 0, canvas.width, canvas.height))
}

/** As `photoWarning`, from RGBA pixels. */
export function frameWarning({ data, width, height }: Frame): string | undefined {
  const grey = Float32Array.from({ length: width * height }, (_, i) => greyOf(data, i * 4))
  const byBrightness = grey.toSorted()
  if (byBrightness[Math.floor(grey.length * 0.9)]! < MIN_BRIGHTNESS) return 'This photo is too dark.'
  if (byBrightness[Math.floor(grey.length * (1 - MAX_CLIPPED_SHARE))]! >= CLIPPED)
    return 'There’s glare on this photo.'
  const sharpness = sharpestTile(grey, width, height)
  return sharpness !== undefined && sharpness < MIN_SHARPNESS ? 'This photo looks blurry.' : undefined
}

function greyOf(data: Uint8ClampedArray, i: number): number {
  return 0.299 * data[i]! + 0.587 * data[i + 1]! + 0.114 * data[i + 2]!
}

/** Of the tiles with any contrast, the upper quartile of the Laplacian's deviation over that of the grey values. */
function sharpestTile(grey: Float32Array, width: number, height: number): number | undefined {
  const tiles: number[] = []
  const [tileWidth, tileHeight] = [Math.floor(width / TILES_PER_SIDE), Math.floor(height / TILES_PER_SIDE)]
  for (let top = 1; top + tileHeight < height; top += tileHeight) {
    for (let left = 1; left + tileWidth < width; left += tileWidth) {
      const values: number[] = []
      const edges: number[] = []
      for (let y = top; y < top + tileHeight; y++) {
        for (let x = left; x < left + tileWidth; x++) {
          const i = y * width + x
          values.push(grey[i]!)
          edges.push(4 * grey[i]! - grey[i - 1]! - grey[i + 1]! - grey[i - width]! - grey[i + width]!)
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
