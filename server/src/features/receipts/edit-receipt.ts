import {
  mostGstCents,
  type Parsed,
  type Receipt,
  type ReceiptDetails,
  type receiptEndpoints,
  receiptRefusals,
} from '@docketbox/contract'
import type { Actor } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { invalidInput } from '#platform/http/route.ts'
import { isCategory } from './list-store.ts'
import { presentReceipt, presentVersions } from './present.ts'
import * as store from './receipts-store.ts'
import { fileUri, latestDay, nameless, plainTitle, safeTitle } from './rules.ts'
import { bytesOf, claimDraft } from './save-receipt.ts'
import { inTransaction } from '#platform/database/transaction.ts'

type Needs = Pick<Deps, 'db' | 'now'>
type FileEdit = Parsed<typeof receiptEndpoints.editFile>['body']
type FactsEdit = Parsed<typeof receiptEndpoints.editFacts>['body']

/** One receipt, also from the trash, with every version of its files. */
export async function showReceipt({ db }: Needs, actor: Actor, id: string): Promise<ReceiptDetails> {
  const found = await store.findReceipt(db, actor.id, id)
  if (!found) throw new Refusal(receiptRefusals.notFound)
  return { ...presentReceipt(found), versions: presentVersions(await store.allVersions(db, actor.id, id)) }
}

/** Renames a file, replaces it by a draft, or both. The replaced version is kept (decision 14). */
export function editFile(
  { db, now }: Needs,
  actor: Actor,
  { uploadId, fileId }: { uploadId: string; fileId: string },
  edit: FileEdit,
): Promise<Receipt> {
  return inTransaction(db, async (db) => {
    const receipt = await lockLive(db, actor, uploadId)
    const current = receipt.files.find((file) => file.fileId === fileId)
    if (!current) throw new Refusal(receiptRefusals.fileNotFound)
    const at = now()
    const key = { receiptId: uploadId, fileId, version: current.version }
    if (edit.uri !== undefined && edit.uri !== fileUri(fileId, current.version)) {
      const draft = await claimDraft(db, actor, edit.uri, at)
      const title = safeTitle(edit.title ?? draft.title, draft.type)
      const version = { ...bytesOf(draft), ...key, version: current.version + 1, position: current.position }
      await store.changeVersion(db, actor.id, key, { replacedAt: at })
      await store.insertVersions(db, actor.id, [{ ...version, title, createdAt: at }])
      await audit(db, {
        at,
        actorId: actor.id,
        action: 'receipts.replaceFile',
        subjectId: uploadId,
        details: { file: fileId, version: version.version },
      })
    } else if (edit.title !== undefined) {
      await store.changeVersion(db, actor.id, key, {
        title: plainTitle(edit.title) ?? nameless(current.type),
      })
    }
    const files = await store.currentFiles(db, actor.id, uploadId)
    const titles = files.map(({ title }) => title).join('\n')
    const row = await store.changeReceipt(db, actor.id, uploadId, { titles, updatedAt: at })
    return presentReceipt({ ...row, files })
  })
}

export function moveReceipt(
  { db, now }: Needs,
  actor: Actor,
  id: string,
  categoryId: string,
): Promise<Receipt> {
  return inTransaction(db, async (db) => {
    const { files, ...receipt } = await lockLive(db, actor, id)
    if (receipt.categoryId === categoryId) throw new Refusal(receiptRefusals.sameCategory)
    if (!(await isCategory(db, categoryId))) throw new Refusal(receiptRefusals.unknownCategory)
    const row = await store.changeReceipt(db, actor.id, id, { categoryId, updatedAt: now() })
    return presentReceipt({ ...row, files })
  })
}

export function editFacts({ db, now }: Needs, actor: Actor, id: string, edit: FactsEdit): Promise<Receipt> {
  return inTransaction(db, async (db) => {
    const { files, ...receipt } = await lockLive(db, actor, id)
    const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined))
    checkFacts({ ...receipt, ...given }, latestDay(now()))
    const row = await store.changeReceipt(db, actor.id, id, { ...given, updatedAt: now() })
    return presentReceipt({ ...row, files })
  })
}

/** Puts a receipt into the trash; one that is there already stays as it is, so that asking twice does no harm. */
export function removeReceipt({ db, now }: Needs, actor: Actor, id: string): Promise<Receipt> {
  return changeDeletion(db, actor, id, now(), { isDeleted: true })
}

/** Takes a receipt back out of the trash, into the category it came from. */
export function restoreReceipt({ db, now }: Needs, actor: Actor, id: string): Promise<Receipt> {
  return changeDeletion(db, actor, id, now(), { isDeleted: false })
}

function changeDeletion(
  db: Db,
  actor: Actor,
  id: string,
  at: Date,
  { isDeleted }: { isDeleted: boolean },
): Promise<Receipt> {
  return inTransaction(db, async (db) => {
    const found = await store.lockReceipt(db, actor.id, id)
    if (!found) throw new Refusal(receiptRefusals.notFound)
    if ((found.deletedAt !== null) === isDeleted) return presentReceipt(found)
    const { files } = found
    const row = await store.changeReceipt(db, actor.id, id, {
      deletedAt: isDeleted ? at : null,
      updatedAt: at,
    })
    const action = isDeleted ? 'receipts.remove' : 'receipts.restore'
    await audit(db, { at, actorId: actor.id, action, subjectId: id })
    return presentReceipt({ ...row, files })
  })
}

async function lockLive(db: Db, actor: Actor, id: string): Promise<store.FiledReceipt> {
  const found = await store.lockReceipt(db, actor.id, id)
  if (!found) throw new Refusal(receiptRefusals.notFound)
  if (found.deletedAt) throw new Refusal(receiptRefusals.inTrash)
  return found
}

function checkFacts(
  { totalCents, gstCents, documentDate, paidDate }: store.ReceiptRow,
  latest: string,
): void {
  const isTooMuch = gstCents !== null && totalCents !== null && gstCents > mostGstCents(totalCents)
  const fields = {
    ...(isTooMuch && { gstCents: 'GST is at most one eleventh of the total.' }),
    ...(documentDate !== null && documentDate > latest && { documentDate: 'This day is in the future.' }),
    ...(paidDate !== null && paidDate > latest && { paidDate: 'This day is in the future.' }),
  }
  if (Object.keys(fields).length > 0) throw invalidInput(fields)
}
