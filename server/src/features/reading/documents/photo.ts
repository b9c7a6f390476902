import sharp from 'sharp'
import { type GreyImage, toGreyImage } from '../engine/grey-image.ts'

const MAX_INPUT_PIXELS = 80e6

// The reader is one process with one thread; sharp's own threads and cache would only cost memory.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Decodes a photo, upright by its EXIF orientation. Of an animation, the first picture.
 * @throws when sharp can't decode it, or it has more than 80 megapixels.
 */
export async function decodePhoto(file: Buffer): Promise<GreyImage> {
  const image = sharp(file, { limitInputPixels: MAX_INPUT_PIXELS, failOn: 'none' })
  const { autoOrient } = await image.metadata()
  return toGreyImage(image.autoOrient(), autoOrient.width > autoOrient.height)
}

export async function decodeHeicPhoto(file: Buffer): Promise<GreyImage> {
  const { decodeHeic } = await import('#platform/documents/heic.ts')
  const image = await decodeHeic(file)
  const { width, height } = await image.metadata()
  return toGreyImage(image, width > height)
}

/** @param pixels four bytes each: red, green, blue, opacity. */
export function decodePixels(pixels: Buffer, width: number, height: number): Promise<GreyImage> {
  return toGreyImage(sharp(pixels, { raw: { width, height, channels: 4 } }), width > height)
}
