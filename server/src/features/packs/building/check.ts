import { createHash } from 'node:crypto'
import { collectBatch } from '#platform/config/collect-garbage.ts'
import { type FileStore, isUnreadable } from '#platform/storage/file-store.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { findPack, type PackKey, updatePack } from '../store.ts'
import type { BuildDeps } from './build.ts'
import { listOriginals, markDamaged, type Original } from './files-store.ts'

const BATCH_SIZE = 100
/** Files read at the same time, and how much of each is in memory. */
const CONCURRENCY = 4
const PIECE_BYTES = 256 * 1024

/** Reads every original and compares it with its SHA-256. Damaged files are left out of the pack. */
export async function checkOriginals(
  { db, files }: BuildDeps,
  key: PackKey,
  signal: AbortSignal,
): Promise<void> {
  const buffers = Array.from({ length: CONCURRENCY }, () => Buffer.allocUnsafeSlow(PIECE_BYTES))
  const pack = await findPack(db, key)
  // Its account may have been deleted.
  if (!pack) return
  let { checkedFiles, leftOut } = pack
  for (;;) {
    const batch = await listOriginals(db, key, { from: checkedFiles, limit: BATCH_SIZE })
    if (batch.length === 0) return
    const waiting = batch.values()
    const damaged: number[] = []
    await Promise.all(
      buffers.map(async (buffer) => {
        for (const file of waiting) {
          signal.throwIfAborted()
          if (!(await isIntact(files, file, buffer))) damaged.push(file.position)
        }
      }),
    )
    checkedFiles = batch.at(-1)!.position + 1
    leftOut += damaged.length
    collectBatch(checkedFiles)
    await inTransaction(db, async (db) => {
      await markDamaged(db, key, damaged)
      await updatePack(db, key, { checkedFiles, leftOut })
    })
  }
}

/**
 * Whether a stored file still has the SHA-256 that it was received with.
 * @param buffer is reused, so that reading many files needs no more memory than one.
 */
export async function isIntact(
  files: FileStore,
  { sha256, sizeBytes }: Pick<Original, 'sha256' | 'sizeBytes'>,
  buffer: Buffer,
): Promise<boolean> {
  const hash = createHash('sha256')
  try {
    for (let at = 0; at < sizeBytes;) {
      const chunk = buffer.subarray(0, Math.min(buffer.length, sizeBytes - at))
      const readBytes = await files.read(sha256, chunk, at)
      if (readBytes === 0) return false
      hash.update(chunk.subarray(0, readBytes))
      at += readBytes
    }
  } catch (error) {
    // Any other error may be temporary.
    if (isUnreadable(error)) return false
    throw error
  }
  return hash.digest().equals(sha256)
}
