import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { receiptRefusals } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { FileStore, Received } from '#platform/storage/file-store.ts'
import { newId } from '#platform/database/ids.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { OutgoingFile } from '#platform/http/route.ts'
import * as store from './blobs-store.ts'
import { keepBlob } from './drafts-store.ts'
import { givingWay } from './giving-way.ts'
import { NoPicture, type PictureMaker, pictureMaker } from './picture-maker.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type Needs = Pick<Deps, 'db' | 'files' | 'now' | 'log'>
type Size = 'thumbnail' | 'page'

/** Tried by itself each night, and sooner when somebody asks. */
export const MOST_TRIES = 4
const MOST_ASKED_TRIES = 10
const MOST_PICTURE_BYTES = 20 * 1_048_576
/** A picture belongs to its bytes for ever; kept by the browser of whoever may see it, for a day. */
const CACHING = 'private, max-age=86400, immutable'

export type Previews = {
  /** Whether a PDF needs a password. */
  isLocked(path: string): Promise<boolean>
  /** The picture of some bytes, made now if it was not made before; tried again after a failure when asked to. */
  show(
    deps: Needs,
    of: { sha256: Buffer; preview: string; title: string },
    wanted: { size: Size; isAgain: boolean },
  ): Promise<OutgoingFile>
  /** Content address of the larger picture of some bytes; nothing when there is none. */
  pageOf(deps: Needs, sha256: Buffer): Promise<Buffer | null>
  /** Lets the pictures that nobody waits for give way for a moment. */
  giveWay(): void
  /** Makes the pictures that are missing, until none is or `signal` says stop. */
  makeMissing(deps: Needs, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

const workshops = new WeakMap<FileStore, Previews>()

/** The one workshop of a process: requests and jobs share it, so that pictures are made one at a time. */
export function previewsOf({ files }: Pick<Deps, 'files'>): Previews {
  const known = workshops.get(files)
  if (known) return known
  const previews = createPreviews()
  workshops.set(files, previews)
  return previews
}

function createPreviews(): Previews {
  let working: Promise<{ folder: string; maker: PictureMaker }> | undefined
  const making = new Map<string, Promise<void>>()
  const way = givingWay()

  function workshop() {
    working ??= (async () => {
      const folder = await mkdtemp(join(tmpdir(), 'docketbox-pictures-'))
      return { folder, maker: pictureMaker(folder) }
    })()
    return working
  }

  /** Whoever asks for the same bytes meanwhile waits for the same work. */
  function make(deps: Needs, sha256: Buffer, isUrgent: boolean): Promise<void> {
    const key = sha256.toString('hex')
    const known = making.get(key)
    if (known) return known
    const started = makeOnce(deps, sha256, isUrgent).finally(() => making.delete(key))
    making.set(key, started)
    return started
  }

  /** A blob once its pictures are made, if they can be. */
  async function shown(deps: Needs, sha256: Buffer, isAgain = false): Promise<store.BlobRow | undefined> {
    const before = await store.findBlob(deps.db, sha256)
    const isWorthATry =
      isAgain && before?.previewState === 'failed' && before.previewFailures < MOST_ASKED_TRIES
    if (before?.previewState !== 'wanted' && !isWorthATry) return before
    await make(deps, sha256, true)
    return store.findBlob(deps.db, sha256)
  }

  async function makeOnce(deps: Needs, sha256: Buffer, isUrgent: boolean): Promise<void> {
    const { folder, maker } = await workshop()
    const place = join(folder, newId())
    const path = join(place, 'file')
    const pictures = { thumbnail: join(place, 'thumbnail.webp'), page: join(place, 'page.webp') }
    await mkdir(place)
    try {
      await pipeline(await deps.files.open(sha256), createWriteStream(path))
      const { pages = null } = await maker.ask({ kind: 'make', path, ...pictures }, isUrgent)
      await keepPictures(deps, sha256, pictures, pages)
    } catch (thrown) {
      if (!(thrown instanceof NoPicture)) throw thrown
      deps.log.info({ sha256: sha256.toString('hex'), why: thrown.message }, 'a file cannot be shown')
      await store.setPreviewFailed(deps.db, sha256)
    } finally {
      await rm(place, { recursive: true, force: true })
    }
  }

  return {
    async isLocked(path) {
      const { maker } = await workshop()
      const { isLocked = false } = await maker.ask({ kind: 'isLocked', path }, true)
      return isLocked
    },
    async show(deps, { sha256, preview, title }, { size, isAgain }) {
      if (preview === 'locked') throw new Refusal(receiptRefusals.lockedPreview)
      const blob = await shown(deps, sha256, isAgain)
      const picture = size === 'thumbnail' ? blob?.thumbnailSha256 : blob?.pageSha256
      if (!picture) throw new Refusal(receiptRefusals.noPreview)
      return {
        name: `${title}.webp`,
        type: 'image/webp',
        bytes: await deps.files.open(picture),
        disposition: 'inline',
        cacheControl: CACHING,
      }
    },
    pageOf: async (deps, sha256) => (await shown(deps, sha256))?.pageSha256 ?? null,
    giveWay: () => way.note(),
    async makeMissing(deps, signal) {
      for (;;) {
        await way.turn(signal)
        const [sha256] = signal.aborted ? [] : await store.wantedPreviews(deps.db, 1)
        if (!sha256) return
        await make(deps, sha256, false)
      }
    },
    async close() {
      const made = await working
      made?.maker.close()
      if (made) await rm(made.folder, { recursive: true, force: true })
    },
  }
}

async function keepPictures(
  { db, files, now }: Needs,
  sha256: Buffer,
  pictures: { thumbnail: string; page: string },
  pages: number | null,
): Promise<void> {
  const limitBytes = MOST_PICTURE_BYTES
  const thumbnail = await files.receive(createReadStream(pictures.thumbnail), { limitBytes })
  const page = await files.receive(createReadStream(pictures.page), { limitBytes })
  await inTransaction(db, async (db) => {
    // Always in the same order, so that two who make the same pictures wait for each other instead of locking up.
    const both: Received[] = [thumbnail, page].toSorted((a, b) => Buffer.compare(a.sha256, b.sha256))
    for (const received of both) {
      await keepBlob(db, received, now(), 'none')
      if (!(await files.has(received.sha256))) throw new Error('A picture was removed while it was kept.')
    }
    await store.setPreviews(db, sha256, { thumbnailSha256: thumbnail.sha256, pageSha256: page.sha256, pages })
  })
}
