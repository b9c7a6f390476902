import { DAY_MS, MINUTE_MS } from '@docketbox/contract/core/units'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { databaseCreatedAt } from '#platform/database/migrations.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { canRemoveFiles } from '#platform/storage/removal-lock.ts'
import type { Stored } from '#platform/storage/file-store.ts'
import * as store from './store.ts'

type CleanUpDeps = Pick<Deps, 'db' | 'files' | 'now'>
type DiscardDeps = CleanUpDeps & Pick<Deps, 'log'>

const BATCH_SIZE = 200
/** How many blobs one query looks at. */
const WINDOW_SIZE = 2_000
/** Bytes that were just sent may be about to be referenced. */
const GRACE_MS = DAY_MS
/** How long after we've stopped waiting a store may still remove bytes. */
const MAX_REMOVAL_MS = 15 * MINUTE_MS

/** How many files that can't be deleted are named in the log. */
const MAX_NAMED = 20

type Remove = (sha256: Buffer) => Promise<void>

/** The store works, but these bytes can't be deleted. */
class NotRemovable extends Error {}

/** Deletes what nothing references. Bytes that can't be deleted are logged, and tried again by the next clean-up. */
export async function cleanBlobs(deps: DiscardDeps, signal: AbortSignal): Promise<void> {
  const failures: { sha256: string; err: unknown }[] = []
  const remove: Remove = async (sha256) => {
    try {
      await removeBytes(deps, sha256)
    } catch (error) {
      if (!(error instanceof NotRemovable)) throw error
      failures.push({ sha256: sha256.toString('hex'), err: error.cause })
    }
  }
  try {
    while ((await deleteUnreferenced(deps, remove, signal)) > 0);
    await removeStrayBytes(deps, remove, signal)
  } finally {
    if (failures.length > 0)
      deps.log.error(
        {
          err: failures[0]!.err,
          count: failures.length,
          files: failures.slice(0, MAX_NAMED).map(({ sha256 }) => sha256),
        },
        'stored files that aren’t needed can’t be deleted',
      )
  }
}

/** Deletes blobs that nothing references. @returns how many; the previews that only they referenced are next. */
async function deleteUnreferenced(deps: CleanUpDeps, remove: Remove, signal: AbortSignal): Promise<number> {
  const sentBefore = new Date(deps.now().getTime() - GRACE_MS)
  let deleted = 0
  for (let after: Buffer | undefined = Buffer.alloc(0); after && !signal.aborted;) {
    const window = { sentBefore, after, limit: WINDOW_SIZE }
    const { unreferenced, last }: store.Window = await store.findUnreferenced(deps.db, window)
    for (const sha256 of unreferenced) {
      if (signal.aborted) return 0
      if (!(await store.deleteUnreferenced(deps.db, sha256, sentBefore))) continue
      deleted++
      await remove(sha256)
    }
    after = last
  }
  return deleted
}

/** Removes received bytes that nothing refers to; if that fails, a later clean-up does. */
export async function discardBytes(deps: DiscardDeps, sha256: Buffer): Promise<void> {
  try {
    await store.deleteUnreferenced(deps.db, sha256, new Date(deps.now().getTime() + GRACE_MS))
    await removeBytes(deps, sha256)
  } catch (err) {
    deps.log.warn({ err }, 'bytes that aren’t needed could not be removed')
  }
}

/** Whether received bytes are stored and stay, once a row refers to them; garbage collection may have removed them. */
export async function areStored({ db, files, now }: CleanUpDeps, sha256: Buffer): Promise<boolean> {
  const startedAfter = new Date(now().getTime() - MAX_REMOVAL_MS)
  return (await files.has(sha256)) && !(await store.isBeingRemoved(db, sha256, startedAfter))
}

/**
 * Removes bytes without a row, a while after they were stored: the row was deleted but removing them failed, or the database
 * was away when they arrived. Keeps bytes that are older than the database unless it deleted their row itself: if
 * DATABASE_URL names the wrong database, the right one still needs them.
 */
async function removeStrayBytes(deps: CleanUpDeps, remove: Remove, signal: AbortSignal): Promise<void> {
  const storedBefore = new Date(deps.now().getTime() - GRACE_MS)
  const createdAt = await databaseCreatedAt(deps.db)
  await store.cancelRemovals(deps.db, storedBefore)
  for (const sha256 of await store.listUnfinishedRemovals(deps.db, storedBefore)) {
    if (signal.aborted) return
    await remove(sha256)
  }
  let batch: Stored[] = []
  const removeBatch = async () => {
    const existing = await store.existingAmong(
      deps.db,
      batch.map(({ sha256 }) => sha256),
    )
    for (const { sha256 } of batch) if (!existing.has(sha256.toString('hex'))) await remove(sha256)
    batch = []
  }
  for await (const stored of deps.files.list()) {
    if (signal.aborted) return
    if (stored.storedAt >= createdAt && stored.storedAt < storedBefore) batch.push(stored)
    if (batch.length === BATCH_SIZE) await removeBatch()
  }
  await removeBatch()
}

/**
 * Removes bytes without a row, unless a backup is copying files; then a later clean-up does. An upload of the same bytes
 * waits, then finds them gone and is refused.
 * @throws NotRemovable, and Refusal when the store doesn't respond.
 */
async function removeBytes({ db, files, now }: CleanUpDeps, sha256: Buffer): Promise<void> {
  type Outcome = 'done' | 'later' | 'needed'
  const withReservation = (work: (db: Db) => Promise<Outcome>) =>
    inTransaction(db, async (db): Promise<Outcome> => {
      if (!(await canRemoveFiles(db))) return 'later'
      if (!(await store.reserve(db, sha256, now()))) return 'needed'
      const outcome = await work(db)
      await store.release(db, sha256)
      return outcome
    })
  const [startedAt, expiredBefore] = [now(), new Date(now().getTime() - MAX_REMOVAL_MS)]
  // Committed first: it has to outlast a store that doesn't answer.
  const start = await withReservation(async (db) =>
    (await store.startRemoval(db, sha256, { startedAt, expiredBefore })) ? 'done' : 'later',
  )
  if (start !== 'done') return
  const removal = await withReservation(async () => {
    await files.remove(sha256).catch((cause: unknown) => {
      throw cause instanceof Refusal ? cause : new NotRemovable('These bytes can’t be deleted.', { cause })
    })
    return 'done'
  })
  if (removal !== 'later') await store.endRemoval(db, sha256)
}
