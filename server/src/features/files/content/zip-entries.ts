import { MB_BYTES } from '@docketbox/contract/core/units'
import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import type { Bytes } from './bytes.ts'
import { UnacceptableFile } from './properties.ts'

const MAX_ENTRIES = 5_000
const MAX_DIRECTORY_BYTES = 2 * MB_BYTES
/** The end record, and the longest comment that may follow it. */
const END_BYTES = 22 + 65_535
const END_MARK = Buffer.from('PK\x05\x06')
const PIECE_BYTES = 64 * 1024
const [STORED, DEFLATED] = [0, 8]

export type ZipEntry = {
  name: string
  method: number
  packedBytes: number
  unpackedBytes: number
  offset: number
}

/** The entries in the directory of a zip. */
export async function readDirectory(bytes: Bytes): Promise<ZipEntry[]> {
  const tail = await bytes.at(Math.max(0, bytes.size - END_BYTES), END_BYTES)
  const at = tail.lastIndexOf(END_MARK)
  if (at === -1 || at + 22 > tail.length) throw new UnacceptableFile('damagedDocument')
  const count = tail.readUInt16LE(at + 10)
  const size = tail.readUInt32LE(at + 12)
  const start = tail.readUInt32LE(at + 16)
  if (count > MAX_ENTRIES || size > MAX_DIRECTORY_BYTES || start + size > bytes.size)
    throw new UnacceptableFile('damagedDocument')
  const entries = entriesIn(Buffer.from(await bytes.at(start, size)), count, bytes.size)
  // Entries that share bytes could unpack to any size.
  const packedBytes = entries.reduce((total, entry) => total + entry.packedBytes, 0)
  if (packedBytes > bytes.size) throw new UnacceptableFile('damagedDocument')
  return entries
}

function entriesIn(directory: Buffer, count: number, fileBytes: number): ZipEntry[] {
  const entries: ZipEntry[] = []
  for (let at = 0; entries.length < count;) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50)
      throw new UnacceptableFile('damagedDocument')
    const nameBytes = directory.readUInt16LE(at + 28)
    const entry = {
      method: directory.readUInt16LE(at + 10),
      packedBytes: directory.readUInt32LE(at + 20),
      unpackedBytes: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
      name: directory.toString('utf8', at + 46, at + 46 + nameBytes),
    }
    if (entry.offset + 30 + entry.packedBytes > fileBytes) throw new UnacceptableFile('damagedDocument')
    entries.push(entry)
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

/**
 * Unpacks an entry.
 * @returns its first `keepBytes` bytes.
 * @throws UnacceptableFile when it's damaged or isn't exactly as large as the directory says.
 */
export async function unpack(bytes: Bytes, entry: ZipEntry, keepBytes: number): Promise<Buffer> {
  const { method, packedBytes, unpackedBytes, offset } = entry
  const head = Buffer.from(await bytes.at(offset, 30))
  if (head.length < 30 || head.readUInt32LE(0) !== 0x04034b50) throw new UnacceptableFile('damagedDocument')
  if (method !== STORED && method !== DEFLATED) throw new UnacceptableFile('damagedDocument')
  const start = offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  const packed = Readable.from(piecesOf(bytes, start, start + packedBytes))
  const unpacked = method === STORED ? packed : packed.pipe(createInflateRaw())
  packed.once('error', (error) => unpacked.destroy(error))
  const kept: Buffer[] = []
  let [length, keptBytes] = [0, 0]
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > unpackedBytes) break
      if (keptBytes < keepBytes) kept.push(chunk.subarray(0, keepBytes - keptBytes))
      keptBytes += chunk.length
    }
  } catch {
    throw new UnacceptableFile('damagedDocument')
  }
  if (length !== unpackedBytes) throw new UnacceptableFile('damagedDocument')
  return Buffer.concat(kept)
}

async function* piecesOf(bytes: Bytes, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += PIECE_BYTES) {
    // A copy: the window is only valid until the next call.
    yield Buffer.from(await bytes.at(at, Math.min(PIECE_BYTES, end - at)))
  }
}
