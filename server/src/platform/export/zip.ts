import { crc32 as crc32Of } from 'node:zlib'
import type { Chunks } from './chunks.ts'

/** An entry of a zip. Everything in its headers is known before its bytes are read. */
export type Packed = Readonly<{
  /** Path inside the zip, with `/` between folders. */
  name: string
  sizeBytes: number
  /** Only of an entry that is deflated: how many bytes it is unpacked. */
  unpackedBytes?: number
  crc32: number
  modifiedOn: string
  /** Fills `into` from byte `start`. @returns how many bytes there were. */
  read: (into: Buffer, start: number) => Promise<number>
}>

/** An entry generated in memory. */
export function packedText(name: string, content: string | Buffer, modifiedOn: string): Packed {
  const bytes = Buffer.from(content)
  return {
    name,
    modifiedOn,
    sizeBytes: bytes.length,
    crc32: crc32Of(bytes),
    read: async (into, start) => bytes.copy(into, 0, start),
  }
}

const UTF8_NAMES = 0x0800
const STORED = 0
const DEFLATED = 8
const MAX_UINT32 = 0xffffffff
const MAX_UINT16 = 0xffff

/** The exact length of the zip, in bytes. */
export function zipLength(files: readonly Pick<Packed, 'name' | 'sizeBytes'>[]): number {
  let at = 0
  let directory = 0
  for (const { name, sizeBytes } of files) {
    const nameBytes = Buffer.byteLength(name)
    directory += 46 + nameBytes + (at >= MAX_UINT32 ? 12 : 0)
    at += 30 + nameBytes + sizeBytes
  }
  return at + directory + (needsZip64(files.length, at, directory) ? 76 : 0) + 22
}

/** Size of a read, and how many reads are ahead, so that the connection isn't idle. */
const PIECE_BYTES = 512 * 1024
const AHEAD = 4

/** First and last byte of a zip. */
type Range = { start: number; end: number }

/**
 * Streams a zip without compression, or the part of it within a range. It contains the checksums measured when the files
 * were received, so that unzipping detects damage since then.
 */
export async function* zipBytes(
  files: readonly Packed[],
  range: Range = { start: 0, end: Infinity },
): Chunks {
  const parts = partsOf(files, range)
  const loading: Promise<Loaded>[] = []
  const load = (buffer: Buffer) => {
    const { value: part } = parts.next()
    if (!part) return
    const started = fill(buffer, part)
    // If no one awaits it, a failure must not be an unhandled rejection.
    started.catch(() => undefined)
    loading.push(started)
  }
  const mostBytes = files.reduce(
    (most, file) => Math.max(most, headerBytes(file) + Math.min(file.sizeBytes, PIECE_BYTES)),
    0,
  )
  for (let count = 0; count < AHEAD; count++) load(Buffer.allocUnsafeSlow(mostBytes))
  while (loading.length > 0) {
    const { buffer, filledBytes, at } = await loading.shift()!
    yield within(range, buffer.subarray(0, filledBytes), at)
    load(buffer)
  }
  const directoryAt = files.reduce((total, file) => total + headerBytes(file) + file.sizeBytes, 0)
  const directory = within(range, directoryOf(files), directoryAt)
  if (directory.length > 0) yield directory
}

/** The bytes of a chunk that are within a range. `at` is where the chunk starts. */
function within({ start, end }: Range, chunk: Buffer, at: number): Buffer {
  return chunk.subarray(Math.max(0, start - at), Math.max(0, Math.min(chunk.length, end + 1 - at)))
}

/** `start` is where it starts in the file, `at` in the zip. */
type Part = { file: Packed; start: number; sizeBytes: number; at: number }
type Loaded = { buffer: Buffer; filledBytes: number; at: number }

function* partsOf(files: readonly Packed[], range: Range): Generator<Part, undefined> {
  let at = 0
  for (const file of files) {
    let start = 0
    do {
      const sizeBytes = Math.min(PIECE_BYTES, file.sizeBytes - start)
      const end = at + sizeBytes + (start === 0 ? headerBytes(file) : 0)
      if (end > range.start && at <= range.end) yield { file, start, sizeBytes, at }
      at = end
      start += sizeBytes
    } while (start < file.sizeBytes)
  }
}

/** A part of a file; the first one follows its header. */
async function fill(buffer: Buffer, { file, start, sizeBytes, at }: Part): Promise<Loaded> {
  const header = start === 0 ? localHeader(file).copy(buffer) : 0
  const filledBytes = header + sizeBytes
  const readBytes = await file.read(buffer.subarray(header, filledBytes), start)
  if (readBytes < sizeBytes)
    throw new Error(`A stored file has ${start + readBytes} bytes instead of ${file.sizeBytes}.`)
  return { buffer, filledBytes, at }
}

function directoryOf(files: readonly Packed[]): Buffer {
  let at = 0
  const entries = files.map((file) => {
    const entry = directoryEntry(file, at)
    at += headerBytes(file) + file.sizeBytes
    return entry
  })
  const list = Buffer.concat(entries)
  return Buffer.concat([list, endOf(files.length, at, list.length)])
}

function headerBytes({ name }: Packed): number {
  return 30 + Buffer.byteLength(name)
}

function localHeader(file: Packed): Buffer {
  const { name } = file
  const header = Buffer.alloc(30 + Buffer.byteLength(name))
  header.writeUInt32LE(0x04034b50, 0)
  writeShared(header, 4, file)
  header.write(name, 30)
  return header
}

function directoryEntry(file: Packed, at: number): Buffer {
  const nameBytes = Buffer.byteLength(file.name)
  const isFar = at >= MAX_UINT32
  const entry = Buffer.alloc(46 + nameBytes + (isFar ? 12 : 0))
  entry.writeUInt32LE(0x02014b50, 0)
  // Made on Unix, so that unzipping keeps the names.
  entry.writeUInt16LE(0x031e, 4)
  writeShared(entry, 6, file)
  entry.writeUInt16LE(isFar ? 12 : 0, 30)
  entry.writeUInt32LE((0o100644 << 16) >>> 0, 38)
  entry.writeUInt32LE(isFar ? MAX_UINT32 : at, 42)
  entry.write(file.name, 46)
  if (isFar) {
    entry.writeUInt16LE(1, 46 + nameBytes)
    entry.writeUInt16LE(8, 48 + nameBytes)
    entry.writeBigUInt64LE(BigInt(at), 50 + nameBytes)
  }
  return entry
}

/** The 26 bytes that a local header shares with its directory entry. */
function writeShared(
  into: Buffer,
  at: number,
  { sizeBytes, unpackedBytes, crc32, modifiedOn, name }: Packed,
): void {
  const [year, month, day] = modifiedOn.split('-').map(Number) as [number, number, number]
  into.writeUInt16LE(20, at)
  into.writeUInt16LE(UTF8_NAMES, at + 2)
  into.writeUInt16LE(unpackedBytes === undefined ? STORED : DEFLATED, at + 4)
  // Dated at noon, since only the day is known.
  into.writeUInt16LE(12 << 11, at + 6)
  into.writeUInt16LE(((Math.max(year, 1980) - 1980) << 9) | (month << 5) | day, at + 8)
  into.writeUInt32LE(crc32, at + 10)
  into.writeUInt32LE(sizeBytes, at + 14)
  into.writeUInt32LE(unpackedBytes ?? sizeBytes, at + 18)
  into.writeUInt16LE(Buffer.byteLength(name), at + 22)
}

function endOf(count: number, directoryAt: number, directoryBytes: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, MAX_UINT16), 8)
  end.writeUInt16LE(Math.min(count, MAX_UINT16), 10)
  end.writeUInt32LE(Math.min(directoryBytes, MAX_UINT32), 12)
  end.writeUInt32LE(Math.min(directoryAt, MAX_UINT32), 16)
  if (!needsZip64(count, directoryAt, directoryBytes)) return end
  const large = Buffer.alloc(76)
  large.writeUInt32LE(0x06064b50, 0)
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt16LE(0x031e, 12)
  large.writeUInt16LE(45, 14)
  large.writeBigUInt64LE(BigInt(count), 24)
  large.writeBigUInt64LE(BigInt(count), 32)
  large.writeBigUInt64LE(BigInt(directoryBytes), 40)
  large.writeBigUInt64LE(BigInt(directoryAt), 48)
  large.writeUInt32LE(0x07064b50, 56)
  large.writeBigUInt64LE(BigInt(directoryAt + directoryBytes), 64)
  large.writeUInt32LE(1, 72)
  return Buffer.concat([large, end])
}

function needsZip64(count: number, directoryAt: number, directoryBytes: number): boolean {
  return count >= MAX_UINT16 || directoryAt >= MAX_UINT32 || directoryBytes >= MAX_UINT32
}
