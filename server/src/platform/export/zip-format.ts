import { crc32 as crc32Of } from 'node:zlib'
import type { FileStore, Received } from '#platform/storage/file-store.ts'

/** An entry of a zip. Everything in its headers is known before its bytes are read. */
export type Packed = Readonly<{
  /** Path inside the zip, with `/` between folders. */
  name: string
  sizeBytes: number
  crc32: number
  modifiedOn: string
  /** Fills `into` from byte `start`. @returns how many bytes there were. */
  read: (into: Buffer, start: number) => Promise<number>
}>

/** An entry as its headers describe it. A deflated one has its unpacked size, and its sizes and checksum follow its bytes. */
export type Described = Omit<Packed, 'read'> & { readonly unpackedBytes?: number }

/** A stored file as an entry of a zip. */
export function packedFile(
  files: FileStore,
  { sha256, sizeBytes, crc32 }: Received,
  entry: Pick<Packed, 'name' | 'modifiedOn'>,
): Packed {
  return { ...entry, sizeBytes, crc32, read: (into, start) => files.read(sha256, into, start) }
}

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
const SIZES_FOLLOW = 0x0008
const STORED = 0
const DEFLATED = 8
const MAX_UINT32 = 0xffffffff
const MAX_UINT16 = 0xffff

/** The exact length of the zip, in bytes. */
export function zipLength(files: readonly Pick<Packed, 'name' | 'sizeBytes'>[]): number {
  let at = 0
  let directory = 0
  for (const file of files) {
    directory += 46 + Buffer.byteLength(file.name) + (at >= MAX_UINT32 ? 12 : 0)
    at += entryBytes(file)
  }
  return at + directory + (needsZip64(files.length, at, directory) ? 76 : 0) + 22
}

/** An entry, and where it starts in the zip. */
export type Placed = Readonly<{ file: Described; at: number }>

/** @param directoryAt where the directory itself starts. */
export function directoryOf(entries: readonly Placed[], directoryAt: number): Buffer {
  const list = Buffer.concat(entries.map(({ file, at }) => directoryEntry(file, at)))
  return Buffer.concat([list, endOf(entries.length, directoryAt, list.length)])
}

/** The directory of a zip of these files, and where it starts. */
export function directoryFor(files: readonly Described[]): { bytes: Buffer; at: number } {
  let at = 0
  const entries = files.map((file) => {
    const placed = { file, at }
    at += entryBytes(file)
    return placed
  })
  return { bytes: directoryOf(entries, at), at }
}

/** The bytes that an entry takes before the directory. */
export function entryBytes(file: Pick<Packed, 'name' | 'sizeBytes'>): number {
  return headerBytes(file) + file.sizeBytes
}

export function headerBytes({ name }: Pick<Packed, 'name'>): number {
  return 30 + Buffer.byteLength(name)
}

export function localHeader(file: Described): Buffer {
  const header = Buffer.alloc(headerBytes(file))
  header.writeUInt32LE(0x04034b50, 0)
  writeShared(header, 4, file)
  header.write(file.name, 30)
  return header
}

/** What follows the bytes of a deflated entry. */
export function descriptorOf({ sizeBytes, unpackedBytes, crc32 }: Required<Described>): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(crc32, 4)
  descriptor.writeUInt32LE(sizeBytes, 8)
  descriptor.writeUInt32LE(unpackedBytes, 12)
  return descriptor
}

function directoryEntry(file: Described, at: number): Buffer {
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
  { sizeBytes, unpackedBytes, crc32, modifiedOn, name }: Described,
): void {
  const [year, month, day] = modifiedOn.split('-').map(Number) as [number, number, number]
  into.writeUInt16LE(20, at)
  const isDeflated = unpackedBytes !== undefined
  into.writeUInt16LE(UTF8_NAMES | (isDeflated ? SIZES_FOLLOW : 0), at + 2)
  into.writeUInt16LE(isDeflated ? DEFLATED : STORED, at + 4)
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
