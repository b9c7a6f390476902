import sharp, { type Sharp } from 'sharp'

/** One byte per pixel, row by row. */
export type GreyImage = { pixels: Buffer; width: number; height: number }
export type Area = { left: number; top: number; width: number; height: number }

/** Larger images are scaled down to this: text stays legible, memory bounded. */
const MAX_SHORT_SIDE_PX = 2_000
const MAX_LONG_SIDE_PX = 12_000

// The reader is one process with one thread; sharp's own threads and cache would only cost memory.
sharp.concurrency(1)
sharp.cache(false)

/** Reduces an image to grey, on white. `isWide`: whether it's wider than it is tall. */
export function toGreyImage(image: Sharp, isWide: boolean): Promise<GreyImage> {
  const [width, height] = isWide
    ? [MAX_LONG_SIDE_PX, MAX_SHORT_SIDE_PX]
    : [MAX_SHORT_SIDE_PX, MAX_LONG_SIDE_PX]
  return toGrey(
    image.flatten({ background: '#fff' }).resize({ width, height, fit: 'inside', withoutEnlargement: true }),
  )
}

export async function resize(image: GreyImage, width: number, height: number): Promise<GreyImage> {
  if (width === image.width && height === image.height) return image
  const kernel = width < image.width ? 'lanczos3' : 'cubic'
  return toGrey(open(image).resize(width, height, { fit: 'fill', kernel }))
}

export function cut(image: GreyImage, area: Area): Promise<GreyImage> {
  return toGrey(open(image).extract(area))
}

/** Turns an image clockwise. */
export function turn(image: GreyImage, degrees: 90 | 180): Promise<GreyImage> {
  return toGrey(open(image).rotate(degrees))
}

function open({ pixels, width, height }: GreyImage): Sharp {
  return sharp(pixels, { raw: { width, height, channels: 1 } })
}

async function toGrey(image: Sharp): Promise<GreyImage> {
  const { data, info } = await image
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}
