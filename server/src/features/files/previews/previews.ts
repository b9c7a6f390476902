import { Readable } from 'node:stream'
import { receiptRefusals } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { OutgoingFile } from '#platform/http/files/send.ts'
import { PreviewFailed, RendererClosed } from '#platform/storage/renderer.ts'
import { withBlob } from '../blobs/store.ts'
import * as store from './store.ts'

export type PreviewDeps = Pick<Deps, 'db' | 'files' | 'now' | 'log' | 'renderer'>

type PreviewOptions = { size: 'thumbnail' | 'page'; page?: number | undefined; force: boolean }

/** A user may retry more often than the nightly job does. */
const MAX_FORCED_FAILURES = 10
const MAX_PICTURE_BYTES = 20 * 1_048_576
/** The preview of some bytes never changes. */
const CACHE_CONTROL = 'private, max-age=86400, immutable'

/**
 * Opens the preview of a file, rendering it first if necessary.
 * @param options.page of a PDF, counting from 1.
 * @param options.force retry if rendering failed before.
 * @throws Refusal when the file has no preview.
 */
export async function openPreview(
  deps: PreviewDeps,
  { sha256, preview, title }: { sha256: Buffer; preview: string; title: string },
  { size, page = 1, force }: PreviewOptions,
): Promise<OutgoingFile> {
  if (preview === 'locked') throw new Refusal(receiptRefusals.lockedPreview)
  if (page > 1 && size === 'page')
    return outgoing(title, Readable.from([await laterPage(deps, sha256, page)]))
  if (force) await store.retryPreviews(deps.db, { sha256, maxFailures: MAX_FORCED_FAILURES })
  const pictures = await previewOf(deps, sha256)
  const picture = size === 'thumbnail' ? pictures?.thumbnailSha256 : pictures?.resultSha256
  if (!picture) throw new Refusal(receiptRefusals.noPreview)
  return outgoing(title, await deps.files.open(picture))
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
async function laterPage({ files, renderer }: PreviewDeps, sha256: Buffer, page: number): Promise<Buffer> {
  try {
    return await renderer.renderPage(() => files.open(sha256), page)
  } catch (error) {
    throw error instanceof PreviewFailed ? new Refusal(receiptRefusals.noPreview) : error
  }
}

/** @returns the hash of the page-sized picture of some bytes, rendered first if necessary; null when there is none. */
export async function pictureOf(deps: PreviewDeps, sha256: Buffer): Promise<Buffer | null> {
  return (await previewOf(deps, sha256))?.resultSha256 ?? null
}

/** Opens both pictures of some bytes, rendered first if necessary; undefined when there are none. */
export async function picturesOf(deps: PreviewDeps, sha256: Buffer) {
  const { thumbnailSha256, resultSha256 } = (await previewOf(deps, sha256)) ?? {}
  if (!thumbnailSha256 || !resultSha256) return undefined
  return {
    openThumbnail: () => deps.files.open(thumbnailSha256),
    openPage: () => deps.files.open(resultSha256),
  }
}

/** Renders pending previews until there are none left, `signal` aborts or the product stops. */
export async function renderPendingPreviews(deps: PreviewDeps, signal: AbortSignal): Promise<void> {
  for (;;) {
    await deps.renderer.waitForIdle(signal)
    const sha256 = signal.aborted ? undefined : await store.nextPendingPreview(deps.db)
    if (!sha256) return
    try {
      await render(deps, sha256, { isUrgent: false })
    } catch (error) {
      if (error instanceof RendererClosed) return
      throw error
    }
  }
}

async function previewOf(deps: PreviewDeps, sha256: Buffer) {
  const preview = await store.findPreview(deps.db, sha256)
  if (preview?.state !== 'pending') return preview
  await render(deps, sha256, { isUrgent: true })
  return store.findPreview(deps.db, sha256)
}

async function render(deps: PreviewDeps, sha256: Buffer, options: { isUrgent: boolean }): Promise<void> {
  const key = sha256.toString('hex')
  try {
    const { thumbnail, page, pages } = await deps.renderer.render(key, () => deps.files.open(sha256), options)
    await storePictures(deps, sha256, { thumbnail, page, pages })
  } catch (error) {
    if (!(error instanceof PreviewFailed)) throw error
    deps.log.info({ sha256: key, reason: error.message }, 'no preview could be rendered')
    await store.failPreview(deps.db, sha256)
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
      await withBlob(db, received, now(), { hasPreview: false }).selectFrom('blob').select('sha256').execute()
      if (!(await files.has(received.sha256))) throw new Error('A picture was removed while it was stored.')
    }
    await store.completePreview(db, sha256, {
      thumbnail: thumbnail.sha256,
      page: page.sha256,
      pages: pictures.pages,
    })
  })
}
