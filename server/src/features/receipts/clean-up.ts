import type { Deps } from '#platform/config/deps.ts'
import type { Stored } from '#platform/storage/file-store.ts'
import * as store from './blobs-store.ts'
import { purgeTrash } from './receipts-store.ts'
import { TRASH_LIFE_MS } from './rules.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type Needs = Pick<Deps, 'db' | 'files' | 'now'>

const BATCH = 200
/** What has just been sent may be about to be referred to. */
const GRACE_MS = 24 * 60 * 60 * 1000

export async function emptyTrash({ db, now }: Needs, signal: AbortSignal): Promise<void> {
  const before = new Date(now().getTime() - TRASH_LIFE_MS)
  while (!signal.aborted && (await purgeTrash(db, before, BATCH)) === BATCH);
}

/** Removes bytes that nothing refers to any more, and then the pictures that only they referred to. */
export async function removeOrphans(needs: Needs, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await removeOnce(needs, signal)) > 0);
}

/**
 * Removes orphans one after the other: each is looked at again under a lock that keeps everybody from coming to
 * need it.
 * @returns how many were removed.
 */
async function removeOnce({ db, files, now }: Needs, signal: AbortSignal): Promise<number> {
  const before = new Date(now().getTime() - GRACE_MS)
  let removed = 0
  let after: Buffer = Buffer.alloc(0)
  for (;;) {
    const candidates = await store.orphanCandidates(db, before, after, BATCH)
    for (const sha256 of candidates) {
      if (signal.aborted) return removed
      await inTransaction(db, async (db) => {
        if (!(await store.lockOrphan(db, sha256, before))) return
        await files.remove(sha256)
        await store.dropBlob(db, sha256)
        removed++
      })
    }
    if (candidates.length < BATCH) return removed
    after = candidates.at(-1)!
  }
}

/** Removes bytes that arrived and were never noted, because the database was away just then. */
export async function removeStrays(needs: Needs, signal: AbortSignal): Promise<void> {
  const before = new Date(needs.now().getTime() - GRACE_MS)
  let batch: Stored[] = []
  for await (const stored of needs.files.list()) {
    if (signal.aborted) return
    if (stored.storedAt < before) batch.push(stored)
    if (batch.length < BATCH) continue
    await removeUnknown(needs, batch)
    batch = []
  }
  if (batch.length > 0) await removeUnknown(needs, batch)
}

async function removeUnknown({ db, files, now }: Needs, batch: Stored[]): Promise<void> {
  const known = await store.knownAmong(
    db,
    batch.map(({ sha256 }) => sha256),
  )
  for (const { sha256, sizeBytes } of batch) {
    if (known.has(sha256.toString('hex'))) continue
    await inTransaction(db, async (db) => {
      if (!(await store.holdStray(db, sha256, sizeBytes, now()))) return
      await files.remove(sha256)
      await store.dropBlob(db, sha256)
    })
  }
}
