import { z } from 'zod'
import type { Deps } from '#platform/config/deps.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { wantFailedPreviews } from './blobs-store.ts'
import { emptyTrash, removeOrphans, removeStrays } from './clean-up.ts'
import { dropExpiredDrafts } from './drafts-store.ts'
import { MOST_TRIES, previewsOf } from './previews.ts'

const NUDGE_MS = 1_000

/** Makes the pictures that uploads left wanting; also every quarter of an hour, should a nudge have been lost. */
export const makePreviews = defineJob(
  'receipts.previews',
  z.strictObject({}),
  (deps, _, { signal }) => previewsOf(deps).makeMissing(deps, signal),
  { policy: 'short', cron: '*/15 * * * *', timeoutSeconds: 600, retries: 2 },
)

/**
 * Removes what nobody can come back to: old drafts, receipts 30 days in the trash, and bytes nothing refers to. What
 * could not be shown gets another chance.
 */
export const cleanReceipts = defineJob(
  'receipts.clean',
  z.strictObject({}),
  async (deps, _, { signal }) => {
    await dropExpiredDrafts(deps.db, deps.now())
    await emptyTrash(deps, signal)
    await removeOrphans(deps, signal)
    await removeStrays(deps, signal)
    await wantFailedPreviews(deps.db, MOST_TRIES)
  },
  { policy: 'short', cron: '40 3 * * *', timeoutSeconds: 3600 },
)

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
