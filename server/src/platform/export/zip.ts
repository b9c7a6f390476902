import { crc32 as crc32Of } from 'node:zlib'
import type { Pieces } from './chunks.ts'

/** A file to be packed: everything its headers say is known before a byte of it is read. */
export type Packed = Readonly<{
  /** Path inside the zip, with `/` between folders. */
  name: string
  sizeBytes: number
  crc32: number
  modifiedOn: string
  /** Fills `into` with the bytes from `start` on and tells how many there were. */
  read: (into: Buffer, start: number) => Promise<number>
}>

/** A file that is made for the zip rather than stored. */
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
const MOST_32 = 0xffffffff
const MOST_16 = 0xffff

/** How long the zip of these files is, to the byte. */
export function zipLength(files: readonly Packed[]): number {
  let at = 0
  let directory = 0
  for (const { name, sizeBytes } of files) {
    const nameBytes = Buffer.byteLength(name)
    directory += 46 + nameBytes + (at >= MOST_32 ? 12 : 0)
    at += 30 + nameBytes + sizeBytes
  }
  return at + directory + (needsZip64(files.length, at, directory) ? 76 : 0) + 22
}

/** How much of a file is read at once, and how many such pieces ahead: waiting for each would leave the line idle. */
const PIECE_BYTES = 512 * 1024
const AHEAD = 4

/**
 * A zip that stores its files as they are. The checksums are those taken when the files arrived, not of what is
 * read now: bytes that have changed since then show up when the zip is opened.
 */
export async function* zipBytes(files: readonly Packed[]): Pieces {
  const parts = partsOf(files)
  const loading: Promise<Loaded>[] = []
  const load = (buffer: Buffer) => {
    const { value: part } = parts.next()
    if (!part) return
    const started = fill(buffer, part)
    // Whoever stops listening must not leave a failure unheard.
    started.catch(() => undefined)
    loading.push(started)
  }
  const mostBytes = files.reduce(
    (most, file) => Math.max(most, headerBytes(file) + Math.min(file.sizeBytes, PIECE_BYTES)),
    0,
  )
  for (let count = 0; count < AHEAD; count++) load(Buffer.allocUnsafeSlow(mostBytes))
  while (loading.length > 0) {
    const { buffer, filledBytes } = await loading.shift()!
    yield buffer.subarray(0, filledBytes)
    load(buffer)
  }
  yield directoryOf(files)
}

type Part = { file: Packed; start: number; sizeBytes: number }
type Loaded = { buffer: Buffer; filledBytes: number }

function* partsOf(files: readonly Packed[]): Generator<Part, undefined> {
  for (const file of files) {
    let start = 0
    do {
      const sizeBytes = Math.min(PIECE_BYTES, file.sizeBytes - start)
      yield { file, start, sizeBytes }
      start += sizeBytes
    } while (start < file.sizeBytes)
  }
}

/** A part of a file, behind its header where it is the first. */
async function fill(buffer: Buffer, { file, start, sizeBytes }: Part): Promise<Loaded> {
  const header = start === 0 ? localHeader(file).copy(buffer) : 0
  const filledBytes = header + sizeBytes
  const readBytes = await file.read(buffer.subarray(header, filledBytes), start)
  if (readBytes < sizeBytes)
    throw new Error(`A stored file has ${start + readBytes} bytes instead of ${file.sizeBytes}.`)
  return { buffer, filledBytes }
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

function localHeader({ name, sizeBytes, crc32, modifiedOn }: Packed): Buffer {
  const header = Buffer.alloc(30 + Buffer.byteLength(name))
  header.writeUInt32LE(0x04034b50, 0)
  writeShared(header, 4, { sizeBytes, crc32, modifiedOn, name })
  header.write(name, 30)
  return header
}

function directoryEntry(file: Packed, at: number): Buffer {
  const nameBytes = Buffer.byteLength(file.name)
  const isFar = at >= MOST_32
  const entry = Buffer.alloc(46 + nameBytes + (isFar ? 12 : 0))
  entry.writeUInt32LE(0x02014b50, 0)
  // Made on Unix, so that readers take the names as they are.
  entry.writeUInt16LE(0x031e, 4)
  writeShared(entry, 6, file)
  entry.writeUInt16LE(isFar ? 12 : 0, 30)
  entry.writeUInt32LE((0o100644 << 16) >>> 0, 38)
  entry.writeUInt32LE(isFar ? MOST_32 : at, 42)
  entry.write(file.name, 46)
  if (isFar) {
    entry.writeUInt16LE(1, 46 + nameBytes)
    entry.writeUInt16LE(8, 48 + nameBytes)
    entry.writeBigUInt64LE(BigInt(at), 50 + nameBytes)
  }
  return entry
}

/** The 26 bytes that a file's own header and its entry in the directory have in common. */
function writeShared(
  into: Buffer,
  at: number,
  { sizeBytes, crc32, modifiedOn, name }: Omit<Packed, 'read'>,
): void {
  const [year, month, day] = modifiedOn.split('-').map(Number) as [number, number, number]
  into.writeUInt16LE(20, at)
  into.writeUInt16LE(UTF8_NAMES, at + 2)
  // Stored, at noon: only the day is known.
  into.writeUInt16LE(0, at + 4)
  into.writeUInt16LE(12 << 11, at + 6)
  into.writeUInt16LE(((Math.max(year, 1980) - 1980) << 9) | (month << 5) | day, at + 8)
  into.writeUInt32LE(crc32, at + 10)
  into.writeUInt32LE(sizeBytes, at + 14)
  into.writeUInt32LE(sizeBytes, at + 18)
  into.writeUInt16LE(Buffer.byteLength(name), at + 22)
}

function endOf(count: number, directoryAt: number, directoryBytes: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, MOST_16), 8)
  end.writeUInt16LE(Math.min(count, MOST_16), 10)
  end.writeUInt32LE(Math.min(directoryBytes, MOST_32), 12)
  end.writeUInt32LE(Math.min(directoryAt, MOST_32), 16)
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
  return count >= MOST_16 || directoryAt >= MOST_32 || directoryBytes >= MOST_32
}
