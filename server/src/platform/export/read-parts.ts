import { type ByteRange, WHOLE } from '#platform/http/files/range.ts'
import { headerBytes, localHeader, type Packed } from './zip-format.ts'

const PIECE_BYTES = 512 * 1024

/** A part of a file: `start` is where it starts in the file, `at` in the zip if that contains every file. */
export type Part = Readonly<{ file: Packed; start: number; sizeBytes: number; at: number; isLast: boolean }>
/** `bytes` has the header of the file in front of its first part, and nothing after an `error`. */
export type LoadedPart = Readonly<{ part: Part; bytes: Buffer; error?: unknown; release: () => void }>

/**
 * Reads the parts of files in order, a few of them ahead of the one that's sent.
 * @param buffers how many parts are in memory; the next is read once one was released.
 */
export function readParts(
  files: readonly Packed[],
  { buffers, range = WHOLE }: { buffers: number; range?: ByteRange },
): { next: () => Promise<LoadedPart> | undefined } {
  const parts = partsOf(files, range)
  const loading: Promise<LoadedPart>[] = []
  const load = (buffer: Buffer) => {
    const { value: part } = parts.next()
    if (part) loading.push(fill(buffer, part, () => load(buffer)))
  }
  const mostBytes = files.reduce(
    (largest, file) => Math.max(largest, headerBytes(file) + Math.min(file.sizeBytes, PIECE_BYTES)),
    0,
  )
  for (let count = 0; count < buffers; count++) load(Buffer.allocUnsafeSlow(mostBytes))
  return { next: () => loading.shift() }
}

function* partsOf(files: readonly Packed[], range: ByteRange): Generator<Part, undefined> {
  let at = 0
  for (const file of files) {
    let start = 0
    do {
      const sizeBytes = Math.min(PIECE_BYTES, file.sizeBytes - start)
      const end = at + sizeBytes + (start === 0 ? headerBytes(file) : 0)
      const isLast = start + sizeBytes === file.sizeBytes
      if (end > range.start && at <= range.end) yield { file, start, sizeBytes, at, isLast }
      at = end
      start += sizeBytes
    } while (start < file.sizeBytes)
  }
}

async function fill(buffer: Buffer, part: Part, release: () => void): Promise<LoadedPart> {
  const { file, start, sizeBytes } = part
  const header = start === 0 ? localHeader(file).copy(buffer) : 0
  const bytes = buffer.subarray(0, header + sizeBytes)
  try {
    const readBytes = await file.read(bytes.subarray(header), start)
    if (readBytes === sizeBytes) return { part, bytes, release }
    const cause = new Error(`A stored file has ${start + readBytes} bytes instead of ${file.sizeBytes}.`)
    return { part, bytes, release, error: Object.assign(cause, { code: 'ENOENT' }) }
  } catch (error) {
    return { part, bytes, release, error }
  }
}
