import { areStored } from '#features/files'
import { inTransaction } from '#platform/database/transaction.ts'
import { zipLength } from '#platform/export/zip-format.ts'
import type { Received } from '#platform/storage/file-store.ts'
import { lockPack, type PackKey, updatePack } from '../store.ts'
import type { BuildDeps } from './build.ts'
import {
  deleteRows,
  type Document,
  insertDocument,
  listContents,
  MANIFEST_POSITION,
  REDUCED_MANIFEST_POSITION,
} from './files-store.ts'

type Finished = Readonly<{
  documents: readonly Document[]
  /** `reduced` is for packs without originals. */
  manifests: { whole: Received; reduced: Received }
  /** That documents are dated with. */
  day: string
}>

/**
 * Adds the documents to a pack, and declares it ready.
 * @throws Error when garbage collection has removed the bytes of one: an earlier pack may have had the same.
 */
export function finishPack(
  { db, files, now }: BuildDeps,
  key: PackKey,
  { documents, manifests, day }: Finished,
): Promise<void> {
  return inTransaction(db, async (db) => {
    const pack = await lockPack(db, key)
    if (pack?.state !== 'building') return
    const at = now()
    const first = MANIFEST_POSITION - documents.length
    for (const [index, document] of documents.entries())
      await insertDocument(db, key, { document, position: first + index, at, day })
    const manifest = (received: Received) => ({ path: 'manifest.json', received })
    const whole = { document: manifest(manifests.whole), position: MANIFEST_POSITION, at, day }
    const reduced = { document: manifest(manifests.reduced), position: REDUCED_MANIFEST_POSITION, at, day }
    await insertDocument(db, key, whole)
    await insertDocument(db, key, reduced)
    for (const { sha256 } of [...documents.map(({ received }) => received), ...Object.values(manifests)])
      if (!(await areStored({ db, files, now }, sha256)))
        throw new Error('A document was removed while it was stored.')
    const contents = await listContents(db, key, { hasOriginals: true })
    const sizeBytes = zipLength(contents.map((file) => ({ ...file, name: file.path })))
    await deleteRows(db, key)
    await updatePack(db, key, {
      state: 'ready',
      sizeBytes,
      manifestSha256: manifests.whole.sha256,
      snapshot: null,
    })
  })
}
