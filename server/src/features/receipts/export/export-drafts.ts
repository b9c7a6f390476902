import { type DraftEdit, sydneyDay } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { type Packed, packedFile } from '#platform/export/zip-format.ts'
import { editOf } from '../upload/drafts-store.ts'
import { zipName } from './file-names.ts'
import { listOriginalsOfDrafts, listUnclaimedDrafts } from './store.ts'

const FOLDER = 'Not filed yet'

/** An upload that isn't filed; the paths are those inside the zip. */
export type ExportedDraft = {
  path: string
  title: string
  type: string
  sizeBytes: number
  sha256: string
  uploadedAt: Date
  /** The photo as it was taken, if this is an adjusted or split copy. */
  original: string | null
  /** What the owner typed about it. */
  typed: DraftEdit
}

/** Exports what an owner hasn't filed, and the photos that copies were made of, each once. */
export async function exportDrafts(
  { db, files, now }: Pick<Deps, 'db' | 'files' | 'now'>,
  ownerId: string,
): Promise<{ drafts: ExportedDraft[]; packed: Packed[] }> {
  const packed: Packed[] = []
  const pathOfOriginal = new Map<string, string>()
  const originals = new Map<string, string>()
  for (const original of await listOriginalsOfDrafts(db, ownerId, now())) {
    const hash = original.sha256.toString('hex')
    let path = pathOfOriginal.get(hash)
    if (path === undefined) {
      path = `${FOLDER}/${pathIn('Originals', original)}`
      packed.push(packedFile(files, original, { name: path, modifiedOn: dayOf(original) }))
      pathOfOriginal.set(hash, path)
    }
    originals.set(original.id, path)
  }
  const drafts: ExportedDraft[] = []
  for (const draft of await listUnclaimedDrafts(db, ownerId, now())) {
    const { id, title, type, sizeBytes, sha256, createdAt } = draft
    const path = pathIn(FOLDER, draft)
    packed.push(packedFile(files, draft, { name: path, modifiedOn: dayOf(draft) }))
    drafts.push({
      path,
      title,
      type,
      sizeBytes,
      sha256: sha256.toString('hex'),
      uploadedAt: createdAt,
      original: originals.get(id) ?? null,
      typed: editOf(draft),
    })
  }
  return { drafts, packed }
}

type Named = { id: string; title: string; type: string; createdAt: Date }

function pathIn(folder: string, file: Named): string {
  return zipName(folder, { names: [file.title], type: file.type, fileId: file.id, day: dayOf(file) })
}

function dayOf({ createdAt }: Pick<Named, 'createdAt'>): string {
  return sydneyDay(createdAt)
}
