import { z } from 'zod'
import type { Deps } from '#platform/deps'
import { defineJob } from '#platform/jobs'
import * as blobs from './blobs-store.ts'
import { dropExpiredDrafts } from './drafts-store.ts'
import { previewsOf } from './previews.ts'
import { purgeTrash } from './receipts-store.ts'
import { TRASH_LIFE_MS } from './rules.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const BATCH = 200
const NUDGE_MS = 1_000

/** Makes the pictures that uploads left wanting; also every quarter of an hour, should a nudge have been lost. */
export const makePreviews = defineJob(
  'receipts.previews',
  z.strictObject({}),
  (deps, _, { signal }) => previewsOf(deps).makeMissing(deps, signal),
  { policy: 'short', cron: '*/15 * * * *', timeoutSeconds: 600, retries: 2 },
)

/** Removes what nobody can come back to: old drafts, receipts 30 days in the trash, and bytes nothing refers to. */
export const cleanReceipts = defineJob(
  'receipts.clean',
  z.strictObject({}),
  async (deps, _, { signal }) => {
    await dropExpiredDrafts(deps.db, deps.now())
    await emptyTrash(deps, signal)
    await removeOrphans(deps, signal)
  },
  { policy: 'short', cron: '40 3 * * *', timeoutSeconds: 3600 },
)

async function emptyTrash({ db, now }: Pick<Deps, 'db' | 'now'>, signal: AbortSignal): Promise<void> {
  const before = new Date(now().getTime() - TRASH_LIFE_MS)
  while (!signal.aborted && (await purgeTrash(db, before, BATCH)) === BATCH);
}

/** One after the other, each looked at again under a lock that keeps everybody from coming to need it. */
async function removeOrphans(
  { db, files, now }: Pick<Deps, 'db' | 'files' | 'now'>,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(now().getTime() - DAY_MS)
  let after: Buffer = Buffer.alloc(0)
  for (;;) {
    const candidates = await blobs.orphanCandidates(db, before, after, BATCH)
    for (const sha256 of candidates) {
      if (signal.aborted) return
      await db.transaction().execute(async (db) => {
        if (!(await blobs.lockOrphan(db, sha256, before))) return
        await files.remove(sha256)
        await blobs.dropBlob(db, sha256)
      })
    }
    if (candidates.length < BATCH) return
    after = candidates.at(-1)!
  }
}

/** Says that pictures are wanted: at most once a second, never in the way of the upload that wants them. */
export function previewNudge({ db, jobs, log }: Pick<Deps, 'db' | 'jobs' | 'log'>): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      jobs
        .enqueue(db, makePreviews, {}, { singletonKey: 'wanted' })
        .catch((err: unknown) => log.warn({ err }, 'pictures could not be asked for'))
    }, NUDGE_MS).unref()
  }
}
