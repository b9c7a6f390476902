import type { Bytes } from './bytes.ts'
import { type Exif, MAX_EXIF_BYTES, photoOf, readExif } from './exif.ts'
import { type FileProperties, UnacceptableFile } from './properties.ts'

const HAS_EXIF = 0x08

/** Walks the chunks of a PNG to its IEND. */
export async function readPng(bytes: Bytes): Promise<FileProperties> {
  const header = Buffer.from(await bytes.at(8, 16))
  if (header.length < 16 || header.toString('latin1', 4, 8) !== 'IHDR')
    throw new UnacceptableFile('damagedImage')
  let exif: Exif = {}
  let offset = 8
  for (;;) {
    const chunk = await bytes.at(offset, 8)
    if (chunk.length < 8) throw new UnacceptableFile('damagedImage')
    const kind = chunk.toString('latin1', 4, 8)
    const length = chunk.readUInt32BE(0)
    if (offset + 12 + length > bytes.size) throw new UnacceptableFile('damagedImage')
    if (kind === 'IEND') break
    if (kind === 'eXIf') exif = readExif(await bytes.at(offset + 8, Math.min(length, MAX_EXIF_BYTES)))
    offset += 12 + length
  }
  const size = { width: header.readUInt32BE(8), height: header.readUInt32BE(12) }
  return { type: 'image/png', ...photoOf(size, exif) }
}

/** Walks the blocks of a GIF to its trailer. */
export async function readGif(bytes: Bytes): Promise<FileProperties> {
  const header = Buffer.from(await bytes.at(0, 13))
  if (header.length < 13) throw new UnacceptableFile('damagedImage')
  let offset = 13 + colourTableBytes(header[10]!)
  for (;;) {
    const [block] = await bytes.at(offset, 1)
    if (block === 0x3b) break
    if (block === 0x21) offset = await endOfSubBlocks(bytes, offset + 2)
    else if (block === 0x2c) {
      const image = await bytes.at(offset, 10)
      if (image.length < 10) throw new UnacceptableFile('damagedImage')
      offset = await endOfSubBlocks(bytes, offset + 11 + colourTableBytes(image[9]!))
    } else throw new UnacceptableFile('damagedImage')
  }
  const size = { width: header.readUInt16LE(6), height: header.readUInt16LE(8) }
  return { type: 'image/gif', ...photoOf(size, {}) }
}

function colourTableBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

async function endOfSubBlocks(bytes: Bytes, start: number): Promise<number> {
  let offset = start
  for (;;) {
    const piece = await bytes.from(offset)
    if (piece.length === 0) throw new UnacceptableFile('damagedImage')
    let at = 0
    while (at < piece.length) {
      const length = piece[at]!
      at += 1 + length
      if (length === 0) return offset + at
    }
    offset += at
  }
}

/** Reads the size of a WebP and checks that it's complete. */
export async function readWebp(bytes: Bytes): Promise<FileProperties> {
  const header = Buffer.from(await bytes.at(0, 30))
  if (header.length < 30 || header.readUInt32LE(4) + 8 > bytes.size)
    throw new UnacceptableFile('damagedImage')
  const size = webpSize(header)
  if (!size) throw new UnacceptableFile('damagedImage')
  const hasExif = header.toString('latin1', 12, 16) === 'VP8X' && (header[20]! & HAS_EXIF) !== 0
  return { type: 'image/webp', ...photoOf(size, hasExif ? await webpExif(bytes) : {}) }
}

async function webpExif(bytes: Bytes): Promise<Exif> {
  for (let offset = 12; ;) {
    const chunk = await bytes.at(offset, 8)
    if (chunk.length < 8) return {}
    const length = chunk.readUInt32LE(4)
    if (chunk.toString('latin1', 0, 4) === 'EXIF')
      return readExif(await bytes.at(offset + 8, Math.min(length, MAX_EXIF_BYTES)))
    // Chunks of an odd length are padded.
    offset += 8 + length + (length % 2)
  }
}

function webpSize(header: Buffer): { width: number; height: number } | undefined {
  const kind = header.toString('latin1', 12, 16)
  if (kind === 'VP8 ') {
    return { width: header.readUInt16LE(26) & 0x3fff, height: header.readUInt16LE(28) & 0x3fff }
  }
  if (kind === 'VP8L') {
    const bits = header.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (kind === 'VP8X') return { width: header.readUIntLE(24, 3) + 1, height: header.readUIntLE(27, 3) + 1 }
  return undefined
}
