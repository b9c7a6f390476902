import sharp, { type Sharp } from 'sharp'

/** Decodes a HEIC photo, upright. */
export async function decodeHeic(file: Buffer): Promise<Sharp> {
  const { default: decode } = await import('heic-decode')
  const { width, height, data } = await decode({ buffer: file })
  const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return sharp(raw, { raw: { width, height, channels: 4 } })
}
