import {
  type Output,
  type Parsed,
  type Receipt,
  type receiptEndpoints,
  receiptRefusals,
  newZealandDay,
} from '@docketbox/contract'
import { MAX_FILES } from '@docketbox/contract/receipts/drafts/filing'
import { requireActivePlan } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { invalidInput } from '#platform/http/route.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Caller } from '#platform/security/scope.ts'
import { versionsOf } from '../adjusting/adjust-draft.ts'
import { requireNotInBin } from '../editing/edit-receipt.ts'
import { refreshLabels } from '../labels/suggested.ts'
import { presentReceipt } from '../present.ts'
import { applyReadings } from '../reading/apply.ts'
import { claimDraft } from '../reading/drafts.ts'
import * as receipts from '../store.ts'
import { type DraftRow, editOf, releaseDraft } from '../upload/drafts-store.ts'
import { draftUri } from '../uris.ts'
import { factsOfEdit, fillFacts } from './fill-facts.ts'
import * as store from './merge-store.ts'

type MergeDeps = Pick<Deps, 'db' | 'now' | 'taxRules'>
type Input = Parsed<typeof receiptEndpoints.mergeDuplicate>['body']

/**
 * Adds the files of a draft or of another receipt to a receipt, as further pages, and fills what it doesn't say. The
 * other receipt goes to the bin. All or nothing; merging the same again changes nothing.
 * @throws Refusal when one of them doesn't exist, is in the bin, filed or discarded, or there are too many files.
 */
export function mergeDuplicate(
  deps: MergeDeps,
  caller: Caller,
  input: Input,
): Promise<Output<typeof receiptEndpoints.mergeDuplicate>> {
  return inTransaction(deps.db, (db) => mergeWithin(db, deps, caller, input))
}

/** Merges as part of a transaction. */
export async function mergeWithin(
  db: Db,
  { now, taxRules }: Omit<MergeDeps, 'db'>,
  { actor, scope: { ownerId } }: Caller,
  input: Input,
): Promise<Output<typeof receiptEndpoints.mergeDuplicate>> {
  const receiptId = input.into
  const sourceId = 'draft' in input ? input.draft : input.receipt
  if (sourceId === receiptId) throw invalidInput({ receipt: 'Choose another receipt.' })
  const { source, ...pair } = await store.lockPair(db, ownerId, { receiptId, sourceId })
  const receipt = requireNotInBin(pair.receipt)
  const earlier = await store.findMerge(db, ownerId, { receiptId, sourceId })
  if (earlier && (!source || source.deletedAt))
    return { receipt: presentReceipt(receipt, taxRules), undo: earlier.id }
  const at = now()
  const before = previousOf(receipt)
  const { fileIds, movedNotes } =
    'draft' in input
      ? await addDraft(db, ownerId, { receipt, draftId: sourceId, at })
      : await addReceipt(db, ownerId, { receipt, source: requireNotInBin(source), at })
  const files = await receipts.currentFiles(db, ownerId, receiptId)
  if (files.length > MAX_FILES) throw new Refusal(receiptRefusals.tooManyFiles)
  await applyReadings(db, ownerId, receiptId)
  await refreshLabels(db, ownerId, [receiptId])
  const titles = files.map(({ title }) => title).join('\n')
  const row = await receipts.updateReceipt(db, ownerId, receiptId, { titles, updatedAt: at })
  const undo = newId()
  const previous = { ...before, ...(movedNotes && { movedNotes }) }
  await store.recordMerge(db, ownerId, { id: undo, receiptId, sourceId, mergedAt: at, fileIds, previous })
  await audit(db, {
    at,
    actorId: actor.id,
    action: 'receipts.merge',
    subjectId: receiptId,
    details: { merged: sourceId },
  })
  return { receipt: presentReceipt({ ...row, files }, taxRules), undo }
}

/**
 * Undoes a merge: the pages leave the receipt, and what they came from returns. If repeated, it does nothing.
 * @throws Refusal when either has changed since.
 */
export function undoMerge(
  { db, now, taxRules }: MergeDeps,
  { actor, scope: { ownerId } }: Caller,
  mergeId: string,
): Promise<Receipt> {
  return inTransaction(db, async (db) => {
    const merge = await store.takeMerge(db, ownerId, mergeId)
    if (!merge) throw new Refusal(receiptRefusals.changeNotFound)
    const { receiptId, sourceId, mergedAt, fileIds } = merge
    const { movedNotes, ...previous } = merge.previous
    const { source, ...pair } = await store.lockPair(db, ownerId, { receiptId, sourceId })
    const receipt = requireNotInBin(pair.receipt)
    if (merge.isUndone) return presentReceipt(receipt, taxRules)
    if (receipt.updatedAt.getTime() !== mergedAt.getTime()) throw new Refusal(receiptRefusals.cannotUnmerge)
    if (source) await receipts.updateReceipt(db, ownerId, sourceId, { deletedAt: null, updatedAt: now() })
    else if (!(await releaseDraft(db, ownerId, { id: sourceId, receiptId })))
      throw new Refusal(receiptRefusals.changeNotFound)
    await store.removeFiles(db, ownerId, { receiptId, fileIds })
    if (movedNotes) await store.moveNotes(db, ownerId, { from: receiptId, into: sourceId, only: movedNotes })
    await receipts.updateReceipt(db, ownerId, receiptId, {
      ...previous,
      sources: JSON.stringify(previous.sources),
      suggestions: previous.suggestions && JSON.stringify(previous.suggestions),
      labelAnswers: previous.labelAnswers && JSON.stringify(previous.labelAnswers),
      updatedAt: new Date(previous.updatedAt),
    })
    // Its own files may have been read since the merge.
    await applyReadings(db, ownerId, receiptId)
    await refreshLabels(db, ownerId, [receiptId])
    await audit(db, { at: now(), actorId: actor.id, action: 'receipts.undoMerge', subjectId: receiptId })
    return presentReceipt((await receipts.findReceipt(db, ownerId, receiptId))!, taxRules)
  })
}

type Merging = { receipt: receipts.FiledReceipt; at: Date }
type Added = { fileIds: string[]; movedNotes?: store.Previous['movedNotes'] }

async function addDraft(
  db: Db,
  ownerId: string,
  { receipt, draftId, at }: Merging & { draftId: string },
): Promise<Added> {
  const draft = await claimDraft(db, ownerId, draftUri(draftId), { at, receiptId: receipt.id })
  await requireActivePlan({ db, now: () => draft.createdAt }, ownerId)
  const fileIds = await addFile(db, ownerId, { receipt, draft, at })
  const filled = fillFacts(receipt, factsOfEdit(editOf(draft), newZealandDay(at)))
  const describedAt = filled.description === undefined ? receipt.describedAt : at
  await receipts.updateReceipt(db, ownerId, receipt.id, { ...filled, describedAt })
  return { fileIds }
}

/** @returns the id of the new file; none if the receipt has the same. */
async function addFile(
  db: Db,
  ownerId: string,
  { receipt, draft, at }: Merging & { draft: DraftRow },
): Promise<string[]> {
  const versions = await versionsOf(db, draft)
  const hashes = versions.map(({ sha256 }) => sha256)
  if (await store.hasFile(db, ownerId, { receiptId: receipt.id, hashes })) return []
  const fileId = newId()
  const position = Math.max(...receipt.files.map(({ position }) => position)) + 1
  const file = { ownerId, receiptId: receipt.id, fileId, position, createdAt: at }
  for (const [index, content] of versions.entries()) {
    const { sha256, title, type, sizeBytes, width, height, pages, preview, originalSha256 } = content
    const replacedAt = index === versions.length - 1 ? null : at
    const version = {
      sha256,
      title,
      type,
      sizeBytes,
      width,
      height,
      pages,
      preview,
      originalSha256,
      replacedAt,
    }
    await receipts.insertVersion(db, { ...file, ...version, version: index + 1 })
  }
  return [fileId]
}

async function addReceipt(
  db: Db,
  ownerId: string,
  { receipt, source, at }: Merging & { source: receipts.FiledReceipt },
): Promise<Added> {
  const fileIds = await store.copyFiles(db, ownerId, { from: source, into: receipt })
  const filled = fillFacts(receipt, source)
  const writtenLast = (source.describedAt ?? 0) > (receipt.describedAt ?? 0) ? source : receipt
  const { describedAt } = filled.description === undefined ? receipt : writtenLast
  await receipts.updateReceipt(db, ownerId, receipt.id, { ...filled, describedAt })
  await receipts.updateReceipt(db, ownerId, source.id, { deletedAt: at, updatedAt: at })
  return { fileIds, movedNotes: await store.moveNotes(db, ownerId, { from: source.id, into: receipt.id }) }
}

function previousOf(receipt: receipts.FiledReceipt): store.Previous {
  const { files, updatedAt, describedAt, inYearSince } = receipt
  return {
    ...Object.fromEntries(store.mergedColumns.map((name) => [name, receipt[name]])),
    describedAt: describedAt?.toISOString() ?? null,
    inYearSince: inYearSince?.toISOString() ?? null,
    titles: files.map(({ title }) => title).join('\n'),
    updatedAt: updatedAt.toISOString(),
  }
}
