import sharp, { type Sharp } from 'sharp'

/** Where a file says what it is first. */
const BRAND_AT = 8

/** Decodes a HEIC photo, upright. */
export async function decodeHeic(file: Buffer): Promise<Sharp> {
  const { default: decode } = await import('heic-decode')
  // heic-decode refuses brands it doesn't know, such as those of scalable pictures. The decoder goes by the others.
  const named = Buffer.from(file)
  named.write('heic', BRAND_AT, 'latin1')
  const { width, height, data } = await decode({ buffer: named })
  const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return sharp(raw, { raw: { width, height, channels: 4 } })
}
