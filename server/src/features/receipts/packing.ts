import type { Readable } from 'node:stream'
import type { FileStore } from '#platform/files/file-store'

/** Read whole rather than streamed. */
const SMALL_BYTES = 1_048_576

/** The bytes of a stored file on their way into a zip. */
export function bytesOf(
  files: FileStore,
  { sha256, sizeBytes }: { sha256: Buffer; sizeBytes: number },
): Promise<Buffer | Readable> {
  return sizeBytes <= SMALL_BYTES ? files.read(sha256, sizeBytes) : files.open(sha256)
}
