import { collectBatch } from '#platform/processes/collect-garbage.ts'
import { checkStored } from '#platform/storage/check-stored.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { findPack, type PackKey, updatePack } from '../store.ts'
import type { BuildDeps } from './build.ts'
import { listOriginals, markDamaged } from './files-store.ts'

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
        for (const { sha256, sizeBytes, position } of waiting) {
          signal.throwIfAborted()
          const { kind } = await checkStored(files, sha256, { sizeBytes, buffer })
          if (kind !== 'intact') damaged.push(position)
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
