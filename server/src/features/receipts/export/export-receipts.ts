import { incomeYearLabel } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { type Packed, packedFile } from '#platform/export/zip-format.ts'
import { factsOf } from '../present.ts'
import { receiptZipName } from './file-names.ts'
import { packIndex } from './pack.ts'
import { type ExportedFile, listAll } from './store.ts'

/** A receipt as its owner exports it; the paths are those inside the zip. */
export type ExportedReceipt = ReturnType<typeof factsIn> & { files: ReturnType<typeof fileIn>[] }

/** Exports all receipts of an owner: what is known about each, and the entries of a zip. */
export async function exportReceipts(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  ownerId: string,
): Promise<{ receipts: ExportedReceipt[]; packed: Packed[] }> {
  const receipts = new Map<string, ExportedReceipt>()
  const entries = (await listAll(db, ownerId)).map((file) => ({ name: pathOf(file), file }))
  for (const { name, file } of entries) {
    const receipt = receipts.get(file.id) ?? { ...factsIn(file), files: [] }
    receipt.files.push(fileIn(file, name))
    receipts.set(file.id, receipt)
  }
  const packed = entries.map(({ name, file }) =>
    packedFile(files, file, { name, modifiedOn: file.capturedOn }),
  )
  return { receipts: [...receipts.values()], packed: [packIndex(entries), ...packed] }
}

/** Current files lie by category, previous versions and deleted receipts apart from them. */
function pathOf(file: ExportedFile): string {
  const path = receiptZipName(file)
  const folder = file.deletedAt ? 'Bin' : 'Receipts'
  return file.replacedAt
    ? `${folder}/Previous versions/${withVersion(path, file.version)}`
    : `${folder}/${path}`
}

function withVersion(path: string, version: number): string {
  return path.replace(/(\.[^.]+)$/, ` v${version}$1`)
}

function factsIn(row: ExportedFile) {
  return {
    id: row.id,
    category: row.category,
    description: row.description,
    ...factsOf(row),
    labelSuggested: row.labelSuggested,
    labelConfirmed: row.labelConfirmed,
    labelAnswers: row.labelAnswers,
    lastClaimedYear: row.lastClaimedYear === null ? null : incomeYearLabel(row.lastClaimedYear),
    spentCents: row.spentCents,
    claimableCents: row.claimableCents,
    describedAt: row.describedAt,
    capturedOn: row.capturedOn,
    incomeYear: incomeYearLabel(row.incomeYear),
    savedAt: row.createdAt,
    changedAt: row.updatedAt,
    deletedAt: row.deletedAt,
  }
}

function fileIn(row: ExportedFile, path: string) {
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
