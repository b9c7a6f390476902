import { MB_BYTES } from '@docketbox/contract/core/units'
import type { Bytes } from './bytes.ts'
import { MAX_EXIF_BYTES, readExif } from './exif.ts'
import { type FileProperties, UnacceptableFile } from './properties.ts'

const HEVC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis']
const AVIF_BRANDS = ['avif', 'avis']
/** A picture in any format. */
const ANY_BRAND = 'mif1'
const MAX_META_BYTES = 4 * MB_BYTES
/** Items may lie in the file, in the meta box or in other items; only the first is common. */
const IN_FILE = 0

/** Whether an ISO media file may contain HEVC pictures; AVIF has the same structure. */
export function isHeic(head: Buffer): boolean {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return false
  const end = Math.min(head.readUInt32BE(0), head.length)
  const brands = new Set<string>()
  for (let at = 8; at + 4 <= end; at += 4) brands.add(head.toString('latin1', at, at + 4))
  if (HEVC_BRANDS.some((brand) => brands.has(brand))) return true
  return brands.has(ANY_BRAND) && !AVIF_BRANDS.some((brand) => brands.has(brand))
}

/** Walks the boxes of a HEIC to the end of the file, and reads the size of the picture and the day it was taken. */
export async function readHeic(bytes: Bytes): Promise<FileProperties> {
  let meta: Buffer | undefined
  let offset = 0
  while (offset < bytes.size) {
    const box = await boxAt(bytes, offset)
    if (offset + box.size > bytes.size) throw new UnacceptableFile('damagedImage')
    if (box.kind === 'meta' && box.size <= MAX_META_BYTES) {
      meta = Buffer.from(await bytes.at(offset + box.headBytes + 4, box.size - box.headBytes - 4))
    }
    offset += box.size
  }
  if (!meta) throw new UnacceptableFile('damagedImage')
  const properties = children(child(meta, 'iprp'), 'ipco')
  if (!properties.some(({ kind }) => kind === 'hvcC')) throw new UnacceptableFile('wrongType')
  const sizes = properties.filter(({ kind }) => kind === 'ispe').map(({ body }) => sizeIn(body))
  const largest = sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]
  if (!largest) throw new UnacceptableFile('damagedImage')
  const isOnItsSide = properties.some(({ kind, body }) => kind === 'irot' && (body[0]! & 1) === 1)
  return {
    type: 'image/heic',
    width: isOnItsSide ? largest.height : largest.width,
    height: isOnItsSide ? largest.width : largest.height,
    preview: 'image',
    takenOn: await takenOnIn(bytes, meta),
  }
}

/** The day in a HEIC's EXIF, whose orientation doesn't count: `irot` turns the picture. */
async function takenOnIn(bytes: Bytes, meta: Buffer): Promise<string | null> {
  try {
    const item = exifItem(child(meta, 'iinf'))
    const place = item === undefined ? undefined : placeOf(child(meta, 'iloc'), item)
    if (!place) return null
    const block = await bytes.at(place.offset, Math.min(place.length, MAX_EXIF_BYTES))
    return readExif(block.subarray(4 + block.readUInt32BE(0))).takenOn ?? null
  } catch (thrown) {
    // The metadata is damaged, but the picture may be fine.
    if (thrown instanceof RangeError) return null
    throw thrown
  }
}

/** The id of the item that holds the EXIF. @param list the body of an `iinf` box. */
function exifItem(list: Buffer): number | undefined {
  const countBytes = list[0] === 0 ? 2 : 4
  for (const { kind, body } of boxesIn(list.subarray(4 + countBytes))) {
    const idBytes = body[0] === 2 ? 2 : 4
    // Its version and flags, its id and its protection come before its type.
    if (kind === 'infe' && body[0]! >= 2 && body.toString('latin1', 6 + idBytes, 10 + idBytes) === 'Exif')
      return body.readUIntBE(4, idBytes)
  }
  return undefined
}

/** Where an item lies in the file. @param locations the body of an `iloc` box. */
function placeOf(locations: Buffer, item: number): { offset: number; length: number } | undefined {
  let at = 4
  const number = (size: number) => {
    at += size
    if (size === 8) return Number(locations.readBigUInt64BE(at - 8))
    return size === 0 ? 0 : locations.readUIntBE(at - size, size)
  }
  const version = locations.readUInt8(0)
  const idBytes = version < 2 ? 2 : 4
  const sizes = number(2)
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexBytes = version === 0 ? 0 : sizes & 15
  for (let left = number(idBytes); left > 0; left--) {
    const id = number(idBytes)
    const method = version === 0 ? IN_FILE : number(2) & 15
    number(2)
    const base = number(baseBytes)
    const extents = number(2)
    if (id === item && method === IN_FILE && extents > 0) {
      number(indexBytes)
      return { offset: base + number(offsetBytes), length: number(lengthBytes) }
    }
    at += extents * (indexBytes + offsetBytes + lengthBytes)
  }
  return undefined
}

async function boxAt(
  bytes: Bytes,
  offset: number,
): Promise<{ kind: string; size: number; headBytes: number }> {
  const head = await bytes.at(offset, 16)
  if (head.length < 8) throw new UnacceptableFile('damagedImage')
  const short = head.readUInt32BE(0)
  const kind = head.toString('latin1', 4, 8)
  if (short === 0) return { kind, size: bytes.size - offset, headBytes: 8 }
  if (short !== 1) {
    if (short < 8) throw new UnacceptableFile('damagedImage')
    return { kind, size: short, headBytes: 8 }
  }
  const long = head.length < 16 ? 0n : head.readBigUInt64BE(8)
  if (long < 16n || long > BigInt(bytes.size)) throw new UnacceptableFile('damagedImage')
  return { kind, size: Number(long), headBytes: 16 }
}

type Box = { kind: string; body: Buffer }

function boxesIn(buffer: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= buffer.length;) {
    const size = buffer.readUInt32BE(at)
    if (size < 8 || at + size > buffer.length) break
    boxes.push({ kind: buffer.toString('latin1', at + 4, at + 8), body: buffer.subarray(at + 8, at + size) })
    at += size
  }
  return boxes
}

function child(buffer: Buffer, kind: string): Buffer {
  return boxesIn(buffer).find((box) => box.kind === kind)?.body ?? Buffer.alloc(0)
}

function children(buffer: Buffer, kind: string): Box[] {
  return boxesIn(child(buffer, kind))
}

/** The body of an `ispe` box: version and flags, then width and height. */
function sizeIn(body: Buffer): { width: number; height: number } {
  return body.length < 12
    ? { width: 0, height: 0 }
    : { width: body.readUInt32BE(4), height: body.readUInt32BE(8) }
}
