import { WHOLE, within } from '#platform/http/files/range.ts'
import type { Chunks } from './chunks.ts'
import { readParts } from './read-parts.ts'
import { directoryFor, type Packed } from './zip-format.ts'

/** So that the connection isn't idle. */
const BUFFERS = 4

/**
 * Streams a zip without compression, or the part of it within a range. It contains the checksums measured when the files
 * were received, so that unzipping detects damage since then.
 */
export async function* zipBytes(files: readonly Packed[], range = WHOLE): Chunks {
  const parts = readParts(files, { range, buffers: BUFFERS })
  for (let loading = parts.next(); loading; loading = parts.next()) {
    const { part, bytes, error, release } = await loading
    if (error !== undefined) throw error
    yield within(range, bytes, part.at)
    release()
  }
  const { at, bytes } = directoryFor(files)
  const directory = within(range, bytes, at)
  if (directory.length > 0) yield directory
}
