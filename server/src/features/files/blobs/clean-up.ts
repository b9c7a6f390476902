import { DAY_MS } from '@docketbox/contract/core/units'
import type { Deps } from '#platform/config/deps.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { canRemoveFiles } from '#platform/storage/removal-lock.ts'
import type { Stored } from '#platform/storage/file-store.ts'
import * as store from './store.ts'

type CleanUpDeps = Pick<Deps, 'db' | 'files' | 'now'>

const BATCH_SIZE = 200
/** Bytes that were just sent may be about to be referenced. */
const GRACE_MS = DAY_MS

/** Deletes blobs that nothing references, and then the previews that only they referenced. */
export async function deleteUnreferencedBlobs(deps: CleanUpDeps, signal: AbortSignal): Promise<void> {
  while ((await deleteOnce(deps, signal)) > 0);
}

async function deleteOnce(deps: CleanUpDeps, signal: AbortSignal): Promise<number> {
  const sentBefore = new Date(deps.now().getTime() - GRACE_MS)
  let deleted = 0
  let after: Buffer = Buffer.alloc(0)
  for (;;) {
    const candidates = await store.listUnreferenced(deps.db, { sentBefore, after, limit: BATCH_SIZE })
    for (const sha256 of candidates) {
      if (signal.aborted) return 0
      if (!(await store.deleteUnreferenced(deps.db, sha256, sentBefore))) continue
      deleted++
      await removeBytes(deps, sha256)
    }
    if (candidates.length < BATCH_SIZE) return deleted
    after = candidates.at(-1)!
  }
}

/** Removes received bytes that nothing refers to. */
export async function discardBytes(deps: CleanUpDeps, sha256: Buffer): Promise<void> {
  await store.deleteUnreferenced(deps.db, sha256, new Date(deps.now().getTime() + GRACE_MS))
  await removeBytes(deps, sha256)
}

/** Removes old bytes without a row: the database was away when they arrived, or a crash followed the row's deletion. */
export async function removeStrayBytes(deps: CleanUpDeps, signal: AbortSignal): Promise<void> {
  const storedBefore = new Date(deps.now().getTime() - GRACE_MS)
  let batch: Stored[] = []
  const removeBatch = async () => {
    const existing = await store.existingAmong(
      deps.db,
      batch.map(({ sha256 }) => sha256),
    )
    for (const { sha256 } of batch) if (!existing.has(sha256.toString('hex'))) await removeBytes(deps, sha256)
    batch = []
  }
  for await (const stored of deps.files.list()) {
    if (signal.aborted) return
    if (stored.storedAt < storedBefore) batch.push(stored)
    if (batch.length === BATCH_SIZE) await removeBatch()
  }
  await removeBatch()
}

/**
 * Removes bytes without a row, unless a backup is copying files; then a later clean-up does. An upload of the same bytes
 * waits, then finds them gone and is refused.
 */
function removeBytes({ db, files, now }: CleanUpDeps, sha256: Buffer): Promise<void> {
  return inTransaction(db, async (db) => {
    if (!(await canRemoveFiles(db)) || !(await store.reserve(db, sha256, now()))) return
    await files.remove(sha256)
    await store.release(db, sha256)
  })
}
