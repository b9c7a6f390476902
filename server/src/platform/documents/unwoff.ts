import { inflateSync } from 'node:zlib'

const WOFF = { headerBytes: 44, entryBytes: 20 }
const SFNT = { headerBytes: 12, entryBytes: 16 }

/**
 * Unpacks a WOFF 1.0 font (W3C) to TrueType. pdfkit reads WOFF too, but inflates it in JavaScript, which takes most of
 * the time of making an invoice.
 */
export function unwoff(woff: Buffer): Buffer {
  const tableCount = woff.readUInt16BE(12)
  const header = Buffer.alloc(SFNT.headerBytes + tableCount * SFNT.entryBytes)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(tableCount, 4)
  const tables: Buffer[] = []
  let offset = header.length
  for (let index = 0; index < tableCount; index++) {
    const entry = woff.subarray(WOFF.headerBytes + index * WOFF.entryBytes)
    const [start, packedBytes, bytes] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const packed = woff.subarray(start, start + packedBytes)
    const table = packedBytes < bytes ? inflateSync(packed) : packed
    const at = SFNT.headerBytes + index * SFNT.entryBytes
    entry.copy(header, at, 0, 4)
    entry.copy(header, at + 4, 16, 20)
    header.writeUInt32BE(offset, at + 8)
    header.writeUInt32BE(bytes, at + 12)
    const padding = Buffer.alloc(-bytes & 3)
    tables.push(table, padding)
    offset += bytes + padding.length
  }
  return Buffer.concat([header, ...tables])
}
