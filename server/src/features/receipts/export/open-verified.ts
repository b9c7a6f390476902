import { type Readable, Transform } from 'node:stream'
import { crc32 } from 'node:zlib'
import { receiptRefusals } from '@docketbox/contract'
import { isQuarantined } from '#features/files'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { isUnreadable, type Received } from '#platform/storage/file-store.ts'

type FileDeps = Pick<Deps, 'files' | 'log'>

const PIECE_BYTES = 512 * 1024

/**
 * Opens a file once all of it was read and is what was received, so that damage is explained before anything is sent.
 * @throws Refusal when it's missing, has changed or is in quarantine.
 */
export async function openVerified(deps: FileDeps, stored: Received): Promise<Readable> {
  try {
    if (await isIntact(deps, stored)) return verified(await deps.files.open(stored.sha256), stored.crc32)
  } catch (error) {
    if (isQuarantined(error)) throw new Refusal(receiptRefusals.quarantined)
    if (!isUnreadable(error)) throw error
  }
  deps.log.error({ sha256: stored.sha256.toString('hex') }, 'a stored file is missing or has changed')
  throw new Refusal(receiptRefusals.damagedFile)
}

async function isIntact(
  { files }: FileDeps,
  { sha256, sizeBytes, crc32: expected }: Received,
): Promise<boolean> {
  const buffer = Buffer.allocUnsafe(Math.min(PIECE_BYTES, sizeBytes) + 1)
  let checksum = 0
  for (let at = 0; at < sizeBytes; at += PIECE_BYTES) {
    const piece = buffer.subarray(0, Math.min(PIECE_BYTES, sizeBytes - at))
    // The last one with what may have been added to the file.
    const isLast = at + piece.length === sizeBytes
    const into = isLast ? buffer.subarray(0, piece.length + 1) : piece
    if ((await files.read(sha256, into, at)) !== piece.length) return false
    checksum = crc32(piece, checksum)
  }
  return checksum === expected
}

/** Holds back the last chunk until the checksum is verified again, so that damage in between can't go unnoticed. */
function verified(bytes: Readable, expected: number): Readable {
  let checksum = 0
  let lastChunk: Buffer | undefined
  const verifying = new Transform({
    transform(chunk: Buffer, _, done) {
      checksum = crc32(chunk, checksum)
      const previous = lastChunk
      lastChunk = chunk
      done(null, previous)
    },
    flush(done) {
      if (checksum === expected) return done(null, lastChunk)
      return done(new Error('Stored bytes have changed.'))
    },
  })
  bytes.once('error', (error) => verifying.destroy(error))
  verifying.once('close', () => bytes.destroy())
  return bytes.pipe(verifying)
}
