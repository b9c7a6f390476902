import { z } from 'zod'
import { picturesOf } from '#features/files'
import type { Deps } from '#platform/config/deps.ts'
import { NIL_UUID } from '#platform/database/ids.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { nextWaiting } from '#platform/jobs/next-waiting.ts'
import { isUnreadable } from '#platform/storage/file-store.ts'
import { MAX_REFUSED_OWNERS, PreviewFailed, RendererClosed } from '#platform/storage/renderer.ts'
import * as store from './fingerprints.ts'

type CompareDeps = Pick<Deps, 'db' | 'files' | 'now' | 'log' | 'renderer'>

/** Compares photos and PDFs with the owner's others soon after an upload; the schedule catches requests that were lost. */
export const comparePhotos = defineJob(
  'receipts.compare',
  z.strictObject({}),
  (deps, _, { signal }) => compareWaiting(deps, signal),
  { policy: 'short', cron: '* * * * *', timeoutSeconds: 3600, retries: 2 },
)

/**
 * Compares waiting photos until there are none left, `signal` aborts or the product stops. Owners take turns.
 * @throws Refusal if the pictures of some owners aren't available yet. All others have been compared by then.
 */
async function compareWaiting(deps: CompareDeps, signal: AbortSignal): Promise<void> {
  const refusals = new Map<string, Refusal>()
  let lastOwner = NIL_UUID
  for (;;) {
    await deps.renderer.waitForIdle(signal)
    if (signal.aborted) return
    const turn = { after: lastOwner, overBudget: deps.renderer.overBudget(), refused: [...refusals.keys()] }
    const photo = await nextWaiting(deps.db, store.waitingForComparison, turn)
    const [refusal] = refusals.values()
    if (!photo && refusal) throw refusal
    if (!photo) return
    lastOwner = photo.ownerId
    try {
      await comparePhoto(deps, photo)
    } catch (error) {
      if (error instanceof RendererClosed) return
      if (error instanceof Refusal) refusals.set(lastOwner, error)
      else if (error instanceof PreviewFailed || isUnreadable(error)) await store.failPhoto(deps.db, photo)
      else throw error
      if (refusals.size === MAX_REFUSED_OWNERS) throw error
    }
  }
}

async function comparePhoto(deps: CompareDeps, photo: store.PhotoKey): Promise<void> {
  const { ownerId } = photo
  const pictures = await picturesOf(deps, photo)
  if (!pictures) return store.failPhoto(deps.db, photo)
  const fingerprint = await deps.renderer.fingerprint(pictures.openThumbnail, ownerId)
  // Committed before the others are looked up: of two photos compared at the same time, one finds the other.
  const kind = await store.storeFingerprint(deps.db, photo, fingerprint)
  if (!kind) return
  const lookalikes: Buffer[] = []
  for (const other of await store.likelyLookalikes(deps.db, photo, { kind, fingerprint })) {
    const otherPictures = await picturesOf(deps, { ownerId, sha256: other })
    if (!otherPictures) continue
    const pages = [pictures.openPage, otherPictures.openPage] as const
    const options = { owner: ownerId, areDrawn: kind === 'document' }
    if (await deps.renderer.isSamePicture(pages, options)) lookalikes.push(other)
  }
  await store.completePhoto(deps.db, photo, lookalikes)
}
