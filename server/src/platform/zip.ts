import type { Readable } from 'node:stream'
import { crc32 as crc32Of } from 'node:zlib'

/** A file to be packed: everything its headers say is known before a byte of it is read. */
export type Packed = Readonly<{
  /** Path inside the zip, with `/` between folders. */
  name: string
  sizeBytes: number
  crc32: number
  modifiedOn: string
  /** The whole of a small file; of a large one, a stream. */
  bytes: () => Promise<Buffer | Readable>
}>

/** A file that is made for the zip rather than stored. */
export function packedText(name: string, content: string | Buffer, modifiedOn: string): Packed {
  const bytes = Buffer.from(content)
  return {
    name,
    modifiedOn,
    sizeBytes: bytes.length,
    crc32: crc32Of(bytes),
    bytes: () => Promise.resolve(bytes),
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

/** Files are opened a few ahead: waiting for each would leave the line idle. */
const AHEAD = 4

/**
 * A zip that stores its files as they are. The checksums are those taken when the files arrived, not of what is
 * read now: bytes that have changed since then show up when the zip is opened.
 */
export async function* zipBytes(files: readonly Packed[]): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  const loading: Promise<Buffer | Readable>[] = []
  let at = 0
  for (const [index, file] of files.entries()) {
    while (loading.length < AHEAD && index + loading.length < files.length) {
      const started = files[index + loading.length]!.bytes()
      // Whoever stops listening must not leave a failure unheard.
      started.catch(() => undefined)
      loading.push(started)
    }
    const bytes = await loading.shift()!
    const header = localHeader(file)
    directory.push(directoryEntry(file, at))
    yield header
    let sizeBytes = 0
    for await (const chunk of bytes instanceof Buffer ? [bytes] : (bytes as AsyncIterable<Buffer>)) {
      sizeBytes += chunk.length
      yield chunk
    }
    if (sizeBytes !== file.sizeBytes)
      throw new Error(`A stored file has ${sizeBytes} bytes instead of ${file.sizeBytes}.`)
    at += header.length + sizeBytes
  }
  const list = Buffer.concat(directory)
  yield Buffer.concat([list, endOf(files.length, at, list.length)])
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
  { sizeBytes, crc32, modifiedOn, name }: Omit<Packed, 'bytes'>,
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
