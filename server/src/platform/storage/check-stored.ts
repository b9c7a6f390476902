import { createHash } from 'node:crypto'
import { type FileStore, isUnreadable } from './file-store.ts'

/** `altered`: other bytes than were received; `unreadable`: the store returned an error. */
export type Condition = Readonly<{
  kind: 'intact' | 'missing' | 'altered' | 'unreadable'
  /** The error code, when it was unreadable. */
  reason?: string
}>

/**
 * Reads a stored file and compares it with its SHA-256.
 * @param pieces to read it piece by piece into a buffer, so that reading many files needs no more memory than one. In a
 * bucket, each piece is a request.
 * @throws errors that may be temporary, as when the store doesn't respond.
 */
export async function checkStored(
  files: FileStore,
  sha256: Buffer,
  pieces?: Readonly<{ sizeBytes: number; buffer: Buffer }>,
): Promise<Condition> {
  const hash = createHash('sha256')
  try {
    const bytes: AsyncIterable<Buffer> = pieces ? readPieces(files, sha256, pieces) : await files.open(sha256)
    for await (const chunk of bytes) hash.update(chunk)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return error.code === 'ENOENT' ? { kind: 'missing' } : { kind: 'unreadable', reason: error.code! }
  }
  return { kind: hash.digest().equals(sha256) ? 'intact' : 'altered' }
}

/** The bytes of a file, and one more if it's longer than it was. */
async function* readPieces(
  files: FileStore,
  sha256: Buffer,
  { sizeBytes, buffer }: Readonly<{ sizeBytes: number; buffer: Buffer }>,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < sizeBytes;) {
    const left = sizeBytes - at
    // Nothing can be read from the end on: buckets refuse that.
    const piece = buffer.subarray(0, left === buffer.length ? left - 1 : left + 1)
    const readBytes = await files.read(sha256, piece, at)
    if (readBytes === 0) return
    yield piece.subarray(0, readBytes)
    at += readBytes
  }
}
