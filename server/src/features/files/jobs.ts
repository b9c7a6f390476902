import { z } from 'zod'
import { canPurge } from '#features/backups'
import type { Deps } from '#platform/config/deps.ts'
import { delayedRequest } from '#platform/jobs/delayed-request.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { cleanBlobs } from './blobs/clean-up.ts'
import { renderPendingPreviews } from './previews/previews.ts'
import { retryPreviews } from './previews/store.ts'

/** After this many failures a preview isn't retried automatically. */
const MAX_FAILURES = 4

/** Renders pending previews soon after an upload; the schedule catches requests that were lost. */
export const renderPreviews = defineJob(
  'receipts.previews',
  z.strictObject({}),
  (deps, _, { signal }) => renderPendingPreviews(deps, signal),
  { policy: 'short', cron: '*/15 * * * *', timeoutSeconds: 600, retries: 2 },
)

/** Deletes bytes that nothing references and retries failed previews. */
export const cleanFiles = defineJob(
  'files.clean',
  z.strictObject({}),
  async (deps, _, { signal }) => {
    if (await canPurge(deps)) await cleanBlobs(deps, signal)
    await retryPreviews(deps.db, { maxFailures: MAX_FAILURES })
  },
  { policy: 'short', cron: '50 3 * * *', timeoutSeconds: 3600 },
)

/** @returns a function that requests pending previews, at most once a second and without delaying the upload. */
export function previewRequests(deps: Pick<Deps, 'db' | 'jobs' | 'log' | 'renderer'>): () => void {
  const request = delayedRequest(deps, renderPreviews)
  return () => {
    deps.renderer.markUpload()
    request()
  }
}
