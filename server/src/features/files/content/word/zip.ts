import { MB_BYTES } from '@docketbox/contract/core/units'
import { Readable } from 'node:stream'
import { callbackify } from 'node:util'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import type { Bytes } from '../bytes.ts'
import { UnacceptableFile } from '../properties.ts'

const MAX_ENTRIES = 5_000
const MAX_DIRECTORY_BYTES = 2 * MB_BYTES
const PIECE_BYTES = 64 * 1024

export type Zip = {
  readonly entries: readonly Entry[]
  /**
   * Unpacks an entry.
   * @returns its first `keepBytes` bytes.
   * @throws UnacceptableFile when it's damaged or isn't exactly as large as the directory says.
   */
  unpack(entry: Entry, keepBytes: number): Promise<Buffer>
}

/**
 * Reads the directory of a zip.
 * @throws UnacceptableFile when it's damaged or too large.
 */
export async function openZip(bytes: Bytes): Promise<Zip> {
  const options = { lazyEntries: true, autoClose: false }
  const zip = await fromRandomAccessReaderPromise(new BytesReader(bytes), bytes.size, options).catch(refuse)
  if (zip.entryCount > MAX_ENTRIES) return refuse()
  const entries: Entry[] = []
  let [directoryBytes, packedBytes] = [0, 0]
  try {
    for await (const entry of zip.eachEntry()) {
      directoryBytes += 46 + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
      packedBytes += entry.compressedSize
      // Entries that share bytes could unpack to any size.
      if (directoryBytes > MAX_DIRECTORY_BYTES || packedBytes > bytes.size) return refuse()
      entries.push(entry)
    }
  } catch {
    return refuse()
  }
  return {
    entries,
    async unpack(entry, keepBytes) {
      const kept: Buffer[] = []
      let keptBytes = 0
      try {
        for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
          if (keptBytes < keepBytes) kept.push(chunk.subarray(0, keepBytes - keptBytes))
          keptBytes += chunk.length
        }
      } catch {
        return refuse()
      }
      return Buffer.concat(kept)
    },
  }
}

function refuse(): never {
  throw new UnacceptableFile('damagedDocument')
}

/** Lets the zip reader read a file in windows. */
class BytesReader extends RandomAccessReader {
  readonly #bytes: Bytes

  constructor(bytes: Bytes) {
    super()
    this.#bytes = bytes
  }

  /** Without it, each header would be read as a stream. */
  override read(...[into, offset, length, start, done]: Parameters<RandomAccessReader['read']>): void {
    callbackify(async () => {
      const found = await this.#bytes.at(start, length)
      if (found.length < length) throw new Error('The file ends too early.')
      found.copy(into, offset)
    })(done)
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end))
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += PIECE_BYTES) {
      // A copy: the window is only valid until the next call.
      yield Buffer.from(await this.#bytes.at(at, Math.min(PIECE_BYTES, end - at)))
    }
  }
}
