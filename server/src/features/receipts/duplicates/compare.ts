import { z } from 'zod'
import { picturesOf } from '#features/files'
import { nextWaiting } from '#features/reading'
import type { Deps } from '#platform/config/deps.ts'
import { NIL_UUID } from '#platform/database/ids.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { PreviewFailed, RendererClosed } from '#platform/storage/renderer.ts'
import * as store from './fingerprints.ts'

type CompareDeps = Pick<Deps, 'db' | 'files' | 'now' | 'log' | 'renderer'>

/** Compares photos with the owner's others soon after an upload; the schedule catches requests that were lost. */
export const comparePhotos = defineJob(
  'receipts.compare',
  z.strictObject({}),
  (deps, _, { signal }) => compareWaiting(deps, signal),
  { policy: 'short', cron: '*/15 * * * *', timeoutSeconds: 3600, retries: 2 },
)

/** Compares waiting photos, one of each owner in turn, until there are none left, `signal` aborts or the product stops. */
async function compareWaiting(deps: CompareDeps, signal: AbortSignal): Promise<void> {
  let lastOwner = NIL_UUID
  for (;;) {
    await deps.renderer.waitForIdle(signal)
    const photo = signal.aborted ? undefined : await nextWaiting(deps.db, 'fingerprints', lastOwner)
    if (!photo) return
    lastOwner = photo.ownerId
    try {
      await comparePhoto(deps, photo)
    } catch (error) {
      if (error instanceof RendererClosed) return
      if (!(error instanceof PreviewFailed)) throw error
      await store.failPhoto(deps.db, photo)
    }
  }
}

async function comparePhoto(deps: CompareDeps, photo: store.PhotoKey): Promise<void> {
  const pictures = await picturesOf(deps, photo.sha256)
  if (!pictures) return store.failPhoto(deps.db, photo)
  const fingerprint = await deps.renderer.fingerprint(pictures.openThumbnail)
  // Committed before the others are looked up: of two photos compared at the same time, one finds the other.
  await store.storeFingerprint(deps.db, photo, fingerprint)
  const lookalikes: Buffer[] = []
  for (const other of await store.likelyLookalikes(deps.db, photo, fingerprint)) {
    const otherPictures = await picturesOf(deps, other)
    if (otherPictures && (await deps.renderer.showTheSame(pictures.openPage, otherPictures.openPage)))
      lookalikes.push(other)
  }
  await store.completePhoto(deps.db, photo, lookalikes)
}
