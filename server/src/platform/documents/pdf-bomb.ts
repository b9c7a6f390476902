import { MB_BYTES } from '@docketbox/contract/core/units'
import { Readable } from 'node:stream'
import { createInflate } from 'node:zlib'

/** A picture of 50 megapixels takes this much. */
const MAX_STREAM_BYTES = 160 * MB_BYTES
/** Text and scans don't compress to less than a hundredth. */
const USUAL_RATIO = 100
const START = 'stream'
const PIECE_BYTES = 64 * 1024

/**
 * Unpacks the compressed streams of a PDF, without keeping what they contain.
 * @throws when one of them, or all that are compressed unusually well together, unpack to more than 160 MB.
 */
export async function refuseBomb(file: Buffer): Promise<void> {
  let suspectBytes = 0
  for (const packed of streamsOf(file)) {
    const unpackedBytes = await unpackedLength(packed)
    const isSuspect = unpackedBytes > packed.length * USUAL_RATIO
    if (isSuspect) suspectBytes += unpackedBytes
    if (Math.max(unpackedBytes, suspectBytes) > MAX_STREAM_BYTES)
      throw new Error('This PDF unpacks to more than we allow.')
  }
}

/** The bytes of each stream that may be compressed with zlib. */
function* streamsOf(file: Buffer): Generator<Buffer> {
  for (let at = file.indexOf(START); at !== -1; at = file.indexOf(START, at + START.length)) {
    if (file.toString('latin1', at - 3, at) === 'end') continue
    let start = at + START.length
    if (file[start] === 0x0d) start++
    if (file[start] === 0x0a) start++
    if (!isZlib(file, start)) continue
    const end = file.indexOf('endstream', start)
    yield file.subarray(start, end === -1 ? file.length : end)
  }
}

function isZlib(file: Buffer, at: number): boolean {
  return at + 2 <= file.length && (file[at]! & 0x0f) === 8 && file.readUInt16BE(at) % 31 === 0
}

/** Stops counting once it's too much. */
async function unpackedLength(packed: Buffer): Promise<number> {
  let length = 0
  try {
    const inflating = Readable.from(piecesOf(packed)).pipe(createInflate({ chunkSize: PIECE_BYTES }))
    for await (const chunk of inflating as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > MAX_STREAM_BYTES) break
    }
  } catch {
    // Damaged or encrypted: count what came out.
    return length
  }
  return length
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}
