import type { ByteRange } from '#platform/http/files/range.ts'
import type { Chunks } from './chunks.ts'
import { readParts } from './read-parts.ts'
import { directoryOf, entryBytes, type Packed } from './zip-format.ts'

/** So that the connection isn't idle. */
const BUFFERS = 4

/**
 * Streams a zip without compression, or the part of it within a range. It contains the checksums measured when the files
 * were received, so that unzipping detects damage since then.
 */
export async function* zipBytes(
  files: readonly Packed[],
  range: ByteRange = { start: 0, end: Infinity },
): Chunks {
  const parts = readParts(files, { range, buffers: BUFFERS })
  for (let loading = parts.next(); loading; loading = parts.next()) {
    const { part, bytes, error, release } = await loading
    if (error !== undefined) throw error
    yield within(range, bytes, part.at)
    release()
  }
  let directoryAt = 0
  const entries = files.map((file) => {
    const at = directoryAt
    directoryAt += entryBytes(file)
    return { file, at }
  })
  const directory = within(range, directoryOf(entries, directoryAt), directoryAt)
  if (directory.length > 0) yield directory
}

/** The bytes of a chunk that are within a range. `at` is where the chunk starts. */
function within({ start, end }: ByteRange, chunk: Buffer, at: number): Buffer {
  return chunk.subarray(Math.max(0, start - at), Math.max(0, Math.min(chunk.length, end + 1 - at)))
}
