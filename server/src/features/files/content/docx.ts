import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import type { Bytes } from './bytes.ts'
import { type FileProperties, UnacceptableFile } from './properties.ts'

const MB = 1_048_576
const MAX_ENTRIES = 5_000
const MAX_DIRECTORY_BYTES = 2 * MB
const MAX_UNPACKED_BYTES = 200 * MB
/** How many times its size an entry may unpack to. Small entries can't be bombs. */
const MAX_RATIO = 100
const RATIO_COUNTS_FROM_BYTES = 10 * MB
const MAX_CONTENT_TYPES_BYTES = 1 * MB
/** The end record, and the longest comment that may follow it. */
const END_BYTES = 22 + 65_535
const END_MARK = Buffer.from('PK\x05\x06')

type Entry = { name: string; method: number; packedBytes: number; unpackedBytes: number; offset: number }

/**
 * Checks that a zip is a Word document: it has the right parts, no macros, and isn't a zip bomb. Unpacks
 * only the list of contents.
 */
export async function readDocx(bytes: Bytes): Promise<FileProperties> {
  const entries = await readDirectory(bytes)
  const names = entries.map(({ name }) => name)
  const types = entries.find(({ name }) => name === '[Content_Types].xml')
  if (!types || !names.some((name) => name.startsWith('word/'))) throw new UnacceptableFile('wrongType')
  if (names.some((name) => /vbaproject\.bin$|vbadata\.xml$/i.test(name))) throw new UnacceptableFile('macros')
  if (entries.some(isBomb) || sum(entries) > MAX_UNPACKED_BYTES) throw new UnacceptableFile('damagedDocument')
  const list = await unpack(bytes, types)
  if (/macroEnabled|vbaProject/i.test(list)) throw new UnacceptableFile('macros')
  if (!list.includes('wordprocessingml.document.main+xml')) throw new UnacceptableFile('wrongType')
  return {
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    width: null,
    height: null,
    preview: 'none',
    takenOn: null,
  }
}

async function readDirectory(bytes: Bytes): Promise<Entry[]> {
  const tail = await bytes.at(Math.max(0, bytes.size - END_BYTES), END_BYTES)
  const at = tail.lastIndexOf(END_MARK)
  if (at === -1 || at + 22 > tail.length) throw new UnacceptableFile('damagedDocument')
  const count = tail.readUInt16LE(at + 10)
  const size = tail.readUInt32LE(at + 12)
  const start = tail.readUInt32LE(at + 16)
  if (count > MAX_ENTRIES || size > MAX_DIRECTORY_BYTES || start + size > bytes.size)
    throw new UnacceptableFile('damagedDocument')
  return entriesIn(Buffer.from(await bytes.at(start, size)), count, bytes.size)
}

function entriesIn(directory: Buffer, count: number, fileBytes: number): Entry[] {
  const entries: Entry[] = []
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

function isBomb({ packedBytes, unpackedBytes }: Entry): boolean {
  return unpackedBytes > RATIO_COUNTS_FROM_BYTES && unpackedBytes > packedBytes * MAX_RATIO
}

function sum(entries: Entry[]): number {
  return entries.reduce((total, { unpackedBytes }) => total + unpackedBytes, 0)
}

async function unpack(bytes: Bytes, { offset, method, packedBytes }: Entry): Promise<string> {
  const head = await bytes.at(offset, 30)
  if (head.length < 30 || packedBytes > MAX_CONTENT_TYPES_BYTES) throw new UnacceptableFile('damagedDocument')
  const start = offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28)
  const packed = Buffer.from(await bytes.at(start, packedBytes))
  if (method === 0) return packed.toString('utf8')
  try {
    const unpacked = await promisify(inflateRaw)(packed, { maxOutputLength: MAX_CONTENT_TYPES_BYTES })
    return unpacked.toString('utf8')
  } catch {
    throw new UnacceptableFile('damagedDocument')
  }
}
