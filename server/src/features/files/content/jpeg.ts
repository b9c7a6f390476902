import type { Bytes } from './bytes.ts'
import { type Exif, photoOf, readExif } from './exif.ts'
import { type FileProperties, UnacceptableFile } from './properties.ts'

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** Walks a JPEG from marker to marker to its end: a truncated one has no end marker. */
export async function readJpeg(bytes: Bytes): Promise<FileProperties> {
  let frame: { width: number; height: number } | undefined
  let exif: Exif = {}
  let offset = 2
  for (;;) {
    const [lead, marker, ...length] = await bytes.at(offset, 4)
    if (lead !== 0xff || marker === undefined) throw new UnacceptableFile('damagedImage')
    if (marker === 0xff) {
      offset += 1
      continue
    }
    if (marker === END_OF_IMAGE) break
    if (isBare(marker)) {
      offset += 2
      continue
    }
    const segmentBytes = length.length === 2 ? length[0]! * 256 + length[1]! : 0
    if (segmentBytes < 2 || offset + 2 + segmentBytes > bytes.size) throw new UnacceptableFile('damagedImage')
    const body = offset + 4
    if (isFrame(marker)) {
      const size = await bytes.at(body + 1, 4)
      if (size.length < 4) throw new UnacceptableFile('damagedImage')
      frame = { height: size.readUInt16BE(0), width: size.readUInt16BE(2) }
    }
    if (marker === 0xe1) exif = { ...readExif(await bytes.at(body, segmentBytes - 2)), ...exif }
    offset += 2 + segmentBytes
    if (marker === START_OF_SCAN) offset = await endOfScan(bytes, offset)
  }
  if (!frame || frame.width === 0 || frame.height === 0) throw new UnacceptableFile('damagedImage')
  return { type: 'image/jpeg', ...photoOf(frame, exif) }
}

/** Where the compressed data of a scan ends: at the first marker that is neither stuffing nor a restart. */
async function endOfScan(bytes: Bytes, start: number): Promise<number> {
  let offset = start
  // A marker may span two windows.
  let isLead = false
  for (;;) {
    const piece = await bytes.from(offset)
    if (piece.length === 0) throw new UnacceptableFile('damagedImage')
    if (isLead && endsScan(piece[0]!)) return offset - 1
    for (let at = 0; at + 1 < piece.length; at++)
      if (piece[at] === 0xff && endsScan(piece[at + 1]!)) return offset + at
    isLead = piece.at(-1) === 0xff
    offset += piece.length
  }
}

function endsScan(marker: number): boolean {
  return marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

function isBare(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
}
