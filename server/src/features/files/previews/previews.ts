import { MB_BYTES } from '@docketbox/contract/core/units'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { commonRefusals, receiptRefusals, receiptTexts } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { NIL_UUID } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { OutgoingFile } from '#platform/http/files/send.ts'
import { isUnreadable } from '#platform/storage/file-store.ts'
import { MAX_REFUSED_OWNERS, PreviewFailed, RendererClosed } from '#platform/storage/renderer.ts'
import { areStored } from '../blobs/clean-up.ts'
import { withBlob } from '../blobs/store.ts'
import * as store from './store.ts'

export type PreviewDeps = Pick<Deps, 'db' | 'files' | 'now' | 'log' | 'renderer'>

/** A file's bytes, and the owner it's rendered for. */
export type OwnedBytes = { ownerId: string; sha256: Buffer }

type PreviewOptions = { size: 'thumbnail' | 'page'; page?: number | undefined; force: boolean }

/** A user may retry more often than the nightly job does. */
const MAX_FORCED_FAILURES = 10
/** A request that waits longer gets 503; rendering continues. */
const MAX_WAIT_MS = 10_000
const RETRY_AFTER_SECONDS = 10
const MAX_PICTURE_BYTES = 20 * MB_BYTES
/** The preview of some bytes never changes. */
const CACHE_CONTROL = 'private, max-age=86400, immutable'

/**
 * Opens the preview of a file, rendering it first if necessary.
 * @param options.page of a PDF, counting from 1.
 * @param options.force retry if rendering failed before.
 * @throws Refusal when the file has no preview, or rendering it takes longer than a user waits.
 */
export async function openPreview(
  deps: PreviewDeps,
  { ownerId, sha256, preview, title, type }: OwnedBytes & { preview: string; title: string; type: string },
  { size, page = 1, force }: PreviewOptions,
): Promise<OutgoingFile> {
  if (preview === 'locked') throw new Refusal(receiptRefusals.lockedPreview)
  const bytes = { ownerId, sha256 }
  if (page > 1 && size === 'page')
    return outgoing(title, Readable.from([await withinWait(laterPage(deps, bytes, page))]))
  if (force) await store.retryPreviews(deps.db, { sha256, maxFailures: MAX_FORCED_FAILURES })
  const pictures = await previewOf(deps, bytes)
  if (pictures?.isLocked) throw new Refusal(receiptRefusals.lockedPreview)
  const picture = size === 'thumbnail' ? pictures?.thumbnailSha256 : pictures?.resultSha256
  if (!picture) {
    const message = type === 'application/pdf' ? receiptTexts.noPdfPreview : receiptRefusals.noPreview.message
    throw new Refusal(receiptRefusals.noPreview, { message })
  }
  return outgoing(title, await openPicture(deps, bytes, { size, picture }))
}

/** A preview that was lost is rendered again. */
async function openPicture(
  deps: PreviewDeps,
  bytes: OwnedBytes,
  { size, picture }: { size: 'thumbnail' | 'page'; picture: Buffer },
): Promise<Readable> {
  try {
    return await deps.files.open(picture)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    await store.discardPreview(deps.db, bytes.sha256)
    const pictures = await previewOf(deps, bytes)
    const again = size === 'thumbnail' ? pictures?.thumbnailSha256 : pictures?.resultSha256
    if (!again) throw new Refusal(receiptRefusals.noPreview)
    return deps.files.open(again)
  }
}

function outgoing(title: string, bytes: Readable): OutgoingFile {
  return {
    name: `${title}.webp`,
    type: 'image/webp',
    bytes,
    disposition: 'inline',
    cacheControl: CACHE_CONTROL,
  }
}

/** A page of a PDF after the first. They're rarely looked at, so they aren't stored. */
async function laterPage(
  { files, renderer }: PreviewDeps,
  { ownerId, sha256 }: OwnedBytes,
  page: number,
): Promise<Buffer> {
  try {
    return await renderer.renderPage(() => files.open(sha256), { owner: ownerId, page })
  } catch (error) {
    throw error instanceof PreviewFailed || isUnreadable(error)
      ? new Refusal(receiptRefusals.noPreview)
      : error
  }
}

/** @returns the hash of the page-sized picture of some bytes, rendered first if necessary; null when there is none. */
export async function pictureOf(deps: PreviewDeps, bytes: OwnedBytes): Promise<Buffer | null> {
  return (await previewOf(deps, bytes))?.resultSha256 ?? null
}

/** Opens both pictures of some bytes, rendered first if necessary; undefined when there are none. */
export async function picturesOf(deps: PreviewDeps, bytes: OwnedBytes) {
  const { thumbnailSha256, resultSha256 } = (await previewOf(deps, bytes)) ?? {}
  if (!thumbnailSha256 || !resultSha256) return undefined
  return {
    openThumbnail: () => deps.files.open(thumbnailSha256),
    openPage: () => deps.files.open(resultSha256),
  }
}

/** Renders pending previews until there are none left, `signal` aborts or the product stops. Owners take turns. */
export async function renderPendingPreviews(deps: PreviewDeps, signal: AbortSignal): Promise<void> {
  const refused: string[] = []
  let after = NIL_UUID
  for (;;) {
    await deps.renderer.waitForIdle(signal)
    const turn = { after, overBudget: deps.renderer.overBudget(), refused }
    const pending = signal.aborted ? undefined : await store.nextPendingPreview(deps.db, turn)
    // What owners who were refused wait for is rendered when it's shown, or by the schedule.
    if (!pending) return
    after = pending.ownerId
    try {
      await render(deps, pending, { isUrgent: false })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refused.push(after)
      // The next scheduled run continues.
      if (error instanceof RendererClosed || refused.length === MAX_REFUSED_OWNERS) return
    }
  }
}

async function previewOf(deps: PreviewDeps, bytes: OwnedBytes) {
  const preview = await store.findPreview(deps.db, bytes.sha256)
  if (preview?.state !== 'pending') return preview && { ...preview, isLocked: false }
  const isLocked = await withinWait(render(deps, bytes, { isUrgent: true }))
  const rendered = await store.findPreview(deps.db, bytes.sha256)
  return rendered && { ...rendered, isLocked }
}

/** @throws Refusal when it takes longer than a user waits. */
async function withinWait<Result>(work: Promise<Result>): Promise<Result> {
  const abort = new AbortController()
  const late = wait(MAX_WAIT_MS, undefined, { signal: abort.signal, ref: false }).then((): never => {
    throw new Refusal(commonRefusals.unavailable, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  })
  // The one that loses the race may reject later, which must not end the process.
  for (const either of [work, late]) either.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    abort.abort()
  }
}

/** @returns whether it's a PDF that needs a password. */
async function render(
  deps: PreviewDeps,
  { ownerId, sha256 }: OwnedBytes,
  { isUrgent }: { isUrgent: boolean },
): Promise<boolean> {
  const key = sha256.toString('hex')
  const options = { owner: ownerId, isUrgent }
  try {
    const { thumbnail, page, pages } = await deps.renderer.render(key, () => deps.files.open(sha256), options)
    await storePictures(deps, sha256, { thumbnail, page, pages })
    return false
  } catch (error) {
    if (!(error instanceof PreviewFailed || isUnreadable(error))) throw error
    deps.log.info({ sha256: key, reason: error.message }, 'no preview could be rendered')
    const reason = error instanceof PreviewFailed ? error.reason : 'broken'
    if (reason === 'locked') await store.lockPreview(deps.db, sha256)
    else await store.failPreview(deps.db, sha256, { tookTooLong: reason === 'tookTooLong' })
    return reason === 'locked'
  }
}

async function storePictures(
  { db, files, now }: PreviewDeps,
  sha256: Buffer,
  pictures: { thumbnail: Buffer; page: Buffer; pages: number | null },
): Promise<void> {
  const receive = (picture: Buffer) =>
    files.receive(Readable.from([picture]), { limitBytes: MAX_PICTURE_BYTES })
  const thumbnail = await receive(pictures.thumbnail)
  const page = await receive(pictures.page)
  await inTransaction(db, async (db) => {
    // In one order, so that two processes storing the same pictures wait for each other instead of deadlocking.
    for (const received of [thumbnail, page].toSorted((a, b) => Buffer.compare(a.sha256, b.sha256))) {
      await withBlob(db, received, now(), { previewFor: null }).selectFrom('blob').select('sha256').execute()
      if (!(await areStored({ db, files, now }, received.sha256)))
        throw new Error('A picture was removed while it was stored.')
    }
    await store.completePreview(db, sha256, {
      thumbnail: thumbnail.sha256,
      page: page.sha256,
      pages: pictures.pages,
    })
  })
}
