import { incomeYearLabel } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import type { Packed } from '#platform/export/zip.ts'
import { listEverything, listWaitingDrafts } from './everything-store.ts'
import { zipName } from './file-names.ts'
import { factsOf } from './present.ts'

type Row = Awaited<ReturnType<typeof listEverything>>[number]
type Stored = Pick<Row, 'sha256' | 'sizeBytes' | 'crc32'>

/** A receipt as its owner takes it away; the paths are those inside the zip. */
export type KeptReceipt = ReturnType<typeof factsIn> & { files: ReturnType<typeof fileIn>[] }

/** Everything somebody filed or is about to: what there is to say about it, and the files themselves. */
export async function everythingOf(
  { db, files, now }: Pick<Deps, 'db' | 'files' | 'now'>,
  ownerId: string,
): Promise<{ receipts: KeptReceipt[]; packed: Packed[] }> {
  const receipts = new Map<string, KeptReceipt>()
  const packed: Packed[] = []
  for (const row of await listEverything(db, ownerId)) {
    const name = pathOf(row)
    const receipt = receipts.get(row.id) ?? { ...factsIn(row), files: [] }
    receipt.files.push(fileIn(row, name))
    receipts.set(row.id, receipt)
    packed.push(pack(files, row, { name, modifiedOn: row.capturedOn }))
  }
  for (const draft of await listWaitingDrafts(db, ownerId, now())) {
    const modifiedOn = draft.createdAt.toISOString().slice(0, 10)
    const name = zipName('Not filed yet', { ...draft, fileId: draft.id, capturedOn: modifiedOn })
    packed.push(pack(files, draft, { name, modifiedOn }))
  }
  return { receipts: [...receipts.values()], packed }
}

/** Where a version lies: current files by category, earlier ones and those in the trash apart from them. */
function pathOf(row: Row): string {
  const path = zipName(row.category, row)
  const place = row.deletedAt ? 'Trash' : 'Receipts'
  return row.replacedAt ? `${place}/Earlier versions/${withVersion(path, row.version)}` : `${place}/${path}`
}

function withVersion(path: string, version: number): string {
  return path.replace(/(\.[^.]+)$/, ` v${version}$1`)
}

function pack(files: FileStore, stored: Stored, where: { name: string; modifiedOn: string }): Packed {
  const { sha256, sizeBytes, crc32 } = stored
  return { ...where, sizeBytes, crc32, read: (into, start) => files.read(sha256, into, start) }
}

function factsIn(row: Row) {
  return {
    id: row.id,
    category: row.category,
    description: row.description,
    ...factsOf(row),
    capturedOn: row.capturedOn,
    incomeYear: incomeYearLabel(row.incomeYear),
    savedAt: row.createdAt,
    changedAt: row.updatedAt,
    deletedAt: row.deletedAt,
  }
}

function fileIn(row: Row, path: string) {
  return {
    path,
    title: row.title,
    type: row.type,
    sizeBytes: row.sizeBytes,
    sha256: row.sha256.toString('hex'),
    version: row.version,
    addedAt: row.addedAt,
    replacedAt: row.replacedAt,
  }
}
