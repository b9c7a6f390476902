import { DISCARDED_DAYS, MAX_OFFLINE_DAYS } from '@docketbox/contract/core/limits'
import { DAY_MS } from '@docketbox/contract/core/units'
import type { DraftEdit } from '@docketbox/contract'
import { type ExpressionBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { previewOfUpload, withBlob } from '#features/files'
import { insertReading } from '#features/reading'
import type { Db } from '#platform/database/database.ts'
import type { DB, Drafts } from '#platform/database/row-types.ts'
import type { Received } from '#platform/storage/file-store.ts'
import { insertFingerprint, type PictureKind } from '../duplicates/fingerprints.ts'

export type DraftRow = Selectable<Drafts>
export type NewDraft = Omit<
  DraftRow,
  'ownerId' | 'pages' | 'claimedAt' | 'receiptId' | 'duplicateKept' | 'edit' | 'adjustedAt' | 'splitFrom'
> & { adjustedAt?: Date; splitFrom?: string }

/** How long profile pictures and discarded uploads are kept (requirement 13). */
const DRAFT_LIFE_MS = DISCARDED_DAYS * DAY_MS
/** A phone that never got the response sends the file again as long as it has it, and it isn't to be filed twice. */
const FILED_LIFE_MS = MAX_OFFLINE_DAYS * DAY_MS

export function editOf({ edit }: Pick<DraftRow, 'edit'>): DraftEdit {
  return (edit ?? {}) as DraftEdit
}

export function draftExpiry(from: Date): Date {
  return new Date(from.getTime() + DRAFT_LIFE_MS)
}

export function filedDraftExpiry(filedAt: Date): Date {
  return new Date(filedAt.getTime() + FILED_LIFE_MS)
}

/**
 * Records stored bytes and a draft of them, in one statement.
 * @param isRead whether to request the reading of its text too.
 * @param comparedAs what to compare it as with the owner's others, if at all.
 * @param isScanned whether a scanner found it clean; undefined for a file that we made.
 * @param limitBytes fails with DS001 if the owner's files take more than this with it.
 * @returns the draft, and whether the owner never had its file before; an earlier one with the same idempotency key
 * wins.
 */
export async function insertDraft(
  db: Db,
  ownerId: string,
  received: Received,
  draft: NewDraft,
  {
    isRead,
    comparedAs,
    isScanned,
    limitBytes,
  }: { isRead: boolean; comparedAs: PictureKind | undefined; isScanned?: boolean; limitBytes?: number },
): Promise<DraftRow & { isFirstOfFile: boolean }> {
  const at = draft.createdAt
  const inserted = await withBlob(db, received, at, {
    previewFor: draft.preview === 'image' ? ownerId : null,
    upload: isScanned === undefined ? undefined : { ownerId, isScanned },
  })
    .with('requestedReading', (query) => insertReading(query, ownerId, draft, { at, isWanted: isRead }))
    .with('requestedFingerprint', (query) =>
      insertFingerprint(query, { ownerId, sha256: draft.sha256 }, { at, kind: comparedAs }),
    )
    .insertInto('drafts')
    .values((eb) => {
      const pages = eb.selectFrom('blob').select('pages')
      return { ...draft, ownerId, pages, preview: previewOfUpload(draft) }
    })
    .onConflict((conflict) =>
      conflict.columns(['ownerId', 'idempotencyKey']).where('idempotencyKey', 'is not', null).doNothing(),
    )
    .returning(['pages', 'preview', isKnownFile(ownerId, draft.sha256).as('isKnownFile')])
    .$if(limitBytes !== undefined, (query) => query.returning(limitStorage(limitBytes!).as('limit')))
    .executeTakeFirst()
  if (inserted)
    return {
      isFirstOfFile: !inserted.isKnownFile,
      adjustedAt: null,
      splitFrom: null,
      ...draft,
      ownerId,
      pages: inserted.pages,
      preview: inserted.preview,
      claimedAt: null,
      receiptId: null,
      duplicateKept: false,
      edit: null,
    }
  return { isFirstOfFile: false, ...(await findDraftByKey(db, ownerId, draft.idempotencyKey!))! }
}

export function findDraftByKey(
  db: Db,
  ownerId: string,
  idempotencyKey: string,
): Promise<DraftRow | undefined> {
  return db
    .selectFrom('drafts')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
}

/** Read by a trigger at the commit, and forgotten with it. */
function limitStorage(limitBytes: number) {
  return sql<string>`set_config('docketbox.storage_limit', ${String(limitBytes)}, true)`
}

/** Whether the owner has had this file in a draft or a receipt. */
function isKnownFile(ownerId: string, sha256: Buffer) {
  return sql<boolean>`exists (select from readings where owner_id = ${ownerId} and sha256 = ${sha256})
    or exists (select from fingerprints where owner_id = ${ownerId} and sha256 = ${sha256})
    or exists (select from receipt_versions where owner_id = ${ownerId} and sha256 = ${sha256})
    or exists (select from drafts where owner_id = ${ownerId} and sha256 = ${sha256} and claimed_at is null)`
}

export async function deleteDraft(db: Db, ownerId: string, id: string): Promise<void> {
  await db.deleteFrom('drafts').where('ownerId', '=', ownerId).where('id', '=', id).execute()
}

/** A draft that is neither expired nor part of a receipt. */
export function findUnclaimedDraft(
  db: Db,
  ownerId: string,
  id: string,
  now: Date,
): Promise<DraftRow | undefined> {
  return db
    .selectFrom('drafts')
    .selectAll()
    .where(isUnclaimed(ownerId, id, now))
    .executeTakeFirst()
}

/** Claims an unclaimed draft, so that it can't be filed twice. */
export function claimDraft(
  db: Db,
  ownerId: string,
  id: string,
  { now, receiptId }: { now: Date; receiptId: string | null },
): Promise<DraftRow | undefined> {
  const expiresAt = receiptId === null ? draftExpiry(now) : filedDraftExpiry(now)
  const claim = { claimedAt: now, expiresAt, receiptId }
  return updateUnclaimed(db, ownerId, id, claim, now)
}

/** Lets a claimed draft of a receipt wait to be filed again. @returns whether it's still there. */
export async function releaseDraft(
  db: Db,
  ownerId: string,
  { id, receiptId }: { id: string; receiptId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('drafts')
    .set({ claimedAt: null, expiresAt: null, receiptId: null })
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .where('receiptId', '=', receiptId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lets an unclaimed draft expire, or keeps it until it's filed when `expiresAt` is null. */
export function setDraftExpiry(
  db: Db,
  ownerId: string,
  id: string,
  { expiresAt, now }: { expiresAt: Date | null; now: Date },
): Promise<DraftRow | undefined> {
  return updateUnclaimed(db, ownerId, id, { expiresAt }, now)
}

function updateUnclaimed(
  db: Db,
  ownerId: string,
  id: string,
  change: Updateable<Drafts>,
  now: Date,
): Promise<DraftRow | undefined> {
  return db
    .updateTable('drafts')
    .set(change)
    .where(isUnclaimed(ownerId, id, now))
    .returningAll()
    .executeTakeFirst()
}

/** Locks an unclaimed draft. @returns what the owner typed about it; undefined if there's no such draft. */
export async function lockEdit(
  db: Db,
  ownerId: string,
  id: string,
  now: Date,
): Promise<DraftEdit | undefined> {
  const row = await db
    .selectFrom('drafts')
    .select('edit')
    .where(isUnclaimed(ownerId, id, now))
    .forUpdate()
    .executeTakeFirst()
  return row && editOf(row)
}

export async function setEdit(db: Db, ownerId: string, id: string, edit: DraftEdit): Promise<void> {
  await db
    .updateTable('drafts')
    .set({ edit: JSON.stringify(edit) })
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .execute()
}

/** Which of `ids` have been claimed. */
export async function findClaimed(
  db: Db,
  ownerId: string,
  ids: readonly string[],
): Promise<Pick<DraftRow, 'id' | 'receiptId' | 'sha256'>[]> {
  return db
    .selectFrom('drafts')
    .select(['id', 'receiptId', 'sha256'])
    .where('ownerId', '=', ownerId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('claimedAt', 'is not', null)
    .execute()
}

/** Drafts without an expiry wait until they're filed. */
function isUnclaimed(ownerId: string, id: string, now: Date) {
  return (eb: ExpressionBuilder<DB, 'drafts'>) =>
    eb
      .and({ ownerId, id })
      .and('claimedAt', 'is', null)
      .and(eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', now)]))
}

/**
 * Deletes expired drafts, claimed ones too, at most `limit`: their receipts no longer need them.
 * @returns how many.
 */
export async function deleteExpiredDrafts(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from drafts where (owner_id, id) in (
    select owner_id, id from drafts where expires_at <= ${now} order by expires_at limit ${limit} for update skip locked
  )`.execute(db)
  return Number(numAffectedRows)
}
