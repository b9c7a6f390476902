import { docketHeic } from './samples.ts'

/** EXIF as a camera writes it. @param takenAt as in `2026:06:28 18:04:05`. */
export function exifOf(takenAt: string, { orientation = 1 } = {}): Buffer {
  const exif = Buffer.alloc(76)
  exif.write('MM\0*\0\0\0\x08', 'latin1')
  exif.writeUInt16BE(2, 8)
  writeEntry(exif, 10, { tag: 0x0112, type: 3, count: 1 })
  exif.writeUInt16BE(orientation, 18)
  writeEntry(exif, 22, { tag: 0x8769, type: 4, count: 1, value: 38 })
  exif.writeUInt16BE(1, 38)
  writeEntry(exif, 40, { tag: 0x9003, type: 2, count: 20, value: 56 })
  exif.write(takenAt, 56, 'latin1')
  return exif
}

function writeEntry(
  exif: Buffer,
  at: number,
  { tag, type, count, value = 0 }: { tag: number; type: number; count: number; value?: number },
): void {
  exif.writeUInt16BE(tag, at)
  exif.writeUInt16BE(type, at + 2)
  exif.writeUInt32BE(count, at + 4)
  exif.writeUInt32BE(value, at + 8)
}

/** A HEIC with EXIF, whose items are listed as an iPhone does (version 1), or in another way. */
export function heicWithExif(
  exif: Buffer,
  { locationsVersion = 1 }: { locationsVersion?: 0 | 1 | 2 } = {},
): Buffer {
  const heic = docketHeic()
  const metaAt = heic.readUInt32BE(0)
  const metaEnd = metaAt + heic.readUInt32BE(metaAt)
  const parts = boxesIn(heic.subarray(metaAt + 12, metaEnd))
  const picture = locationIn(parts.get('iloc')!)
  const block = Buffer.concat([uint(6, 4), Buffer.from('Exif\0\0'), exif])
  const media = boxOf('mdat', block)
  const metaOf = (shift: number) => {
    const locations = [
      { id: 1, ...picture, offset: picture.offset + shift },
      { id: 2, offset: heic.length + shift + 8, length: block.length },
    ]
    const items = boxOf('infe', Buffer.from('\x02\0\0\0\0\x02\0\0Exif\0', 'latin1'))
    const list = parts.get('iinf')!
    return boxOf(
      'meta',
      Buffer.alloc(4),
      parts.get('hdlr')!,
      parts.get('pitm')!,
      ilocOf(locations, locationsVersion),
      boxOf('iinf', Buffer.alloc(4), uint(2, 2), list.subarray(14), items),
      parts.get('iprp')!,
    )
  }
  const shift = metaOf(0).length - (metaEnd - metaAt)
  return Buffer.concat([heic.subarray(0, metaAt), metaOf(shift), heic.subarray(metaEnd), media])
}

type Location = { id: number; offset: number; length: number }

function ilocOf(locations: readonly Location[], version: 0 | 1 | 2): Buffer {
  const idBytes = version === 2 ? 4 : 2
  // Version 2 as scalers write it: a base of 8 bytes and an index.
  const sizes = version === 2 ? 0x4484 : 0x4400
  const entries = locations.flatMap(({ id, offset, length }) => [
    uint(id, idBytes),
    Buffer.alloc(version === 0 ? 2 : 4),
    ...(version === 2 ? [uint(offset - 1, 8)] : []),
    uint(1, 2),
    ...(version === 2 ? [uint(0, 4), uint(1, 4)] : [uint(offset, 4)]),
    uint(length, 4),
  ])
  return boxOf(
    'iloc',
    Buffer.from([version, 0, 0, 0]),
    uint(sizes, 2),
    uint(locations.length, idBytes),
    ...entries,
  )
}

/** Of the only item of our sample, which has a base. */
function locationIn(iloc: Buffer): { offset: number; length: number } {
  return { offset: iloc.readUInt32BE(20), length: iloc.readUInt32BE(30) }
}

/** Whole boxes by their kinds. */
function boxesIn(buffer: Buffer): Map<string, Buffer> {
  const boxes = new Map<string, Buffer>()
  for (let at = 0; at < buffer.length; at += buffer.readUInt32BE(at))
    boxes.set(buffer.toString('latin1', at + 4, at + 8), buffer.subarray(at, at + buffer.readUInt32BE(at)))
  return boxes
}

function boxOf(kind: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([uint(body.length + 8, 4), Buffer.from(kind), body])
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  if (bytes === 8) buffer.writeBigUInt64BE(BigInt(value))
  else buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
