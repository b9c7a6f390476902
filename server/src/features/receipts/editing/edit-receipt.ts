import {
  incomeYearLabel,
  isFromUser,
  type Parsed,
  type Receipt,
  type ReceiptDetails,
  type receiptEndpoints,
  receiptRefusals,
} from '@docketbox/contract'
import { requireActivePlan } from '#features/subscriptions'
import { findInYearSince, hasChangedSinceLodged } from '#features/years'
import type { Deps } from '#platform/config/deps.ts'
import { hasChanged } from '#platform/database/queries/as-read.ts'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { audit } from '#platform/security/audit-log.ts'
import { type Caller, requireYear, type Scope } from '#platform/security/scope.ts'
import { versionsOf } from '../adjusting/adjust-draft.ts'
import { requireCategory } from '../categories.ts'
import { claimDraft } from '../reading/drafts.ts'
import { suggestedLabel, withCurrentLabel } from '../labels/suggested.ts'
import { presentReceipt, presentVersions } from '../present.ts'
import { applyReadings } from '../reading/apply.ts'
import { describeReceipts, readingsOf } from '../reading/describe.ts'
import { findReviewableFacts } from '../reviewable-facts.ts'
import * as store from '../store.ts'
import { cleanTitle, defaultTitle, safeTitle } from '../titles.ts'
import { findClaimed } from '../upload/drafts-store.ts'
import { fileUri, parseDraftUri } from '../uris.ts'
import { changeFacts } from './change-facts.ts'

type EditDeps = Pick<Deps, 'db' | 'now' | 'taxRules'>
type FileEdit = Parsed<typeof receiptEndpoints.editFile>['body']
type FactsEdit = Parsed<typeof receiptEndpoints.editFacts>['body']

/** A receipt, even one in the bin, with every version of its files. Guests see neither the bin nor earlier versions. */
export async function showReceipt(
  { db, reader, taxRules }: Pick<Deps, 'db' | 'reader' | 'taxRules'>,
  scope: Scope,
  id: string,
): Promise<ReceiptDetails> {
  const { ownerId } = scope
  const isGuest = scope.incomeYears !== 'all'
  // Readings first: if one finishes in between, the receipt already has its values.
  const readings = await readingsOf({ db, reader }, ownerId, id)
  // Before the facts, so that it's never the hash of newer ones than the guest sees.
  const reviewable = isGuest ? await findReviewableFacts(db, ownerId, id) : undefined
  const receipt = await store.findReceipt(db, ownerId, id)
  if (!receipt || (isGuest && receipt.deletedAt)) throw new Refusal(receiptRefusals.notFound)
  requireYear(scope, incomeYearLabel(receipt.incomeYear), receiptRefusals.notFound)
  const versions = presentVersions(isGuest ? receipt.files : await store.listVersions(db, ownerId, id))
  const [presented] = await describeReceipts({ db, reader, taxRules }, scope, [receipt])
  const inYearSince = (await findInYearSince(db, ownerId, id))?.toISOString()
  const isClaimChanged = !isGuest && (await hasChangedSinceLodged(db, ownerId, id))
  return {
    ...presented!,
    ...(inYearSince && { inYearSince }),
    ...(isClaimChanged && { hasChangedSinceLodged: true }),
    ...(reviewable && { reviewableHash: reviewable.hash }),
    versions,
    readings,
  }
}

/**
 * Renames a file, replaces it with a draft, or both. The replaced version stays (requirement 14). The `type` and `size`
 * in `edit` are ignored: they come from the draft.
 */
export function editFile(
  { db, now, taxRules }: EditDeps,
  caller: Caller,
  { uploadId, fileId }: { uploadId: string; fileId: string },
  edit: FileEdit,
): Promise<Receipt> {
  const { ownerId } = caller.scope
  return inTransaction(db, async (db) => {
    await lockLiveReceipt(db, ownerId, uploadId)
    const files = await store.currentFiles(db, ownerId, uploadId)
    const current = files.find((file) => file.fileId === fileId)
    if (!current) throw new Refusal(receiptRefusals.fileNotFound)
    const at = now()
    if (edit.uri !== undefined && !(await isCurrent(db, ownerId, edit.uri, current))) {
      const draft = await claimDraft(db, ownerId, edit.uri, { at })
      await requireActivePlan({ db, now: () => draft.createdAt }, ownerId)
      const title = safeTitle(edit.title ?? draft.title, draft.type)
      for (const [index, content] of (await versionsOf(db, { ...draft, title })).entries()) {
        const previous = { ...current, version: current.version + index }
        await addVersion(db, caller, { receiptId: uploadId, current: previous, at }, content)
      }
    } else if (edit.title !== undefined) {
      const title = cleanTitle(edit.title) ?? defaultTitle(current.type)
      const key = { receiptId: uploadId, fileId, version: current.version }
      await store.updateVersion(db, ownerId, key, { title })
    }
    return afterFileChange({ db, taxRules }, ownerId, uploadId, at)
  })
}

/**
 * Whether `uri` names the current version of a file, or the draft that replaced the one before: a retry after a lost response.
 */
async function isCurrent(db: Db, ownerId: string, uri: string, current: store.VersionRow): Promise<boolean> {
  if (uri === fileUri(current.fileId, current.version)) return true
  const id = parseDraftUri(uri)
  const claimed = id === undefined ? [] : await findClaimed(db, ownerId, [id])
  return claimed.some(({ sha256 }) => sha256.equals(current.sha256))
}

type FileContent = Pick<
  store.VersionRow,
  'sha256' | 'title' | 'type' | 'sizeBytes' | 'width' | 'height' | 'pages' | 'preview' | 'originalSha256'
>

/**
 * Makes some content the current version of a file; the replaced version stays (requirement 14).
 * @param db a transaction that has locked the receipt.
 */
export async function addVersion(
  db: Db,
  { actor, scope: { ownerId } }: Caller,
  { receiptId, current, at }: { receiptId: string; current: store.FileRow; at: Date },
  { sha256, title, type, sizeBytes, width, height, pages, preview, originalSha256 }: FileContent,
): Promise<void> {
  const { fileId, position } = current
  const version = current.version + 1
  const content = { sha256, title, type, sizeBytes, width, height, pages, preview, originalSha256 }
  await store.updateVersion(db, ownerId, { receiptId, fileId, version: current.version }, { replacedAt: at })
  await store.insertVersion(db, { ...content, ownerId, receiptId, fileId, version, position, createdAt: at })
  await audit(db, {
    at,
    actorId: actor.id,
    action: 'receipts.replaceFile',
    subjectId: receiptId,
    details: { file: fileId, version },
  })
}

/** Updates a receipt's facts from its files. */
export async function afterFileChange(
  { db, taxRules }: Pick<Deps, 'db' | 'taxRules'>,
  ownerId: string,
  id: string,
  at: Date,
): Promise<Receipt> {
  await applyReadings(db, ownerId, id)
  const files = await store.currentFiles(db, ownerId, id)
  const titles = files.map(({ title }) => title).join('\n')
  const row = await store.updateReceipt(db, ownerId, id, { titles, updatedAt: at })
  return presentReceipt({ ...row, files }, taxRules)
}

export function moveReceipt(
  { db, now, taxRules }: EditDeps,
  { ownerId }: Scope,
  id: string,
  categoryId: string,
): Promise<Receipt> {
  return inTransaction(db, async (db) => {
    const { files, ...receipt } = await lockLiveReceipt(db, ownerId, id)
    if (receipt.categoryId === categoryId) throw new Refusal(receiptRefusals.sameCategory)
    await requireCategory(db, categoryId)
    const labelSuggested = suggestedLabel({ ...receipt, categoryId })
    const row = await store.updateReceipt(db, ownerId, id, { categoryId, labelSuggested, updatedAt: now() })
    return presentReceipt({ ...row, files }, taxRules)
  })
}

/** @throws Refusal when a user has changed one of the facts since it was read. */
export function editFacts(
  { db, now, taxRules }: EditDeps,
  { ownerId }: Scope,
  id: string,
  { known, ...edit }: FactsEdit,
): Promise<Receipt> {
  return inTransaction(db, async (db) => {
    const receipt = await lockLiveReceipt(db, ownerId, id)
    const names = Object.keys(edit) as (keyof typeof edit)[]
    const isChanged = (name: keyof typeof edit) =>
      receipt[name] !== known?.[name] && receipt[name] !== edit[name] && isFromUser(receipt.sources[name])
    if (known && names.some(isChanged)) throw hasChanged()
    await changeFacts(db, ownerId, id, { edit, at: now() })
    return presentReceipt((await store.findReceipt(db, ownerId, id))!, taxRules)
  })
}

/** Moves a receipt to the bin. Does nothing if it's there already, so that a retry does no harm. */
export function removeReceipt(deps: EditDeps, caller: Caller, id: string): Promise<Receipt> {
  return setDeleted(deps, caller, id, true)
}

/** Restores a receipt from the bin to its category. Does nothing if it isn't there. */
export function restoreReceipt(deps: EditDeps, caller: Caller, id: string): Promise<Receipt> {
  return setDeleted(deps, caller, id, false)
}

function setDeleted(
  { db, now, taxRules }: EditDeps,
  { actor, scope: { ownerId } }: Caller,
  id: string,
  isDeleted: boolean,
): Promise<Receipt> {
  return inTransaction(db, async (db) => {
    const receipt = await store.lockReceipt(db, ownerId, id)
    if (!receipt) throw new Refusal(receiptRefusals.notFound)
    if ((receipt.deletedAt !== null) === isDeleted) return presentReceipt(receipt, taxRules)
    const at = now()
    const row = await store.updateReceipt(db, ownerId, id, {
      deletedAt: isDeleted ? at : null,
      updatedAt: at,
    })
    const action = isDeleted ? 'receipts.remove' : 'receipts.restore'
    await audit(db, { at, actorId: actor.id, action, subjectId: id })
    return presentReceipt({ ...row, files: receipt.files }, taxRules)
  })
}

/**
 * Locks a receipt until the transaction ends, and suggests its label again if that's outdated.
 * @throws Refusal when there's no such receipt, or it's in the bin.
 */
export async function lockLiveReceipt(db: Db, ownerId: string, id: string): Promise<store.FiledReceipt> {
  return withCurrentLabel(db, ownerId, requireNotInBin(await store.lockReceipt(db, ownerId, id)))
}

/** @throws Refusal when there's no such receipt, or it's in the bin. */
export function requireNotInBin(receipt: store.FiledReceipt | undefined): store.FiledReceipt {
  if (!receipt) throw new Refusal(receiptRefusals.notFound)
  if (receipt.deletedAt) throw new Refusal(receiptRefusals.inTrash)
  return receipt
}
