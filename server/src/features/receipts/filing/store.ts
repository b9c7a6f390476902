import type { DeductionLabel } from '@docketbox/contract'
import { sql } from 'kysely'
import { answerOf, taxProfilesOf } from '#features/tax-profiles'
import type { Db } from '#platform/database/database.ts'
import { type DraftRow, filedDraftExpiry } from '../upload/drafts-store.ts'
import type { FileRow, ReceiptRow } from '../store.ts'

export type NewReceipt = Pick<ReceiptRow, 'id' | 'categoryId' | 'description' | 'createdAt' | 'sources'> & {
  idempotencyKey: string | null
  /** The suggested label, which depends on how the owner earns in the year of the receipt. */
  labels: Record<'usual' | 'soleTrader', DeductionLabel | null>
  /** The day where the owner was when they added the first file; one recorded in its photo wins, up to `latestDay`. */
  addedOn: string
  latestDay: string
  files: { draftId: string; fileId: string; title: string | null }[]
}
type NewFile = FileRow & { sha256: Buffer }
type NewlyFiled = ReceiptRow & { files: NewFile[] }
type FiledFile = Pick<ReceiptRow, 'capturedOn' | 'incomeYear' | 'labelSuggested' | 'taxProfiles'> &
  Omit<NewFile, 'position'>

/** The columns of a receipt that filing leaves at their defaults. */
const defaults = {
  supplier: null,
  supplierAbn: null,
  documentDate: null,
  paidDate: null,
  totalCents: null,
  gstCents: null,
  currency: 'AUD',
  audCents: null,
  workUsePercent: null,
  inYearSince: null,
  buyer: null,
  isReimbursed: null,
  note: null,
  suggestions: null,
  deletedAt: null,
  mayBeDuplicate: false,
  labelConfirmed: null,
  labelAnswers: {},
  lastClaimedYear: null,
  spentCents: null,
  claimableCents: null,
} as const

/**
 * Locks drafts that are about to be filed.
 * @returns those that exist, with what was typed about them.
 */
export async function lockDrafts(
  db: Db,
  ownerId: string,
  ids: readonly string[],
): Promise<Pick<DraftRow, 'id' | 'edit'>[]> {
  const { rows } = await sql<Pick<DraftRow, 'id' | 'edit'>>`
    select id, edit from drafts where owner_id = ${ownerId} and id = any(${ids}::uuid[]) order by id for update`.execute(
    db,
  )
  return rows
}

/**
 * Claims drafts and files them as one receipt, all or nothing. It names the drafts by their keys each time, because a plan
 * made while the table was empty would otherwise scan all drafts of the owner.
 * @param db a transaction that has locked the drafts: otherwise the statement would see an adjusted picture, but not its
 * original, of a draft that's adjusted while it waits.
 * @returns undefined when a draft is already claimed, expired or missing, or the idempotency key was used before.
 */
export async function fileDrafts(
  db: Db,
  ownerId: string,
  {
    id,
    categoryId,
    description,
    sources,
    labels,
    createdAt,
    idempotencyKey,
    addedOn,
    latestDay,
    files,
  }: NewReceipt,
): Promise<NewlyFiled | undefined> {
  const describedAt = sources.description === 'typed' ? createdAt : null
  const draftIds = sql`${files.map(({ draftId }) => draftId)}::uuid[]`
  const fileIds = sql`${files.map(({ fileId }) => fileId)}::uuid[]`
  const ending = sql`extract(year from captured_on + interval '6 months')`
  const titles = sql`${files.map(({ title }) => title)}::text[]`
  const { rows } = await sql<FiledFile>`
    with chosen as (
      select d.id, d.sha256, d.type, d.size_bytes, d.width, d.height, d.pages, d.preview, d.taken_on,
        d.duplicate_kept, input.file_id, input.position, coalesce(input.title, d.title) as title,
        case when o.draft_id is null then 1 else 2 end as version,
        case when d.split_from is null then o.sha256 end as original_sha256
      from unnest(${draftIds}, ${fileIds}, ${titles}) with ordinality
        as input (draft_id, file_id, title, position) join drafts d on d.id = input.draft_id
        left join draft_originals o on o.owner_id = ${ownerId} and o.draft_id = d.id
      where d.owner_id = ${ownerId} and d.id = any(${draftIds}) and d.claimed_at is null
        and (d.expires_at is null or d.expires_at > ${createdAt})
    ), receipt as (
      select string_agg(title, E'\\n' order by position) as titles, bool_or(duplicate_kept) as duplicate_kept,
        coalesce(
          min(taken_on) filter (where position = 1 and taken_on between '1990-01-01' and ${latestDay}), ${addedOn}
        ) as captured_on
      from chosen having count(*) = ${files.length}
    ), filed as (
      insert into receipts (id, owner_id, category_id, idempotency_key, titles, description, sources, label_suggested,
        described_at, captured_on, created_at, updated_at, duplicate_kept)
      select ${id}, ${ownerId}, ${categoryId}, ${idempotencyKey}, titles, ${description}, ${JSON.stringify(sources)},
        case when ${answerOf('work', { ownerId, ending })} = 'soleTrader'
          then ${labels.soleTrader}::text else ${labels.usual}::text end,
        ${describedAt}::timestamptz,
        captured_on, ${createdAt}, ${createdAt}, duplicate_kept
      from receipt
      on conflict (owner_id, idempotency_key) where idempotency_key is not null do nothing
      returning owner_id, captured_on, income_year, label_suggested
    ), claimed as (
      update drafts set claimed_at = ${createdAt}, expires_at = ${filedDraftExpiry(createdAt)}, receipt_id = ${id}
      from filed where drafts.owner_id = ${ownerId} and drafts.id = any(${draftIds})
    ), versions as (
      insert into receipt_versions (owner_id, receipt_id, file_id, version, position, sha256, title, type, size_bytes,
        width, height, pages, preview, created_at, original_sha256)
      select ${ownerId}, ${id}, file_id, version, position - 1, sha256, title, type, size_bytes, width, height, pages,
        preview, ${createdAt}, original_sha256
      from chosen cross join filed
    ), originals as (
      insert into receipt_versions (owner_id, receipt_id, file_id, version, position, sha256, title, type, size_bytes,
        width, height, preview, created_at, replaced_at)
      select ${ownerId}, ${id}, chosen.file_id, 1, chosen.position - 1, o.sha256, o.title, o.type, o.size_bytes,
        o.width, o.height, chosen.preview, ${createdAt}, ${createdAt}
      from chosen cross join filed join draft_originals o on o.owner_id = ${ownerId} and o.draft_id = chosen.id
    )
    select captured_on as "capturedOn", income_year as "incomeYear", label_suggested as "labelSuggested",
      ${taxProfilesOf(sql`filed.owner_id`)} as "taxProfiles", file_id as "fileId", version, sha256, title, type,
      size_bytes as "sizeBytes", width, height, pages, preview
    from chosen cross join filed order by position`.execute(db.withoutPlugins())
  if (rows.length === 0) return undefined
  const { capturedOn, incomeYear, labelSuggested, taxProfiles } = rows[0]!
  return {
    ...defaults,
    id,
    categoryId,
    description,
    sources,
    createdAt,
    updatedAt: createdAt,
    capturedOn,
    incomeYear,
    labelSuggested,
    describedAt,
    taxProfiles,
    files: rows.map((row, position) => ({ ...row, position })),
  }
}

/**
 * Returns the drafts of a receipt, or a picture that was split, to To file. They still name their receipt, so that a repeated
 * request finds them.
 */
export function releaseDrafts(
  db: Db,
  ownerId: string,
  of: { id: string } | { receiptId: string },
): Promise<DraftRow[]> {
  return db
    .updateTable('drafts')
    .set({ claimedAt: null, expiresAt: null })
    .where('ownerId', '=', ownerId)
    .where('claimedAt', 'is not', null)
    .where((eb) => eb.and(of))
    .returningAll()
    .execute()
}

/** The drafts that were released from a receipt, unless they've been filed since. */
export function findReleased(db: Db, ownerId: string, receiptId: string): Promise<DraftRow[]> {
  return db
    .selectFrom('drafts')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('receiptId', '=', receiptId)
    .where('claimedAt', 'is', null)
    .execute()
}

/** Whether someone it's shared with has written about a receipt. */
export async function hasNotes(db: Db, ownerId: string, receiptId: string): Promise<boolean> {
  const note = await db
    .selectFrom('roomNotes')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('receiptId', '=', receiptId)
    .limit(1)
    .executeTakeFirst()
  return note !== undefined
}

/** Deletes receipts whose files are drafts again. */
export async function deleteFiled(db: Db, ownerId: string, receiptIds: string[]): Promise<void> {
  await db.deleteFrom('receipts').where('ownerId', '=', ownerId).where('id', 'in', receiptIds).execute()
}
