import type { Db } from '#platform/database/database.ts'
import { keptStatement } from '#platform/database/prepared-query.ts'
import type { FiledReceipt, FileRow, ReceiptRow } from './receipts-store.ts'

type NewReceipt = Pick<ReceiptRow, 'id' | 'categoryId' | 'description' | 'createdAt'> & {
  idempotencyKey: string | null
  /** Today, where the owner is; a photo that says an earlier day wins. */
  today: string
  files: { draftId: string; fileId: string; title: string | null }[]
}

type Filing = Omit<NewReceipt, 'files'> & {
  ownerId: string
  draftIds: string[]
  fileIds: string[]
  titles: (string | null)[]
  count: number
}
/** Of a receipt what was not known before, of a file all that there is to say. */
type Filed = Pick<ReceiptRow, 'capturedOn' | 'incomeYear'> & Omit<FileRow, 'version' | 'position'>

const file = keptStatement<Filing, Filed>(`
  with chosen as (
    select d.id, d.sha256, d.type, d.size_bytes, d.width, d.height, d.pages, d.preview, d.taken_on,
      given.file_id, given.place, coalesce(given.said, d.title) as title
    from unnest(:draftIds::uuid[], :fileIds::uuid[], :titles::text[]) with ordinality
      as given (draft_id, file_id, said, place) join drafts d on d.id = given.draft_id
    where d.owner_id = :ownerId and d.id = any(:draftIds::uuid[]) and d.claimed_at is null
      and d.expires_at > :createdAt
    order by d.id for update of d
  ), filed as (
    insert into receipts (id, owner_id, category_id, idempotency_key, titles, description, captured_on, created_at,
      updated_at)
    select :id, :ownerId, :categoryId, :idempotencyKey, string_agg(title, E'\\n' order by place), :description,
      coalesce(min(taken_on) filter (where place = 1 and taken_on between '1990-01-01' and :today), :today),
      :createdAt, :createdAt
    from chosen having count(*) = :count
    on conflict (owner_id, idempotency_key) where idempotency_key is not null do nothing
    returning captured_on, income_year
  ), taken as (
    update drafts set claimed_at = :createdAt
    from filed where drafts.owner_id = :ownerId and drafts.id = any(:draftIds::uuid[])
  ), versions as (
    insert into receipt_versions (owner_id, receipt_id, file_id, version, position, sha256, title, type, size_bytes,
      width, height, pages, preview, created_at)
    select :ownerId, :id, file_id, 1, place - 1, sha256, title, type, size_bytes, width, height, pages, preview,
      :createdAt
    from chosen cross join filed
  )
  select captured_on as "capturedOn", income_year as "incomeYear", file_id as "fileId", title, type,
    size_bytes as "sizeBytes", width, height, pages, preview
  from chosen cross join filed order by place`)

/** What a receipt says before its owner says more: how its columns are filled by themselves. */
const unsaid = {
  supplier: null,
  supplierAbn: null,
  documentDate: null,
  paidDate: null,
  totalCents: null,
  gstCents: null,
  currency: 'AUD',
  workUsePercent: null,
  note: null,
  deletedAt: null,
} as const

/**
 * Takes waiting drafts and files them as one receipt, in one statement: all of it or nothing. Nothing when one of
 * the drafts is not waiting, or when the idempotency key was used before.
 */
export async function fileDrafts(
  db: Db,
  ownerId: string,
  { files, ...receipt }: NewReceipt,
): Promise<FiledReceipt | undefined> {
  const rows = await file(db, {
    ...receipt,
    ownerId,
    draftIds: files.map(({ draftId }) => draftId),
    fileIds: files.map(({ fileId }) => fileId),
    titles: files.map(({ title }) => title),
    count: files.length,
  })
  if (rows.length === 0) return undefined
  const { id, categoryId, description, createdAt } = receipt
  const { capturedOn, incomeYear } = rows[0]!
  return {
    ...unsaid,
    id,
    categoryId,
    description,
    createdAt,
    updatedAt: createdAt,
    capturedOn,
    incomeYear,
    files: rows.map((row, position) => ({ ...row, version: 1, position })),
  }
}
