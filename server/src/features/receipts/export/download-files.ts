import { type Parsed, type receiptEndpoints, receiptRefusals } from '@docketbox/contract'
import { findBlob } from '#features/files'
import type { Deps } from '#platform/config/deps.ts'
import { verifiedZipBytes } from '#platform/export/verified-zip.ts'
import { packedFile, zipLength } from '#platform/export/zip-format.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { OutgoingFile } from '#platform/http/files/send.ts'
import { requireYear, type Scope, yearLimit } from '#platform/security/scope.ts'
import { requireCategory } from '../categories.ts'
import { requireOriginals, requireShared } from '../guests.ts'
import { searchFilterOf } from '../search/conditions.ts'
import { filterOfShown } from '../search/search-receipts.ts'
import { findVersion, type VersionRow } from '../store.ts'
import { receiptSummaries } from '../summaries.ts'
import { cleanTitle } from '../titles.ts'
import type { DraftRow } from '../upload/drafts-store.ts'
import { downloadName, receiptZipName } from './file-names.ts'
import { packIndex } from './pack.ts'
import { openVerified } from './open-verified.ts'
import { listSelected } from './store.ts'

type DownloadDeps = Pick<Deps, 'db' | 'files' | 'log' | 'now' | 'taxRules'>

/** A file exactly as it was received. */
export async function downloadFile(
  deps: DownloadDeps,
  scope: Scope,
  { id, file, version }: Parsed<typeof receiptEndpoints.download>['query'],
): Promise<OutgoingFile> {
  requireOriginals(scope)
  const key = { receiptId: id, fileId: file, version }
  await requireShared(deps.db, scope, key)
  const stored = await findVersion(deps.db, scope.ownerId, key)
  if (!stored) throw new Refusal(receiptRefusals.fileNotFound)
  // Every photo of our camera has the same title (requirement 40).
  const receipt = (await receiptSummaries(deps.db, scope.ownerId, [id])).get(id)
  const name = receipt && cleanTitle(receipt.title)
  const title = stored.title.replace(/^captured-image(?=.*\.\w+$)/, (camera) => name ?? camera)
  return openOriginal(deps, { ...stored, title })
}

/** The bytes of a version of a file, or of a draft. */
export async function openOriginal(
  deps: DownloadDeps,
  { title, type, sizeBytes, sha256 }: DraftRow | VersionRow,
): Promise<OutgoingFile> {
  const blob = await findBlob(deps.db, sha256)
  if (!blob) throw new Refusal(receiptRefusals.damagedFile)
  return { name: downloadName(title, type), type, sizeBytes, bytes: await openVerified(deps, blob) }
}

/**
 * The current files of the selected receipts and an index, as one zip (requirement 43). Its length is known in advance,
 * and files are read while it's sent; those that can't be read are left out and listed.
 * @throws Refusal when nothing is selected, one of `ids` isn't there, or another user's receipts are (requirement 16).
 */
export async function downloadSelected(
  { db, files, log, now, taxRules }: DownloadDeps,
  scope: Scope,
  { user, ids, ...query }: Parsed<typeof receiptEndpoints.downloadAll>['query'],
): Promise<OutgoingFile> {
  const { ownerId } = scope
  requireOriginals(scope)
  requireYear(scope, query.incomeYear)
  if (user !== undefined && user !== ownerId) throw new Refusal(receiptRefusals.notFound)
  const { category, incomeYear } = query
  const categoryName = category === undefined ? 'Receipts' : await requireCategory(db, category)
  const searchFilter = { ...searchFilterOf(query, { now, taxRules }), onlyYears: yearLimit(scope) }
  const filter = await filterOfShown(db, ownerId, searchFilter)
  const selected = await listSelected(db, ownerId, { filter, ids })
  if (selected.length === 0) throw new Refusal(receiptRefusals.nothingToDownload)
  const there = new Set(selected.map(({ id }) => id))
  const missing = ids?.flatMap((id, index) => (there.has(id) ? [] : `ids.${index}`)) ?? []
  if (missing.length > 0) {
    const fields = Object.fromEntries(missing.map((path) => [path, receiptRefusals.notFound.message]))
    throw new Refusal(receiptRefusals.selectionChanged, { fields })
  }
  const entries = selected.map((file) => ({ name: receiptZipName(file), file }))
  const packed = [
    packIndex(entries),
    ...entries.map(({ name, file }) => packedFile(files, file, { name, modifiedOn: file.capturedOn })),
  ]
  return {
    name: `${[categoryName, incomeYear].filter(Boolean).join(' ')}.zip`,
    type: 'application/zip',
    sizeBytes: zipLength(packed),
    bytes: verifiedZipBytes(packed, (leftOut) =>
      log.error({ ownerId, leftOut }, 'files could not be read for a zip'),
    ),
  }
}
